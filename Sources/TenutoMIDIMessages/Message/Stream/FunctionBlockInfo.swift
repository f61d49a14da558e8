import TenutoMIDI
/// The description of a function block: a set of an endpoint's groups with one purpose.
///
/// The corresponding standard is M2-104-UM, "Function Block Info Notification".
public struct FunctionBlockInfo: BitwiseCopyable, Sendable, Hashable {
  /// Whether the block is in use.
  public var isActive: Bool

  /// The block's number, 0 to 31.
  public var number: UInt7

  /// The recommended presentation of the block in a user interface.
  public var uiHint: FunctionBlockUIHint

  /// Whether the block represents a MIDI 1.0 connection.
  public var midi1: FunctionBlockMIDI1

  /// The direction of messages.
  public var direction: FunctionBlockDirection

  /// The block's first group, 0 to 15.
  public var firstGroup: UInt8

  /// The number of groups in the block, 1 to 16.
  public var groupCount: UInt8

  /// The version of MIDI-CI that the block supports, 0 for none.
  public var ciVersion: UInt8

  /// The number of simultaneous SysEx8 messages, 0 for none.
  public var maximumSysEx8Streams: UInt8

  /// Creates an active block without MIDI-CI and SysEx8.
  ///
  /// Thread: any.
  @_noLocks
  public init(
    number: UInt7, direction: FunctionBlockDirection, firstGroup: UInt8, groupCount: UInt8
  ) {
    isActive = true
    self.number = number
    self.direction = direction
    self.firstGroup = firstGroup
    self.groupCount = groupCount
    uiHint = FunctionBlockUIHint.unknown
    midi1 = FunctionBlockMIDI1.no
    ciVersion = 0
    maximumSysEx8Streams = 0
  }

  @_noLocks
  init?(_ ump: UMP) {
    guard let midi1 = FunctionBlockMIDI1(bits: ump.word0 >> 2),
      let direction = FunctionBlockDirection(bits: ump.word0)
    else { return nil }
    isActive = ump.data1 & 0x80 != 0
    number = ump.narrowData1
    uiHint = FunctionBlockUIHint(bits: ump.word0 >> 4)
    self.midi1 = midi1
    self.direction = direction
    firstGroup = UInt8(truncatingIfNeeded: ump.word1 >> 24)
    groupCount = UInt8(truncatingIfNeeded: ump.word1 >> 16)
    ciVersion = UInt8(truncatingIfNeeded: ump.word1 >> 8)
    maximumSysEx8Streams = UInt8(truncatingIfNeeded: ump.word1)
  }

  /// The packet without its type.
  var body: UMP {
    @_noLocks get {
      let block = (isActive ? 0x8000 : 0) | UInt32(number.rawValue) << 8
      let nature = uiHint.bits << 4 | midi1.bits << 2 | direction.bits
      let groups = UInt32(firstGroup) << 24 | UInt32(groupCount) << 16
      return UMP(
        0x0011_0000 | block | nature,
        groups | UInt32(ciVersion) << 8 | UInt32(maximumSysEx8Streams))
    }
  }
}

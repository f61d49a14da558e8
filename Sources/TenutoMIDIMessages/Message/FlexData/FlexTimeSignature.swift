import TenutoMIDI
/// The number and length of the beats of a bar in flex data.
///
/// The corresponding standard is M2-104-UM, "Set Time Signature Message".
public struct FlexTimeSignature: BitwiseCopyable, Sendable, Hashable {
  /// Beats in a bar.
  public var numerator: UInt8

  /// The length of a beat as a negative power of two: 2 is a quarter note, 3 an eighth note.
  public var denominatorPower: UInt8

  /// Thirty-second notes per 24 MIDI clocks, normally 8.
  public var thirtySecondNotes: UInt8

  /// Creates a time signature.
  ///
  /// Thread: any.
  @_noLocks
  public init(numerator: UInt8, denominatorPower: UInt8, thirtySecondNotes: UInt8 = 8) {
    self.numerator = numerator
    self.denominatorPower = denominatorPower
    self.thirtySecondNotes = thirtySecondNotes
  }

  @_noLocks
  init(_ ump: UMP) {
    numerator = UInt8(truncatingIfNeeded: ump.word1 >> 24)
    denominatorPower = UInt8(truncatingIfNeeded: ump.word1 >> 16)
    thirtySecondNotes = UInt8(truncatingIfNeeded: ump.word1 >> 8)
  }

  /// The packet without its type, group and address.
  var body: UMP {
    @_noLocks get {
      let beats = UInt32(numerator) << 24 | UInt32(denominatorPower) << 16
      return UMP(0x01, beats | UInt32(thirtySecondNotes) << 8)
    }
  }
}

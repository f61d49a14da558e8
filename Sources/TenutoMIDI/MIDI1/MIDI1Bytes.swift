/// The MIDI 1.0 bytes of one packet, 0 to 8 of them, in a value of fixed size.
///
/// Each message has its status byte: running status is not used. A packet that starts a SysEx gives
/// F0 and its data, one that ends it gives data and F7: the bytes of successive packets form
/// the message. A packet without MIDI 1.0 bytes (another type, a status out of range, a data byte
/// above 127, a reserved form) gives 0 bytes. Translate MIDI 2.0 voice messages first.
public struct MIDI1Bytes: BitwiseCopyable, Sendable, Hashable {
  /// The number of bytes, 0 to 8.
  public private(set) var count = 0

  /// The bytes, the first one in the lowest bits.
  private var packed: UInt64 = 0

  /// Writes a packet of message type 1, 2 or 3 as bytes.
  ///
  /// Thread: any.
  @_noLocks
  public init(_ ump: UMP) {
    switch ump.messageType {
    case 0x1: appendSystem(ump)
    case 0x2: appendChannelVoice(ump)
    case 0x3: appendSysEx7(ump)
    default: break
    }
  }

  /// Returns the byte at `index`, which must be in `0..<count`; anything else traps at runtime.
  ///
  /// Thread: any.
  public subscript(index: Int) -> UInt8 {
    @_noLocks get {
      precondition(index >= 0 && index < count, "MIDI1Bytes index out of range")
      return UInt8(truncatingIfNeeded: packed >> UInt64(8 * index))
    }
  }

  /// The bytes as an array, which allocates: for control threads and tests.
  public var array: [UInt8] {
    (0..<count).map { self[$0] }
  }
}

extension MIDI1Bytes {
  /// No bytes.
  @_noLocks
  init() {}

  /// The bytes after the first one, which must exist.
  var withoutFirst: MIDI1Bytes {
    @_noLocks get {
      var rest = self
      rest.packed >>= 8
      rest.count -= 1
      return rest
    }
  }

  @_noLocks
  private mutating func append(_ byte: UInt8) {
    packed |= UInt64(byte) << UInt64(8 * count)
    count += 1
  }

  @_noLocks
  private mutating func appendSystem(_ ump: UMP) {
    switch ump.status {
    case 0xF1 where ump.data1 < 0x80, 0xF3 where ump.data1 < 0x80:
      append(ump.status)
      append(ump.data1)
    case 0xF2 where ump.data1 < 0x80 && ump.data2 < 0x80:
      append(ump.status)
      append(ump.data1)
      append(ump.data2)
    case 0xF6, 0xF8, 0xFA, 0xFB, 0xFC, 0xFE, 0xFF:
      append(ump.status)
    default: break
    }
  }

  @_noLocks
  private mutating func appendChannelVoice(_ ump: UMP) {
    guard ump.isMIDI1Voice else { return }
    append(ump.status)
    append(ump.data1)
    if MIDI1ChannelMessage.dataByteCount(status: ump.status) == 2 { append(ump.data2) }
  }

  @_noLocks
  private mutating func appendSysEx7(_ ump: UMP) {
    guard let form = SysEx7Form(ump) else { return }
    if form.isFirst { append(0xF0) }
    let data = UInt64(ump.word0 & 0xFFFF) << 32 | UInt64(ump.word1)
    let dataCount = Int(ump.status & 0xF)
    var index = 0
    while index < dataCount {
      append(UInt8(truncatingIfNeeded: data >> UInt64(40 - 8 * index)))
      index += 1
    }
    if form.isLast { append(0xF7) }
  }
}

/// Collects the bytes of one system exclusive message into packets of message type 3.
///
/// A full packet is held back until the next byte shows whether it is the last one. So one byte
/// gives at most one packet, and a closing F7 alone never makes an empty End packet.
struct SysEx7Packer: BitwiseCopyable, Sendable {
  /// Whether a message has begun and not ended.
  private(set) var isOpen = false

  private var hasSentStart = false
  private var count: UInt8 = 0

  /// The waiting bytes, the first one in bits 40 to 47 as in the packet.
  private var pending: UInt64 = 0

  @_noLocks
  init() {}

  /// Starts a message and discards an unfinished one.
  @_noLocks
  mutating func begin() {
    self = SysEx7Packer()
    isOpen = true
  }

  /// Discards the message.
  @_noLocks
  mutating func drop() {
    self = SysEx7Packer()
  }

  /// Takes one data byte, and returns the packet that was already full.
  @_noLocks
  mutating func append(_ byte: UInt8, group: UInt8) -> UMP? {
    var full: UMP?
    if count == 6 {
      full = packet(hasSentStart ? .continue : .start, group: group)
      hasSentStart = true
      count = 0
      pending = 0
    }
    pending |= UInt64(byte & 0x7F) << UInt64(40 - 8 * UInt64(count))
    count += 1
    return full
  }

  /// Ends the message, and returns its last or only packet.
  @_noLocks
  mutating func end(group: UInt8) -> UMP {
    let last = packet(hasSentStart ? .end : .complete, group: group)
    drop()
    return last
  }

  @_noLocks
  private func packet(_ form: SysEx7Form, group: UInt8) -> UMP {
    UMP(
      messageType: 0x3, group: group, status: form.statusBits | count,
      data1: UInt8(truncatingIfNeeded: pending >> 40),
      data2: UInt8(truncatingIfNeeded: pending >> 32),
      word1: UInt32(truncatingIfNeeded: pending))
  }
}

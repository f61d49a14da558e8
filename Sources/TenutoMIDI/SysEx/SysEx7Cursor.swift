/// Makes the packets of a 7-bit payload, one per call, without allocation.
///
/// The caller owns the payload, without F0 and F7, and passes the same one each time.
public struct SysEx7Cursor: BitwiseCopyable, Sendable {
  /// The group of the packets, 0 to 15.
  public let group: UInt8

  /// Payload bytes that are already in packets.
  public private(set) var offset = 0

  /// Whether the last packet has been made.
  public private(set) var isAtEnd = false

  /// Creates a cursor at the start of a payload.
  ///
  /// Thread: any.
  @_noLocks
  public init(group: UInt8 = 0) {
    self.group = group & 0xF
  }

  /// Returns the next packet, or nil after the last one; an empty payload has one.
  ///
  /// Thread: any. The high bit of every byte is dropped.
  @_noLocks
  public mutating func next(in payload: UnsafeBufferPointer<UInt8>) -> UMP? {
    if isAtEnd { return nil }
    let rest = payload.count > offset ? payload.count - offset : 0
    let count = rest < 6 ? rest : 6
    isAtEnd = rest <= 6
    let form: SysEx7Form =
      offset == 0 ? (isAtEnd ? .complete : .start) : (isAtEnd ? .end : .continue)
    var data: UInt64 = 0
    var index = 0
    while index < count {
      data |= UInt64(unsafe payload[offset + index] & 0x7F) << UInt64(40 - 8 * index)
      index += 1
    }
    offset += count
    return UMP(
      messageType: 0x3, group: group, status: form.statusBits | UInt8(truncatingIfNeeded: count),
      data1: UInt8(truncatingIfNeeded: data >> 40), data2: UInt8(truncatingIfNeeded: data >> 32),
      word1: UInt32(truncatingIfNeeded: data))
  }

  /// Returns the next packet, or nil after the last one; an empty payload has one.
  ///
  /// Thread: any. The high bit of every byte is dropped.
  public mutating func next(in payload: Span<UInt8>) -> UMP? {
    unsafe payload.withUnsafeBufferPointer { unsafe next(in: $0) }
  }
}

/// Makes the packets of an 8-bit payload, one per call, without allocation.
///
/// The caller owns the payload and passes the same one each time.
public struct SysEx8Cursor: BitwiseCopyable, Sendable {
  /// The group of the packets, 0 to 15.
  public let group: UInt8

  /// The id that distinguishes simultaneous messages.
  public let streamID: UInt8

  /// Payload bytes that are already in packets.
  public private(set) var offset = 0

  /// Whether the last packet has been made.
  public private(set) var isAtEnd = false

  /// Creates a cursor at the start of a payload.
  ///
  /// Thread: any.
  @_noLocks
  public init(streamID: UInt8 = 0, group: UInt8 = 0) {
    self.group = group & 0xF
    self.streamID = streamID
  }

  /// Returns the next packet, or nil after the last one; an empty payload has one.
  ///
  /// Thread: any.
  @_noLocks
  public mutating func next(in payload: UnsafeBufferPointer<UInt8>) -> UMP? {
    if isAtEnd { return nil }
    let rest = payload.count > offset ? payload.count - offset : 0
    let count = rest < 13 ? rest : 13
    isAtEnd = rest <= 13
    let form: SysEx7Form =
      offset == 0 ? (isAtEnd ? .complete : .start) : (isAtEnd ? .end : .continue)
    // The stream id counts as one of the bytes.
    let status = form.statusBits | UInt8(truncatingIfNeeded: count + 1)
    var packet = PackedBytes(messageType: 0x5, group: group, status: status)
    packet.append(streamID)
    var index = 0
    while index < count {
      packet.append(unsafe payload[offset + index])
      index += 1
    }
    offset += count
    return packet.ump
  }

  /// Returns the next packet, or nil after the last one; an empty payload has one.
  ///
  /// Thread: any.
  public mutating func next(in payload: Span<UInt8>) -> UMP? {
    unsafe payload.withUnsafeBufferPointer { unsafe next(in: $0) }
  }
}

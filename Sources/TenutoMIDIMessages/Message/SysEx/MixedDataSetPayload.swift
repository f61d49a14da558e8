public import TenutoMIDI
/// Fourteen bytes of a chunk of a mixed data set.
///
/// The corresponding standard is M2-104-UM, "Mixed Data Set Payload".
public struct MixedDataSetPayload: BitwiseCopyable, Sendable, Hashable {
  /// The 14 bytes; the chunk's header has the number of valid bytes in the chunk.
  public let bytes: PacketBytes

  /// The data set to which the bytes belong.
  public let id: UInt4

  /// Creates a payload, filled up with zeros to 14 bytes.
  ///
  /// Thread: any.
  @_noLocks
  public init(id: UInt4, bytes: PacketBytes) {
    var filled = bytes
    while filled.count < 14 { filled.append(0) }
    self.id = id
    self.bytes = filled
  }

  @_noLocks
  init(_ ump: UMP) {
    id = ump.narrowChannel
    bytes = PacketBytes(ump, from: 2, count: 14)
  }

  /// Returns the payload as a packet of `group`.
  ///
  /// Thread: any.
  @_noLocks
  public func ump(group: UInt4) -> UMP {
    let head = 0x5090_0000 | UInt32(group.rawValue) << 24 | UInt32(id.rawValue) << 16
    return bytes.ump(head: head, from: 2)
  }
}

/// Walks over the payload of a mixed data set and makes its packets, one a call, without
/// allocation.
///
/// The payload stays with the caller, who passes the same one each time. Each chunk is a header and
/// then packets of 14 bytes; the last one is filled up with zeros, and the header tells how many
/// bytes of payload are meant.
public struct MixedDataSetCursor: BitwiseCopyable, Sendable {
  /// The group of the packets, 0 to 15.
  public let group: UInt8

  /// The number that tells data sets apart that are under way at the same time, 0 to 15.
  public let id: UInt8

  /// Whose data it is.
  public let address: MixedDataSetAddress

  /// How many bytes of payload a chunk has at most.
  public let chunkBytes: Int

  /// How many bytes of the payload are in packets.
  public private(set) var offset = 0

  /// How many chunks have begun.
  public private(set) var chunkNumber = 0

  /// Behind which byte of the payload the chunk ends.
  private var chunkEnd = 0

  /// Creates a cursor at the start of a payload.
  ///
  /// Thread: any. A chunk has 1 to 65 535 bytes; other numbers are cut to that.
  @_noLocks
  public init(
    _ address: MixedDataSetAddress, id: UInt8 = 0, group: UInt8 = 0, chunkBytes: Int = 65_535
  ) {
    self.address = address
    self.id = id & 0xF
    self.group = group & 0xF
    self.chunkBytes = chunkBytes < 1 ? 1 : chunkBytes > 65_535 ? 65_535 : chunkBytes
  }

  /// Returns how many chunks a payload has; more than 65 535 cannot be sent.
  ///
  /// Thread: any.
  @_noLocks
  public func chunkCount(payloadCount: Int) -> Int {
    payloadCount == 0 ? 1 : (payloadCount - 1) / chunkBytes + 1
  }

  /// Returns the next packet, nil behind the last one; an empty payload has one.
  ///
  /// Thread: any. A payload of too many chunks has no packets at all.
  @_noLocks
  public mutating func next(in payload: UnsafeBufferPointer<UInt8>) -> UMP? {
    let chunks = chunkCount(payloadCount: payload.count)
    if chunks > 65_535 { return nil }
    if offset < chunkEnd && offset < payload.count { return unsafe data(in: payload) }
    return chunkNumber < chunks ? header(payload.count, chunks) : nil
  }

  /// Returns the next packet, nil behind the last one; an empty payload has one.
  ///
  /// Thread: any. A payload of too many chunks has no packets at all.
  public mutating func next(in payload: Span<UInt8>) -> UMP? {
    unsafe payload.withUnsafeBufferPointer { unsafe next(in: $0) }
  }

  @_noLocks
  private mutating func header(_ payloadCount: Int, _ chunks: Int) -> UMP {
    let rest = payloadCount > offset ? payloadCount - offset : 0
    let count = rest < chunkBytes ? rest : chunkBytes
    chunkEnd = offset + count
    chunkNumber += 1
    let head = 0x5080_0000 | UInt32(group) << 24 | UInt32(id) << 16
    return UMP(
      head | UInt32(truncatingIfNeeded: count),
      UInt32(truncatingIfNeeded: chunks) << 16 | UInt32(truncatingIfNeeded: chunkNumber),
      UInt32(address.manufacturerID) << 16 | UInt32(address.deviceID),
      UInt32(address.subID1) << 16 | UInt32(address.subID2))
  }

  @_noLocks
  private mutating func data(in payload: UnsafeBufferPointer<UInt8>) -> UMP {
    var packet = PackedBytes(messageType: 0x5, group: group, status: 0x90 | id)
    var count = 0
    while count < 14 && offset < chunkEnd && offset < payload.count {
      packet.append(unsafe payload[offset])
      offset += 1
      count += 1
    }
    return packet.ump
  }
}

/// Makes the packets of a mixed data set's payload, one per call, without allocation.
///
/// The caller owns the payload and passes the same one each time. Each chunk consists of a header
/// and packets of 14 bytes; the last one is padded with zeros, and the header states the number of
/// payload bytes.
public struct MixedDataSetCursor: BitwiseCopyable, Sendable {
  /// The group of the packets, 0 to 15.
  public let group: UInt8

  /// The id that distinguishes simultaneous data sets, 0 to 15.
  public let id: UInt8

  /// The owner and the meaning of the data.
  public let address: MixedDataSetAddress

  /// The most payload bytes in a chunk.
  public let chunkBytes: Int

  /// Payload bytes that are already in packets.
  public private(set) var offset = 0

  /// Chunks begun so far.
  public private(set) var chunkNumber = 0

  /// The end of the current chunk in the payload.
  private var chunkEnd = 0

  /// Creates a cursor at the start of a payload.
  ///
  /// Thread: any. A chunk has 1 to 65 535 bytes; other numbers are clamped.
  @_noLocks
  public init(
    _ address: MixedDataSetAddress, id: UInt8 = 0, group: UInt8 = 0, chunkBytes: Int = 65_535
  ) {
    self.address = address
    self.id = id & 0xF
    self.group = group & 0xF
    self.chunkBytes = chunkBytes < 1 ? 1 : chunkBytes > 65_535 ? 65_535 : chunkBytes
  }

  /// Returns the number of chunks of a payload; more than 65 535 cannot be sent.
  ///
  /// Thread: any.
  @_noLocks
  public func chunkCount(payloadCount: Int) -> Int {
    payloadCount == 0 ? 1 : (payloadCount - 1) / chunkBytes + 1
  }

  /// Returns the next packet, or nil after the last one; an empty payload has one.
  ///
  /// Thread: any. A payload with too many chunks has no packets at all.
  @_noLocks
  public mutating func next(in payload: UnsafeBufferPointer<UInt8>) -> UMP? {
    let chunks = chunkCount(payloadCount: payload.count)
    if chunks > 65_535 { return nil }
    if offset < chunkEnd && offset < payload.count { return unsafe data(in: payload) }
    return chunkNumber < chunks ? header(payload.count, chunks) : nil
  }

  /// Returns the next packet, or nil after the last one; an empty payload has one.
  ///
  /// Thread: any. A payload with too many chunks has no packets at all.
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

/// The owner and the meaning of a mixed data set.
public struct MixedDataSetAddress: BitwiseCopyable, Sendable, Hashable {
  /// The manufacturer of the data.
  public var manufacturerID: UInt16

  /// The device of the data.
  public var deviceID: UInt16

  /// The first half of the data's meaning.
  public var subID1: UInt16

  /// The second half of the data's meaning.
  public var subID2: UInt16

  /// Creates an address.
  ///
  /// Thread: any.
  @_noLocks
  public init(manufacturerID: UInt16, deviceID: UInt16, subID1: UInt16, subID2: UInt16) {
    self.manufacturerID = manufacturerID
    self.deviceID = deviceID
    self.subID1 = subID1
    self.subID2 = subID2
  }
}

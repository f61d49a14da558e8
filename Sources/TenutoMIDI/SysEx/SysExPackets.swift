/// The packets of a message with its payload in an array, for iteration without allocation.
public struct SysExPackets: Sequence, IteratorProtocol, Sendable {
  private enum Cursor: BitwiseCopyable, Sendable {
    case sysEx7(SysEx7Cursor)
    case sysEx8(SysEx8Cursor)
    case mixedDataSet(MixedDataSetCursor)
  }

  private let payload: [UInt8]
  private var cursor: Cursor

  /// Creates the packets of a 7-bit message; F0 at the start and F7 at the end are removed.
  ///
  /// Thread: control.
  ///
  /// - Throws: `SysExError.highBit` for a byte with more than 7 bits.
  public init(sysEx7 bytes: [UInt8], group: UInt8 = 0) throws(SysExError) {
    payload = try Self.payload(of: bytes)
    cursor = .sysEx7(SysEx7Cursor(group: group))
  }

  /// Creates the packets of an 8-bit message.
  ///
  /// Thread: control.
  public init(sysEx8 payload: [UInt8], streamID: UInt8 = 0, group: UInt8 = 0) {
    self.payload = payload
    cursor = .sysEx8(SysEx8Cursor(streamID: streamID, group: group))
  }

  /// Creates the packets of a mixed data set.
  ///
  /// Thread: control. A chunk has at most `chunkBytes`, 1 to 65 535.
  ///
  /// - Throws: `SysExError.tooManyChunks` for more than 65 535 chunks.
  public init(
    mixedDataSet payload: [UInt8], address: MixedDataSetAddress, id: UInt8 = 0, group: UInt8 = 0,
    chunkBytes: Int = 65_535
  ) throws(SysExError) {
    let cursor = MixedDataSetCursor(address, id: id, group: group, chunkBytes: chunkBytes)
    if cursor.chunkCount(payloadCount: payload.count) > 65_535 { throw .tooManyChunks }
    self.payload = payload
    self.cursor = .mixedDataSet(cursor)
  }

  /// Returns the next packet, or nil after the last one.
  ///
  /// Thread: any.
  public mutating func next() -> UMP? {
    switch cursor {
    case .sysEx7(var inner):
      defer { cursor = .sysEx7(inner) }
      return inner.next(in: payload.span)
    case .sysEx8(var inner):
      defer { cursor = .sysEx8(inner) }
      return inner.next(in: payload.span)
    case .mixedDataSet(var inner):
      defer { cursor = .mixedDataSet(inner) }
      return inner.next(in: payload.span)
    }
  }

  private static func payload(of bytes: [UInt8]) throws(SysExError) -> [UInt8] {
    let start = bytes.first == 0xF0 ? 1 : 0
    let end = bytes.count > start && bytes[bytes.count - 1] == 0xF7 ? bytes.count - 1 : bytes.count
    if let offset = bytes[start..<end].firstIndex(where: { $0 > 0x7F }) {
      throw .highBit(offset: offset)
    }
    return start == 0 && end == bytes.count ? bytes : Array(bytes[start..<end])
  }
}

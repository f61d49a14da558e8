/// Splits a message of property exchange into chunks for its receiver.
enum CIPropertySplitter {
  /// The bytes of a message that are neither header nor body, F0 and F7 included.
  static let overhead = CIHeader.byteCount + 11

  /// The size that every device must accept.
  static let smallestSysExSize = 128

  /// Returns the chunks, at least one.
  ///
  /// - Parameters:
  ///   - requestID: The number that request and answer share.
  ///   - header: The header, which must fit in the first piece.
  ///   - body: The body.
  ///   - maximumSysExSize: The longest message that the receiver accepts.
  /// - Returns: The pieces in order.
  /// - Throws: `CIDeviceError`, if header or body cannot be sent.
  static func chunks(
    requestID: UInt7, header: [UInt8], body: [UInt8], maximumSysExSize: Int
  ) throws(CIDeviceError) -> [CIPropertyChunk] {
    guard (header + body).allSatisfy({ $0 < 0x80 }) else { throw .notSevenBit }
    let room = max(maximumSysExSize, smallestSysExSize) - overhead
    guard header.count <= min(room, UInt14.max.intValue) else { throw .headerTooLong }
    let bodies = pieces(
      body, first: min(room - header.count, UInt14.max.intValue),
      others: min(room, UInt14.max.intValue))
    guard let count = UInt14(exactly: bodies.count) else { throw .bodyTooLong }
    return bodies.enumerated().map { index, piece in
      CIPropertyChunk(
        requestID: requestID, header: index == 0 ? header : [], chunkCount: count,
        chunkNumber: UInt14(truncatingIfNeeded: index + 1), body: Array(piece))
    }
  }

  private static func pieces(_ body: [UInt8], first: Int, others: Int) -> [ArraySlice<UInt8>] {
    var pieces = [body.prefix(first)]
    var rest = body.dropFirst(first)
    while !rest.isEmpty {
      pieces.append(rest.prefix(others))
      rest = rest.dropFirst(others)
    }
    return pieces
  }
}

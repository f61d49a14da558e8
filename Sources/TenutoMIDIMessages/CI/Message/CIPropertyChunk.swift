/// A piece of a message of property exchange; its header and body are JSON, which the caller reads.
///
/// The corresponding standard is M2-101-UM, "Property Exchange", and M2-103-UM.
public struct CIPropertyChunk: Sendable, Hashable {
  /// The number that request and answer share.
  public var requestID: UInt7

  /// The header, whole in the first piece and empty in the others.
  public var header: [UInt8]

  /// The number of pieces; 0 until it is known.
  public var chunkCount: UInt14

  /// The number of this chunk, counted from 1; 0 if the sender cancels.
  public var chunkNumber: UInt14

  /// The piece of the body.
  public var body: [UInt8]

  /// Creates a chunk, by default the only one.
  ///
  /// Thread: any.
  public init(
    requestID: UInt7, header: [UInt8], chunkCount: UInt14 = 1, chunkNumber: UInt14 = 1,
    body: [UInt8] = []
  ) {
    self.requestID = requestID
    self.header = header
    self.chunkCount = chunkCount
    self.chunkNumber = chunkNumber
    self.body = body
  }

  init(_ reader: inout CIReader) throws(CIMessageError) {
    requestID = try reader.byte()
    header = try reader.data14()
    chunkCount = try reader.number14()
    chunkNumber = try reader.number14()
    body = try reader.data14()
  }

  func write(to writer: inout CIWriter) {
    writer.byte(requestID)
    writer.data14(header)
    writer.number14(chunkCount)
    writer.number14(chunkNumber)
    writer.data14(body)
  }
}

/// The number of bytes that wait to be downloaded.
package struct BulkSize: WireCodable, Equatable {
  package let byteCount: UInt32

  package init(byteCount: UInt32) { self.byteCount = byteCount }

  package init(from reader: inout WireReader) throws(WireError) {
    byteCount = try reader.read()
    guard byteCount <= BulkLimits.byteCount else { throw .tooLong }
  }

  package func encode(into writer: inout WireWriter) { writer.write(byteCount) }
}

/// Limits for data that may exceed one message and travels in pieces: descriptions, states, custom
/// messages.
///
/// The host uploads before a request that takes bytes (`loadState`, `message`) and downloads after
/// one that returns them (`describe`, `saveState`, `presetState`, `message`). Each direction has
/// one buffer, which the next bulk request empties.
package enum BulkLimits {
  /// The longest data in all: 16 MiB.
  package static let byteCount: UInt32 = 1 << 24
  /// Bytes of one piece.
  package static let pieceBytes = 32768
}

/// Appends a piece to the data for the next request; a piece at offset 0 starts over.
package struct UploadRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.upload
  package typealias Response = Nothing

  /// Bytes that were already uploaded.
  package let offset: UInt32
  package let bytes: [UInt8]

  package init(offset: UInt32, bytes: [UInt8]) {
    self.offset = offset
    self.bytes = bytes
  }

  package init(from reader: inout WireReader) throws(WireError) {
    offset = try reader.read()
    bytes = try reader.readBytes()
    guard bytes.count <= BulkLimits.pieceBytes,
      UInt64(offset) + UInt64(bytes.count) <= UInt64(BulkLimits.byteCount)
    else { throw .tooLong }
  }

  package func encode(into writer: inout WireWriter) {
    writer.write(offset)
    writer.write(bytes: bytes[...])
  }
}

/// Asks for a piece of the data that the last request returned.
package struct DownloadRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.download

  package let offset: UInt32

  package init(offset: UInt32) { self.offset = offset }
  package init(from reader: inout WireReader) throws(WireError) { offset = try reader.read() }
  package func encode(into writer: inout WireWriter) { writer.write(offset) }

  /// Bytes from the offset on, at most `BulkLimits.pieceBytes`; fewer only at the end.
  package struct Response: WireCodable, Equatable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }
    package init(from reader: inout WireReader) throws(WireError) {
      bytes = try reader.readBytes()
      guard bytes.count <= BulkLimits.pieceBytes else { throw .tooLong }
    }
    package func encode(into writer: inout WireWriter) { writer.write(bytes: bytes[...]) }
  }
}

internal import TenutoCore

/// Passes an extension a file that a state names and its sandbox does not let it open.
///
/// One descriptor travels with it: the file, opened read-only.
package struct FileRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.file
  package typealias Response = Nothing

  /// The absolute path of the file in the state.
  package let path: String

  package init(path: String) { self.path = path }

  package init(from reader: inout WireReader) throws(WireError) {
    let bytes = try reader.readBytes()
    guard bytes.count <= FileReference.maximumPathBytes, !bytes.contains(0),
      let path = String(validating: bytes, as: UTF8.self), path.hasPrefix("/")
    else { throw .invalidValue }
    self.path = path
  }

  package func encode(into writer: inout WireWriter) {
    writer.write(bytes: Array(path.utf8)[...])
  }
}

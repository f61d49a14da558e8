internal import Glibc
internal import TenutoPage

/// The page's files: embedded in the binary, or in a folder during development.
struct PageFiles: Sendable {
  /// The folder that is read on each request; nil for the embedded files.
  let folder: String?

  /// The content and type of a file.
  struct File {
    let type: String
    let bytes: [UInt8]
  }

  /// The paths of the embedded files, in order.
  static let paths: [String] = entries.map(\.path)

  /// Returns the file at `path`, such as `main.js`; nil if none exists.
  func file(at path: String) -> File? {
    guard let type = Self.type(of: path) else { return nil }
    guard let folder else {
      guard let entry = Self.entries.first(where: { $0.path == path }) else { return nil }
      return File(type: type, bytes: entry.bytes)
    }
    // Paths with a segment that begins with a dot could leave the folder or name hidden files.
    guard path.split(separator: "/").allSatisfy({ !$0.hasPrefix(".") }),
      let bytes = Self.read("\(folder)/\(path)")
    else { return nil }
    return File(type: type, bytes: bytes)
  }

  private static let entries: [(path: String, bytes: [UInt8])] = {
    // The table is a constant of the binary.
    let table = unsafe UnsafeBufferPointer(
      start: tenuto_page_files(), count: tenuto_page_file_count())
    return unsafe table.map { file in
      let content = unsafe UnsafeBufferPointer(start: file.bytes, count: file.count)
      return unsafe (String(cString: file.path), Array(content))
    }
  }()

  private static func type(of path: String) -> String? {
    let types = [
      "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
      "css": "text/css; charset=utf-8", "json": "application/json", "svg": "image/svg+xml",
      "png": "image/png", "ico": "image/x-icon", "wasm": "application/wasm",
      "woff2": "font/woff2", "txt": "text/plain; charset=utf-8",
    ]
    guard let place = path.lastIndex(of: ".") else { return nil }
    return types[String(path[path.index(after: place)...])]
  }

  private static func read(_ path: String) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      (0...(64 << 20)).contains(status.st_size)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let more = unsafe bytes.withUnsafeMutableBytes {
        unsafe Glibc.read(file, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      guard more > 0 else { return nil }
      count += more
    }
    return bytes
  }
}

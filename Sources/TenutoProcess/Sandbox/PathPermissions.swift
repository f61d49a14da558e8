internal import Glibc

/// Whether the file modes let an unprivileged user reach a file.
enum PathPermissions {
  private static let mayPass: mode_t = 0o001

  /// The first folder on the path that is closed to other users; the file itself counts too.
  static func closedFolder(to path: String) -> String? {
    if let folder = closedFolder(along: path) { return folder }
    // Links lead to another path.
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return closedFolder(along: unsafe String(cString: resolved))
  }

  private static func closedFolder(along path: String) -> String? {
    var folder = ""
    for part in path.split(separator: "/") {
      folder += "/\(part)"
      var status = stat()
      if unsafe stat(folder, &status) == 0, status.st_mode & mayPass == 0 { return folder }
    }
    return nil
  }

  /// Whether other users may not run an open file.
  static func isClosed(_ file: CInt) -> Bool {
    var status = stat()
    return unsafe fstat(file, &status) == 0 && status.st_mode & mayPass == 0
  }
}

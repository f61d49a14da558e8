internal import Glibc

/// Whether the file modes let an unprivileged user reach a file.
enum WayOfOthers {
  private static let mayPass: mode_t = 0o001

  /// The first folder on the path that is closed to others; the file itself counts too.
  static func obstacle(to path: String) -> String? {
    if let obstacle = obstacle(along: path) { return obstacle }
    // Links lead to another path.
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return obstacle(along: unsafe String(cString: resolved))
  }

  private static func obstacle(along path: String) -> String? {
    var place = ""
    for part in path.split(separator: "/") {
      place += "/\(part)"
      var status = stat()
      if unsafe stat(place, &status) == 0, status.st_mode & mayPass == 0 { return place }
    }
    return nil
  }

  /// Whether others may not run an open file.
  static func isClosed(_ file: CInt) -> Bool {
    var status = stat()
    return unsafe fstat(file, &status) == 0 && status.st_mode & mayPass == 0
  }
}

internal import Glibc

/// Whether a user without rights gets to a file, as far as modes tell.
enum WayOfOthers {
  private static let mayPass: mode_t = 0o001

  /// The first folder on the way to a folder, or this itself, that is closed to others.
  static func obstacle(to path: String) -> String? {
    if let obstacle = obstacle(along: path) { return obstacle }
    // The way to where links lead is another.
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

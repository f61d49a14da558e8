import Glibc

/// Paths of session files.
enum SessionPath {
  /// Returns whether a file exists.
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}

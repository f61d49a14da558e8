import Glibc

/// Files of sessions as the user names them.
enum SessionPath {
  /// Whether there is something.
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}

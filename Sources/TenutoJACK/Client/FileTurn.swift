internal import Glibc

/// A file that one program has at a time, by `flock`; who ends lets go of it.
enum FileTurn {
  /// Takes an open file, and waits a second at most: a program that was stopped must not stop others.
  ///
  /// - Returns: Whether it was taken; closing the file lets go of it.
  static func take(_ file: Int32) -> Bool {
    for _ in 0..<1000 {
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
      usleep(1000)
    }
    return false
  }
}

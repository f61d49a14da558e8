internal import Glibc

/// A file lock that one program holds at a time, by `flock`; the kernel releases it at exit.
enum FileLock {
  /// Locks an open file, waiting at most a second: a stopped program must not block other programs.
  ///
  /// - Returns: Whether the lock was taken; closing the file releases it.
  static func take(_ file: Int32) -> Bool {
    for _ in 0..<1000 {
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
      usleep(1000)
    }
    return false
  }
}

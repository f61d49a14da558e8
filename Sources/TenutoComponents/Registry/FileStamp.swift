internal import Glibc

/// A stamp that shows whether a file or folder has changed since it was read.
///
/// The time of the last change (`st_ctime`) is the kernel's own word, which no program sets: a file
/// that was put in the place of another one, or written to, has another one even where size and
/// time of modification are the same.
package struct FileStamp: Equatable, BitwiseCopyable {
  private let device: UInt64
  private let inode: UInt64
  private let size: Int64
  private let mode: UInt32
  private let modified: Int64
  private let changed: Int64

  /// The stamp of what is at `path` from the folder `directory` on, behind any symbolic link; nil
  /// where nothing can be reached there.
  package init?(_ path: String, in directory: CInt = AT_FDCWD) {
    var status = stat()
    guard unsafe fstatat(directory, path, &status, 0) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    mode = UInt32(status.st_mode)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
  }

  /// Whether its last change was so long before `time` that another one would have another time:
  /// clocks of file systems are as coarse as two seconds.
  package func isSettled(at time: Int64, margin: Int64) -> Bool { changed < time - margin }

  /// The present time as file systems have it, in nanoseconds.
  package static var now: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return nanoseconds(time)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

internal import Glibc

/// A stamp that shows whether a file or folder has changed since it was read.
///
/// Only the kernel sets the time of the last change (`st_ctime`): a file that was replaced or
/// written has a new one even if its size and modification time are the same.
package struct FileStamp: Equatable, BitwiseCopyable {
  private let device: UInt64
  private let inode: UInt64
  private let size: Int64
  private let mode: UInt32
  private let modified: Int64
  private let changed: Int64

  /// The stamp of the file at `path`, relative to `directory`, following links; nil if there is
  /// none.
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

  /// Whether a later change would certainly have another time: clocks of file systems are as coarse
  /// as two seconds.
  package func isSettled(at time: Int64, margin: Int64) -> Bool { changed < time - margin }

  /// The current time of file systems' clocks, in nanoseconds.
  package static var now: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return nanoseconds(time)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

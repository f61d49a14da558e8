internal import CJACK
internal import Glibc
internal import Synchronization

/// A lock on JACK's properties, shared by all of a user's programs that use this library.
///
/// JACK 1.9 keeps the properties in a Berkeley DB that the programs and the server map, without
/// deadlock detection: two programs that remove properties at once may each hold the page that the
/// other needs. Both then wait forever, and so do the server and every client that opens.
enum MetadataLock {
  private static let holder = Mutex<Void>(())
  /// JACK's own file, which is the same for all programs that share it; PipeWire's JACK has none.
  private static let path = "/dev/shm/jack_db-\(getuid())/metadata.db"

  /// Calls `body` while no other caller does.
  ///
  /// Within a notification it is called at once: the server may be waiting for the notification to
  /// end, and the holder of the lock for the server.
  ///
  /// Thread: any but the process thread.
  ///
  /// - Throws: The error of `body`.
  static func hold<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard cjack_is_in_callback() == 0 else { return try body() }
    return try holder.withLock { _ throws(Failure) -> Result in
      let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return try body() }
      defer { close(file) }
      _ = FileLock.take(file)  // continues without it if a stopped program has it
      return try body()
    }
  }
}

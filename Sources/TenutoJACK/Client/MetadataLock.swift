internal import CJACK
internal import Glibc
internal import Synchronization

/// JACK's properties, for one caller at a time of all of a user's programs that use this library.
///
/// JACK 1.9 keeps them in a Berkeley DB that the programs and the server map, without detection of
/// deadlocks: of two that remove properties at once each may hold the page that the other one wants.
/// Both then wait for ever, and with them the server, and whoever opens a client.
enum MetadataLock {
  private static let holder = Mutex<Void>(())
  /// JACK's own file, the same for whom it must be shared with; PipeWire's JACK has none.
  private static let path = "/dev/shm/jack_db-\(getuid())/metadata.db"

  /// Calls `body` while nobody else does.
  ///
  /// Within a notification it is called at once: the server may be waiting for the notification to
  /// end, and whoever is within `body` for the server.
  ///
  /// Thread: any but the process thread.
  ///
  /// - Throws: What `body` throws.
  static func hold<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard cjack_is_in_callback() == 0 else { return try body() }
    return try holder.withLock { _ throws(Failure) -> Result in
      let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return try body() }
      defer { close(file) }
      _ = FileTurn.take(file)  // Where a stopped program has it, this one goes on without.
      return try body()
    }
  }
}

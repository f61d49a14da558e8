internal import Glibc
internal import Synchronization

/// The open clients of this process.
///
/// libjack keeps one server's memory per process, and in JACK 1.9 opening a client after a server's
/// end frees the dead clients while they are still in use. Both become errors here.
enum OpenClients {
  private struct Entry {
    let serverName: String?
    let relay: NotificationRelay
  }

  private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])
  /// Held while a client is opened or closed, so that no other thread sees an intermediate state.
  private static let opening = Mutex<Void>(())

  /// The library of the newest client.
  private static let current = Mutex<JACKLibrary?>(nil)
  /// When the last server ended.
  private static let end = Mutex<ContinuousClock.Instant?>(nil)
  /// The time in which a server that restarts is expected back, so that its clients wait for it
  /// instead of moving to a server of the other kind.
  private static let restartTime = Duration.seconds(3)

  /// Opens a client with `open` if no open client forbids it, and registers it.
  ///
  /// `open` gets the library of the newest client, and if it finds no server the other installed
  /// ones; it returns the address of JACK's handle.
  static func enter(
    serverName: String?, open: (JACKLibrary) throws(JACKError) -> UInt
  ) throws(JACKError) -> (client: UInt, relay: NotificationRelay) {
    try opening.withLock { _ throws(JACKError) -> (client: UInt, relay: NotificationRelay) in
      try check(serverName)
      let (client, library) = try find(open)
      let relay = NotificationRelay(library: library)
      isQuiet.store(false, ordering: .sequentiallyConsistent)
      current.withLock { $0 = library }
      entries.withLock {
        $0[ObjectIdentifier(relay)] = Entry(serverName: serverName, relay: relay)
      }
      return (client, relay)
    }
  }

  private static func find(
    _ open: (JACKLibrary) throws(JACKError) -> UInt
  ) throws(JACKError) -> (UInt, JACKLibrary) {
    let first: JACKLibrary
    if let used = current.withLock(\.self) { first = used } else { first = try JACKLibrary.load() }
    do throws(JACKError) {
      return (try open(first), first)
    } catch {
      guard error.code == .noServer, mayChangeLibrary else { throw error }
      for library in JACKLibrary.all where !library.isSame(as: first) {
        do throws(JACKError) {
          return (try open(library), library)
        } catch {
          guard error.code == .noServer else { throw error }
        }
      }
      throw error
    }
  }

  private static var mayChangeLibrary: Bool {
    guard entries.withLock(\.isEmpty) else { return false }
    return end.withLock { end in end.map { $0.duration(to: .now) > restartTime } ?? true }
  }

  /// Notes that a server has ended.
  static func noteEnd() { end.withLock { $0 = .now } }

  /// Closes a client with `close`, and unregisters it.
  static func leave(_ relay: NotificationRelay, close: () -> Void) {
    opening.withLock { _ in
      if relay.serverEnded.load(ordering: .sequentiallyConsistent) { letNotificationsEnd() }
      close()
      _ = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(relay)) }
    }
  }

  /// Whether all notifications to the clients of an ended server are over.
  private static let isQuiet = Atomic(false)
  /// Milliseconds that the clients of an ended server may take to be notified.
  private static let timeout = 500
  /// Milliseconds in which the last of them must return from its callback.
  private static let grace: UInt32 = 20

  /// Waits until all clients have been notified of their server's end.
  ///
  /// JACK 1.9 closes a client by cancelling its notification thread. In its last moments a server
  /// notifies each client that other clients leave. A thread that is cancelled while it handles
  /// this keeps a lock of the whole process, and JACK stops working in the process. The server's
  /// end is a client's last notification.
  private static func letNotificationsEnd() {
    guard !isQuiet.exchange(true, ordering: .sequentiallyConsistent) else { return }
    let relays = entries.withLock { $0.values.map(\.relay) }
    for _ in 0..<timeout {
      if relays.allSatisfy({ $0.serverEnded.load(ordering: .sequentiallyConsistent) }) { break }
      usleep(1000)
    }
    usleep(grace * 1000)
  }

  /// Whether this process has an open client with that name.
  static func contains(clientNamed name: String) -> Bool {
    entries.withLock { entries in
      entries.values.contains { entry in entry.relay.clientName.withLock { $0 } == name }
    }
  }

  private static func check(_ serverName: String?) throws(JACKError) {
    let open = entries.withLock { Array($0.values) }
    let dead = open.count { $0.relay.serverEnded.load(ordering: .sequentiallyConsistent) }
    guard dead == 0 else {
      throw JACKError(
        .deadClientsOpen,
        "\(dead) JACK client(s) of this process belong to a server that ended; close them, then "
          + "open new ones.")
    }
    if let other = open.first(where: { $0.serverName != serverName }) {
      throw JACKError(
        .otherServerInUse,
        "This process has clients of the JACK server \"\(other.serverName ?? "default")\"; close "
          + "them before you open one of \"\(serverName ?? "default")\".")
    }
  }
}

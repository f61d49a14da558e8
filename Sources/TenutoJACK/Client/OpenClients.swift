internal import Glibc
internal import Synchronization

/// The clients that this process has open.
///
/// libjack keeps one server's memory per process, and in JACK 1.9 opening a client after a server's
/// end frees the dead clients behind their owners' backs. Both are turned into errors here.
enum OpenClients {
  private struct Entry {
    let serverName: String?
    let relay: NotificationRelay
  }

  private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])
  /// Held while a client is opened or closed, so that no other sees the state in between.
  private static let opening = Mutex<Void>(())

  /// Opens a client with `open` if no open client forbids it, and enters it.
  static func enter<Client>(
    serverName: String?, relay: NotificationRelay, open: () throws(JACKError) -> Client
  ) throws(JACKError) -> Client {
    try opening.withLock { _ throws(JACKError) -> Client in
      try check(serverName)
      let client = try open()
      isQuiet.store(false, ordering: .sequentiallyConsistent)
      entries.withLock {
        $0[ObjectIdentifier(relay)] = Entry(serverName: serverName, relay: relay)
      }
      return client
    }
  }

  /// Closes a client with `close`, and forgets it.
  static func leave(_ relay: NotificationRelay, close: () -> Void) {
    opening.withLock { _ in
      if relay.serverEnded.load(ordering: .sequentiallyConsistent) { letNotificationsEnd() }
      close()
      _ = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(relay)) }
    }
  }

  /// Whether the clients of a server that ended hear nothing any more.
  private static let isQuiet = Atomic(false)
  /// Milliseconds for which the clients of a server that ended may take to hear of it.
  private static let patience = 500
  /// Milliseconds that the last of them has to return from its callback.
  private static let grace: UInt32 = 20

  /// Waits until all clients have heard that their server ended.
  ///
  /// JACK 1.9 closes a client by cancelling the thread that hears for it. In its last moments a server
  /// tells each client that others go; a thread that is cancelled while it takes note of that leaves a
  /// lock of the whole process held, and nothing of JACK works in the process any more. What a client
  /// hears last is the server's end.
  private static func letNotificationsEnd() {
    guard !isQuiet.exchange(true, ordering: .sequentiallyConsistent) else { return }
    let relays = entries.withLock { $0.values.map(\.relay) }
    for _ in 0..<patience {
      if relays.allSatisfy({ $0.serverEnded.load(ordering: .sequentiallyConsistent) }) { break }
      usleep(1000)
    }
    usleep(grace * 1000)
  }

  /// Whether this process has an open client of that name.
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

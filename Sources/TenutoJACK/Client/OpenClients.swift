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
      entries.withLock {
        $0[ObjectIdentifier(relay)] = Entry(serverName: serverName, relay: relay)
      }
      return client
    }
  }

  /// Closes a client with `close`, and forgets it.
  static func leave(_ relay: NotificationRelay, close: () -> Void) {
    opening.withLock { _ in
      close()
      _ = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(relay)) }
    }
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

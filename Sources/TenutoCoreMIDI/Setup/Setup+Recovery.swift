internal import Dispatch
internal import Synchronization
internal import TenutoJACK

extension Setup {
  /// Takes up the connection to the server again, as soon as there is one.
  func recoverLater() {
    notifications.asyncAfter(deadline: .now() + .milliseconds(200)) {
      guard !self.clients.isEmpty else { return }
      if !self.recover() { self.recoverLater() }
    }
  }

  /// Reconnects to the server; returns false if none exists.
  func recover() -> Bool {
    let opening = status { () throws(JACKError) in
      try openDirectory()
      for client in clients { try client.ports.reopen() }
      try connection.withLock { $0.service }?.client.ports.reopen()
    }
    guard opening == noErr else { return false }
    for direction in MIDIEndpointDirection.allCases {
      for endpoint in endpoints(direction) { reconnect(endpoint) }
    }
    return true
  }
}

/// Follows the ports of the setup until the last client is closed.
protocol SetupFollower: Sendable {
  /// Makes it examine the ports again.
  func wake()

  /// Stops until there is a client; no work is running when it returns.
  func pause()
}

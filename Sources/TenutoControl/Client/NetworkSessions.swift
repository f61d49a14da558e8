import FoundationEssentials

/// The open network MIDI sessions of the user, each a process with a socket.
package struct NetworkSessions: Sendable {
  /// The folder of their sockets.
  package let folder: SocketFolder

  /// Finds the sessions next to the hosts of a folder.
  package init(besideHostsIn hosts: SocketFolder) {
    folder = SocketFolder(path: "\(hosts.path)/net")
  }

  /// Finds the sessions of this process's user.
  init() {
    self.init(
      besideHostsIn: SocketFolder(environment: ProcessInfo.processInfo.environment))
  }

  /// The names of the sessions, and clients of them.
  package var clients: [(name: String, client: ControlClient)] {
    folder.names.map { ($0, ControlClient(name: $0, in: folder)) }
  }

  /// The state of all sessions, without those that have just ended.
  package var records: [NetworkSessionRecord] {
    clients.compactMap { try? $0.client.get("/v1/net", as: NetworkSessionRecord.self) }
  }
}

import TenutoNetworkMIDI
import TenutoNetworkPorts
import TenutoControl

/// Lets other commands of this user read and change an open session.
///
/// `GET /v1/net` is a `NetworkSessionRecord`; `POST /v1/net/policy`, `/v1/net/contacts` and
/// `/v1/net/disconnect` change it.
struct NetServer {
  /// The body and the answer of `disconnect`.
  struct Disconnection: Codable {
    /// The host's name or address; in an answer, that of the disconnected host.
    let host: String
  }

  /// The body and the answer of `policy`.
  struct PolicyChange: Codable {
    let policy: NetPolicy
  }

  private let server: RequestServer

  /// Starts serving a session.
  ///
  /// - Throws: An error if the socket cannot be created.
  init(_ session: MIDINetworkSession, _ ports: MIDINetworkPorts) throws(RequestError) {
    // The server gets its name only once it is serving.
    let name = NameBox()
    try Environment.socketFolder.prepare()
    server = try RequestServer(name: nil, in: Self.sessions.folder) {
      request throws(RequestError) in
      try Self.answer(request, session, ports, called: name.value)
    }
    name.value = server.name
  }

  /// The session's name in commands.
  var name: String { server.name }

  private static func answer(
    _ request: HTTPRequest, _ session: MIDINetworkSession, _ ports: MIDINetworkPorts,
    called name: String
  ) throws(RequestError) -> HTTPResponse {
    switch (request.method, request.path) {
    case ("GET", ["v1", "net"]):
      return try HTTPResponse(NetworkSessionRecord(session, ports, called: name))
    case ("POST", ["v1", "net", "policy"]):
      guard let change = WireJSON.value(request.body, as: PolicyChange.self) else {
        throw RequestError(400, "The policy must be 'no-one', 'contacts' or 'anyone'.")
      }
      session.connectionPolicy = change.policy.policy
      return try HTTPResponse(change)
    case ("POST", ["v1", "net", "contacts"]):
      session.reloadContacts()
      return try HTTPResponse(NetworkSessionRecord(session, ports, called: name))
    case ("POST", ["v1", "net", "disconnect"]):
      guard let disconnection = WireJSON.value(request.body, as: Disconnection.self) else {
        throw RequestError(400, "Name the host to disconnect.")
      }
      return try HTTPResponse(disconnect(disconnection, from: session))
    default: throw RequestError(404, "A network session has no such path.")
    }
  }

  private static func disconnect(
    _ disconnection: Disconnection, from session: MIDINetworkSession
  ) throws(RequestError) -> Disconnection {
    let found = session.peers.filter { peer in
      [peer.host.name, peer.host.address, peer.host.description].contains(disconnection.host)
        || "\(peer.host.address):\(peer.host.port)" == disconnection.host
    }
    guard let peer = found.first else {
      throw RequestError(404, "'\(disconnection.host)' is not in this session.")
    }
    guard found.count == 1 else {
      throw RequestError(
        409, "\(found.count) hosts are named '\(disconnection.host)'; give an address and a port.")
    }
    session.disconnect(peer)
    return Disconnection(host: peer.host.description)
  }
}

extension NetServer {
  /// The open sessions of this user.
  private static var sessions: NetworkSessions {
    NetworkSessions(besideHostsIn: Environment.socketFolder)
  }

  /// The clients of all open sessions of this user.
  static var clients: [(name: String, client: ControlClient)] { sessions.clients }

  /// The state of all open sessions, without those that have just ended.
  static var records: [NetworkSessionRecord] { sessions.records }

  /// Has all open sessions of this user read the contacts again.
  static func reloadContacts() {
    // A session that ends in between does not need them.
    for (_, client) in clients {
      _ = try? client.post("/v1/net/contacts", as: NetworkSessionRecord.self)
    }
  }

  /// The message if there is no session.
  static let none = "No network session is open; 'tenuto net connect' or 'accept' opens one."
}

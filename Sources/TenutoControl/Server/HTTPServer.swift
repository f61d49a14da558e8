internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization

/// The handler of the requests to an `HTTPServer`.
///
/// Thread: a separate one for each request; it may block.
protocol HTTPService: Sendable {
  /// Returns the answer to a request.
  func answer(_ request: HTTPRequest, _ rule: AccessRule) -> HTTPResponse
  /// Returns the WebSocket for a request; nil if none exists at its path.
  ///
  /// - Throws: The error to answer.
  func webSocket(_ request: HTTPRequest, _ rule: AccessRule) throws(RequestError) -> WebSocketOffer?
}

/// A WebSocket that a service offers for a request.
///
/// The server may drop an offer without calling `talk`: what the offer holds ends with it.
struct WebSocketOffer: Sendable {
  /// Header fields of the answer, besides or in place of those of the handshake.
  var fields: [String: String] = [:]
  /// Serves the WebSocket until its end.
  ///
  /// Thread: a separate one; it may block.
  let talk: @Sendable (WebSocketPeer) -> Void

  /// Offers a WebSocket that `talk` serves.
  init(_ talk: @escaping @Sendable (WebSocketPeer) -> Void) { self.talk = talk }
}

/// Listens on a socket and serves HTTP/1.1, one request per connection, and WebSockets.
///
/// All sockets of the process share one event loop, which never runs blocking code.
final class HTTPServer: Sendable {
  private let channel: any Channel
  private let connections = ConnectionTable()

  /// The event loop of all servers and clients, created with the first of them.
  static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  /// Starts serving on a Unix socket that already listens.
  ///
  /// - Throws: 500 if the socket cannot be used.
  convenience init(
    _ socket: ListeningSocket, _ service: any HTTPService,
    limits: ConnectionLimits = ConnectionLimits()
  ) throws(RequestError) {
    let descriptor = fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else {
      throw RequestError(500, "The socket '\(socket.path)' cannot be used.")
    }
    try self.init(
      .user(geteuid()), service, limits, refusal: "'\(socket.path)' accepts no connections."
    ) {
      $0.withBoundSocket(descriptor)
    }
  }

  /// Starts serving on 127.0.0.1.
  ///
  /// - Throws: 409 if another program uses that port.
  convenience init(
    port: UInt16, _ service: any HTTPService, limits: ConnectionLimits
  ) throws(RequestError) {
    try self.init(
      nil, service, limits,
      refusal: "Port \(port) of 127.0.0.1 is not available; another program may use it."
    ) { $0.bind(host: "127.0.0.1", port: Int(port)) }
  }

  /// Starts serving; without a rule, the rule for the loopback interface applies.
  private init(
    _ rule: AccessRule?, _ service: any HTTPService, _ limits: ConnectionLimits, refusal: String,
    bind: (ServerBootstrap) -> EventLoopFuture<any Channel>
  ) throws(RequestError) {
    let connections = connections
    let bootstrap = ServerBootstrap(group: Self.group)
      .serverChannelOption(.backlog, value: 128)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { channel in
        // Without free descriptors it waits a second before it accepts again.
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptBackoffHandler())
        }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let port = channel.localAddress?.port.map(UInt16.init(truncatingIfNeeded:)) ?? 0
          try HTTPConnection.begin(
            on: channel, service, rule ?? .loopback(port: port), limits, connections)
        }
      }
    do {
      channel = try bind(bootstrap).wait()
    } catch {
      throw RequestError(409, refusal)
    }
  }

  /// The TCP port.
  var port: UInt16 { UInt16(truncatingIfNeeded: channel.localAddress?.port ?? 0) }

  /// Stops accepting connections, and closes the open ones after a moment for their last messages.
  func stop() {
    try? channel.close().wait()
    connections.end(after: .milliseconds(500))
  }
}

/// The connections of a server.
///
/// Thread: any.
final class ConnectionTable: Sendable {
  private struct State {
    var channels: [ObjectIdentifier: any Channel] = [:]
    var webSocketCount = 0
  }

  private let state = Mutex(State())

  /// Adds a connection unless there are `limit` already; returns whether it was added.
  func add(_ channel: any Channel, limit: Int) -> Bool {
    let key = ObjectIdentifier(channel)
    let isIn = state.withLock { state in
      guard state.channels.count < limit else { return false }
      state.channels[key] = channel
      return true
    }
    guard isIn else { return false }
    channel.closeFuture.whenComplete { _ in
      self.state.withLock { _ = $0.channels.removeValue(forKey: key) }
    }
    return true
  }

  /// Reserves one of `limit` WebSockets until `leaveWebSocket`; returns whether one was free.
  func enterWebSocket(limit: Int) -> Bool {
    state.withLock { state in
      guard state.webSocketCount < limit else { return false }
      state.webSocketCount += 1
      return true
    }
  }

  func leaveWebSocket() { state.withLock { $0.webSocketCount -= 1 } }

  /// Closes all connections.
  func end(after pause: TimeAmount) {
    HTTPServer.group.next().scheduleTask(in: pause) {
      for channel in self.state.withLock({ Array($0.channels.values) }) {
        channel.close(promise: nil)
      }
    }
  }
}

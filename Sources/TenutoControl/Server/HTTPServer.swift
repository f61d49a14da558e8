internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization

/// What answers the requests that come to an `HTTPServer`.
///
/// Thread: one of its own for each request; it may wait.
protocol HTTPService: Sendable {
  /// The answer to a request.
  func answer(_ request: HTTPRequest, _ rule: AccessRule) -> HTTPResponse
  /// What talks over the WebSocket that a request wishes, on a thread of its own, to the end; nil
  /// where there is none at its path.
  ///
  /// It may never be called: what it needs it takes then.
  ///
  /// - Throws: Why it is refused.
  func webSocket(
    _ request: HTTPRequest, _ rule: AccessRule
  ) throws(RequestError) -> (@Sendable (WebSocketPeer) -> Void)?
}

/// Listens at a socket and speaks HTTP/1.1, one request for each connection, and WebSocket.
///
/// All sockets of the process have one event loop; none of what blocks is done there.
final class HTTPServer: Sendable {
  private let channel: any Channel
  private let connections = ConnectionTable()

  /// The event loop of all servers and clients, begun with the first of them.
  static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  /// Begins to answer at a Unix socket that listens already.
  ///
  /// - Throws: Why that cannot be.
  convenience init(
    _ socket: ListeningSocket, _ service: any HTTPService,
    limits: ConnectionLimits = ConnectionLimits()
  ) throws(RequestError) {
    let descriptor = fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else {
      throw RequestError(500, "The socket '\(socket.path)' cannot be used.")
    }
    try self.init(.user(geteuid()), service, limits, refusal: "'\(socket.path)' takes nobody.") {
      $0.withBoundSocket(descriptor)
    }
  }

  /// Begins to answer on 127.0.0.1.
  ///
  /// - Throws: 409 where another program has that port.
  convenience init(
    port: UInt16, _ service: any HTTPService, limits: ConnectionLimits
  ) throws(RequestError) {
    try self.init(
      nil, service, limits,
      refusal: "The port \(port) of 127.0.0.1 cannot be had; another program may have it."
    ) { $0.bind(host: "127.0.0.1", port: Int(port)) }
  }

  /// As above; without a rule, the loopback's.
  private init(
    _ rule: AccessRule?, _ service: any HTTPService, _ limits: ConnectionLimits, refusal: String,
    bind: (ServerBootstrap) -> EventLoopFuture<any Channel>
  ) throws(RequestError) {
    let connections = connections
    let bootstrap = ServerBootstrap(group: Self.group)
      .serverChannelOption(.backlog, value: 128)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { channel in
        // Without descriptors left it waits a second before it accepts again.
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

  /// The port of TCP.
  var port: UInt16 { UInt16(truncatingIfNeeded: channel.localAddress?.port ?? 0) }

  /// Takes no more connections, and ends those that are there after a moment for their last words.
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

  /// Takes one in that is not one of `limit` yet; false where there is no room.
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

  /// Whether there is room for one more WebSocket, which then is taken until `leaveWebSocket`.
  func enterWebSocket(limit: Int) -> Bool {
    state.withLock { state in
      guard state.webSocketCount < limit else { return false }
      state.webSocketCount += 1
      return true
    }
  }

  func leaveWebSocket() { state.withLock { $0.webSocketCount -= 1 } }

  /// Closes all of them.
  func end(after pause: TimeAmount) {
    HTTPServer.group.next().scheduleTask(in: pause) {
      for channel in self.state.withLock({ Array($0.channels.values) }) {
        channel.close(promise: nil)
      }
    }
  }
}

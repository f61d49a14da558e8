internal import Glibc
internal import Synchronization
internal import TenutoSystem

/// Answers connections for one host, whatever socket they come by.
///
/// Each connection has a thread of its own; none of them holds anything that the render thread
/// needs.
final class ControlService: Sendable {
  private let host: any ControlledHost
  private let feed: ChangeFeed
  private let router = ControlRouter()
  private let connectionCount = Atomic(0)
  private let webSocketCount = Atomic(0)

  /// Connections at one time.
  static let connectionLimit = 32
  /// Those of them that hear of changes, so that they leave room for others.
  static let webSocketLimit = 16
  /// Seconds of silence after which a connection is given up.
  private static let patienceSeconds = 5

  init(_ host: any ControlledHost) {
    self.host = host
    feed = ChangeFeed(host)
  }

  /// Answers a connection, on a thread of its own.
  func take(_ connection: Int32, _ rule: AccessRule) {
    let stream = SocketStream(owning: connection, patienceSeconds: Self.patienceSeconds)
    guard rule.admits(peerUser: stream.peerUser) else { return }
    guard enter(connectionCount, Self.connectionLimit) else {
      let refusal = RequestError(503, "Too many programs ask at once; ask again.")
      return stream.writeWithoutWaiting(HTTPResponse(refusal).bytes)
    }
    do {
      try DetachedThread.start {
        self.serve(stream, rule)
        self.connectionCount.wrappingSubtract(1, ordering: .relaxed)
      }
    } catch {
      connectionCount.wrappingSubtract(1, ordering: .relaxed)
    }
  }

  /// Ends what hears of changes.
  func end() { feed.end() }

  private func enter(_ count: borrowing Atomic<Int>, _ limit: Int) -> Bool {
    if count.wrappingAdd(1, ordering: .relaxed).newValue <= limit { return true }
    count.wrappingSubtract(1, ordering: .relaxed)
    return false
  }

  private func serve(_ stream: SocketStream, _ rule: AccessRule) {
    var reader = RequestReader(stream)
    let response: HTTPResponse
    var isRead = false
    do throws(RequestError) {
      guard let request = try reader.read() else { return }
      isRead = true
      try rule.check(request)
      if request.path == ["v1", "changes"] && WebSocketHandshake.isWished(by: request) {
        return try serveChanges(stream, request, surplus: reader.surplus)
      }
      response = router.answer(request, of: host)
    } catch {
      response = HTTPResponse(error)
    }
    _ = stream.write(response.bytes)
    if !isRead { stream.drain() }
  }

  private func serveChanges(
    _ stream: SocketStream, _ request: HTTPRequest, surplus: [UInt8]
  ) throws(RequestError) {
    let handshake = try WebSocketHandshake.answer(to: request)
    let call = Route.Call(request: request, host: host, words: [])
    let since = try call.number("since")
    guard enter(webSocketCount, Self.webSocketLimit) else {
      throw RequestError(503, "Too many programs hear of changes at once; end one of them.")
    }
    defer { webSocketCount.wrappingSubtract(1, ordering: .relaxed) }
    let (key, queue) = try feed.subscribe(since: since, ChangeWishes(call))
    defer { feed.unsubscribe(key) }
    guard stream.write(handshake.bytes) else { return }
    ChangeConnection(stream: stream, queue: queue, host: host).run(surplus)
  }
}

internal import Synchronization

/// Answers requests for one host, whatever socket they come by.
///
/// None of its threads holds anything that the render thread needs.
final class ControlService: HTTPService {
  private let host: any ControlledHost
  private let feed: ChangeFeed
  private let files: PageFiles
  private let router = ControlRouter()
  private let page = Mutex<OpenPage?>(nil)

  /// The page while it is served.
  private struct OpenPage: Sendable {
    let service: PageServer
    let server: HTTPServer
  }

  init(_ host: any ControlledHost, _ files: PageFiles) {
    self.host = host
    self.files = files
    feed = ChangeFeed(host)
  }

  /// Ends what hears of changes, and the page.
  func end() {
    page.withLock { $0.take() }?.server.stop()
    feed.end()
  }

  func answer(_ request: HTTPRequest, _ rule: AccessRule) -> HTTPResponse {
    guard case .user = rule else { return router.answer(request, of: host) }
    return router.answer(request, of: host) { port throws(RequestError) in
      try self.openPage(port: port)
    }
  }

  func webSocket(
    _ request: HTTPRequest, _ rule: AccessRule
  ) throws(RequestError) -> (@Sendable (WebSocketPeer) -> Void)? {
    guard request.path == ["v1", "changes"] else { return nil }
    try WebSocketHandshake.check(request)
    let call = Route.Call(request: request, host: host, words: [])
    let (since, wishes) = (try call.number("since"), ChangeWishes(call))
    let (feed, host) = (feed, host)
    return { peer in
      guard let (key, queue) = try? feed.subscribe(since: since, wishes) else {
        return peer.end(.goingAway)
      }
      ChangeConnection(peer: peer, queue: queue, host: host).run()
      feed.unsubscribe(key)
    }
  }

  /// Serves the page, where it is not yet, and makes an address for one browser.
  ///
  /// - Parameter port: The port; nil for any that is free, or the one that it has.
  /// - Returns: The address.
  /// - Throws: 409 where it has another port, or another program has that one.
  func openPage(port: UInt16?) throws(RequestError) -> PageAddress {
    // Two that ask at once get the same one.
    let result: Result<OpenPage, RequestError> = page.withLock { page in
      if let page { return .success(page) }
      let service = PageServer(self, files)
      var limits = ConnectionLimits()
      limits.messagesPerSecond = 200
      do throws(RequestError) {
        let opened = OpenPage(
          service: service, server: try HTTPServer(port: port ?? 0, service, limits: limits))
        page = opened
        return .success(opened)
      } catch {
        return .failure(error)
      }
    }
    let opened = try result.get()
    let own = opened.server.port
    guard port == nil || port == own else {
      throw RequestError(409, "The page has the port \(own) already; ask for it without one.")
    }
    let token = opened.service.access.makeToken()
    return PageAddress(url: "http://127.0.0.1:\(own)/?token=\(token)", port: Int(own))
  }
}

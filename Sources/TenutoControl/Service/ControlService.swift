internal import Synchronization
internal import TenutoCore
internal import TenutoRender
internal import TenutoSystem

/// Answers the requests for one host, from all its sockets.
///
/// Its threads hold no lock that the render thread needs.
final class ControlService: HTTPService {
  private let host: any ControlledHost
  private let feed: ChangeFeed
  private let files: PageFiles
  private let router = ControlRouter()
  private let page = Mutex<OpenPage?>(nil)
  /// MIDI for pages.
  let webMIDI: WebMIDI

  /// The page and its server.
  private struct OpenPage: Sendable {
    let service: PageServer
    let server: HTTPServer
  }

  init(_ host: any ControlledHost, _ files: PageFiles, _ permissions: WebMIDIPermissions?) {
    self.host = host
    self.files = files
    let feed = ChangeFeed(host)
    self.feed = feed
    webMIDI = WebMIDI(host, permissions) { feed.take(ChangeRecord("web-midi")) }
  }

  /// Ends the subscriptions to changes, and the page.
  func end() {
    page.withLock { $0.take() }?.server.stop()
    feed.end()
  }

  func answer(_ request: HTTPRequest, _ rule: AccessRule) -> HTTPResponse {
    guard case .user = rule else {
      return router.answer(request, of: host, webMIDI: webMIDI)
    }
    return router.answer(request, of: host, webMIDI: webMIDI) { port throws(RequestError) in
      try self.openPage(port: port)
    }
  }

  func webSocket(
    _ request: HTTPRequest, _ rule: AccessRule
  ) throws(RequestError) -> WebSocketOffer? {
    guard request.path.count == 2, request.path[0] == "v1" else { return nil }
    switch request.path[1] {
    case "changes": return try changes(request)
    case "sound": return try sound(request)
    case "play": return try play(request)
    case "messages": return try messages(request)
    case "files": return try files(request)
    case "midi": return try midi(request, of: nil)
    default: return nil
    }
  }

  private func changes(
    _ request: HTTPRequest
  ) throws(RequestError) -> WebSocketOffer {
    try WebSocketHandshake.check(request)
    let call = Route.Call(request: request, host: host, words: [])
    let (since, options) = (try call.number("since"), ChangeOptions(call))
    let (feed, host) = (feed, host)
    return WebSocketOffer { peer in
      guard let (key, queue) = try? feed.subscribe(since: since, options) else {
        return peer.end(.goingAway)
      }
      ChangeConnection(peer: peer, queue: queue, host: host).run()
      feed.unsubscribe(key)
    }
  }

  private func sound(
    _ request: HTTPRequest
  ) throws(RequestError) -> WebSocketOffer {
    try WebSocketHandshake.check(request)
    let (host, node) = (host, request.query["node"])
    if let node { _ = try host.knownNode(node) }
    return WebSocketOffer { peer in
      let monitor = GraphMonitor(channelCount: SoundConnection.channelCount)
      guard let detach = try? host.attach(monitor, to: node) else { return peer.end(.goingAway) }
      SoundConnection(peer: peer, monitor: monitor).run()
      detach()
    }
  }

  /// Returns the MIDI connection of a page of another origin, or of the user's own programs.
  func midi(
    _ request: HTTPRequest, of origin: WebOrigin?
  ) throws(RequestError) -> WebSocketOffer {
    try WebSocketHandshake.check(request)
    return try webMIDI.connection(of: origin)
  }

  private func play(
    _ request: HTTPRequest
  ) throws(RequestError) -> WebSocketOffer {
    try WebSocketHandshake.check(request)
    guard let node = request.query["node"] else {
      throw RequestError(400, "Name the node to play, such as node=keys.")
    }
    let host = host
    _ = try host.knownNode(node)
    return WebSocketOffer { peer in
      let monitor = GraphMonitor(channelCount: 0)
      guard let detach = try? host.attach(monitor, to: node) else { return peer.end(.goingAway) }
      PlayConnection(peer: peer, host: host, node: node, monitor: monitor).run()
      detach()
    }
  }

  private func messages(
    _ request: HTTPRequest
  ) throws(RequestError) -> WebSocketOffer {
    try WebSocketHandshake.check(request)
    guard let node = request.query["node"] else {
      throw RequestError(400, "Name the extension's node, such as node=filter.")
    }
    let host = host
    _ = try host.knownNode(node)
    return WebSocketOffer { MessageConnection(peer: $0, host: host, node: node).run() }
  }

  private func files(
    _ request: HTTPRequest
  ) throws(RequestError) -> WebSocketOffer {
    try WebSocketHandshake.check(request)
    guard let name = request.query["name"],
      let byteCount = request.query["bytes"].flatMap({ Int($0) })
    else {
      throw RequestError(400, "Name the file and its size, such as name=song.mid&bytes=1024.")
    }
    guard let place = host.filesFolder else {
      throw RequestError(409, "There is no folder for files: save the session, or set HOME.")
    }
    return WebSocketOffer {
      FileConnection(peer: $0, place: place, name: name, byteCount: byteCount).run()
    }
  }

  /// The folder of the page that a node's component brings.
  ///
  /// - Throws: 404 if none exists.
  func pageFolder(ofNode name: String) throws(RequestError) -> String {
    if let folder = try host.knownNode(name).pageFolder { return folder }
    throw RequestError(404, "'\(name.printable)' has no page.")
  }

  /// Serves the page, if it is not served yet, and creates an address for one browser.
  ///
  /// - Parameter port: The port; nil for a free one, or the current one.
  /// - Returns: The address.
  /// - Throws: 409 if the page has another port, or another program uses the port.
  func openPage(port: UInt16?) throws(RequestError) -> PageAddress {
    // Simultaneous requests get the same page.
    let result: Result<OpenPage, RequestError> = page.withLock { page in
      if let page { return .success(page) }
      let service = PageServer(self, files)
      var limits = ConnectionLimits()
      limits.messagesPerSecond = 200
      // Twenty complete pages, and room for requests besides their sockets.
      (limits.connections, limits.webSockets) = (64, 48)
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
      throw RequestError(
        409, "The page already uses the port \(own); repeat the request without a port.")
    }
    let token = opened.service.access.makeToken()
    return PageAddress(url: "http://127.0.0.1:\(own)/?token=\(token)", port: Int(own))
  }
}

import Foundation
import Synchronization
import Testing

@testable import TenutoControl

/// WebSockets of another site behind the proxy.
struct ProxySocketTests {
  private let echo: EchoSite
  private let site: HTTPServer
  private let proxy: WebProxy

  init() throws {
    echo = EchoSite()
    site = try HTTPServer(port: 0, echo, limits: ConnectionLimits())
    proxy = try Self.proxy(ofPort: site.port)
  }

  private static func proxy(
    ofPort port: UInt16, limits: ConnectionLimits = ConnectionLimits()
  ) throws -> WebProxy {
    let origin = try #require(WebOrigin(parsing: "http://127.0.0.1:\(port)"))
    return try WebProxy(of: origin, host: "http://127.0.0.1:1", port: 0, limits: limits)
  }

  /// Requests a WebSocket like a proxied page, with replaced header fields.
  private func open(
    _ target: String = "/echo", _ other: [String: String] = [:], through proxy: WebProxy? = nil
  ) throws -> WebSocketOpening {
    let own = (proxy ?? self.proxy).origin
    let origin = try #require(WebOrigin(parsing: own))
    let fields = ["Host": origin.authority, "Origin": own].merging(other) { $1 }
    return try WebSocketOpening(
      on: try UpstreamStream(to: origin).stream, target: target,
      fields: fields.filter { !$0.value.isEmpty }.map { ($0.key, $0.value) },
      timeout: .seconds(30))
  }

  private func peer(_ opening: WebSocketOpening) throws -> WebSocketPeer {
    try #require(opening.isAccepted)
    return try opening.peer(ConnectionLimits())
  }

  private func message(of peer: WebSocketPeer) throws -> WebSocketMessage? {
    try peer.next(within: .seconds(30))
  }

  /// Waits for the end of a WebSocket.
  private func end(of peer: WebSocketPeer) -> WebSocketEnd? {
    do throws(WebSocketEnd) {
      while try peer.next(within: .seconds(30)) != nil {}
      return nil
    } catch {
      return error
    }
  }

  @Test func messagesPassBothWays() throws {
    let page = try peer(try open())
    let long = WebSocketMessage.binary((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 * 7) })
    for sent in [.text("über"), .binary([]), long, .text("")] {
      #expect(page.send([sent], within: .seconds(30)))
      #expect(try message(of: page) == sent)
    }
    page.end(.normal)
  }

  @Test func theSiteGetsARequestFromItsOwnPage() throws {
    let opening = try open(
      "/echo?a=%20b",
      [
        "Cookie": "id=1", "Sec-WebSocket-Protocol": "one, two",
        "Sec-WebSocket-Extensions": "permessage-deflate", "Referer": "\(proxy.origin)/app",
      ])
    let answer = try #require(UpstreamFetch.Answer(head: opening.head))
    let fields = Dictionary(answer.fields.map { ($0.name, $0.value) }) { $1 }
    // The accept that belongs to the key of `WebSocketOpening`, by openssl.
    #expect(fields["sec-websocket-accept"] == "2f12EqUrVxgwItraNclS3xXdP00=")
    #expect(fields["sec-websocket-protocol"] == "two" && fields["set-cookie"] == "id=2; Path=/")
    #expect(fields["sec-websocket-extensions"] == nil && fields["x-other"] == nil)
    let last = echo.requests.withLock { $0.last }
    let request = try #require(last)
    let own = "http://127.0.0.1:\(site.port)"
    #expect(request.target == "/echo?a=%20b" && request.headers["cookie"] == "id=1")
    #expect(request.headers["host"] == "127.0.0.1:\(site.port)")
    #expect(request.headers["origin"] == own && request.headers["referer"] == "\(own)/app")
    #expect(request.headers["sec-websocket-extensions"] == nil)
  }

  @Test func endsPassOnWithTheirReasons() throws {
    let left = try peer(try open())
    #expect(left.send([.text("end")], within: .seconds(30)))
    #expect(end(of: left) == .normal)
    #expect(left.closing == WebSocketClosing(parsing: [0x0F, 0xA1] + Array("done".utf8)))
    let leaving = try peer(try open())
    #expect(leaving.send([.text("a")], within: .seconds(30)))
    _ = try message(of: leaving)
    leaving.end(.normal, closing: WebSocketClosing(code: 3007))
    #expect(echo.nextEnd() == WebSocketClosing(code: 4001))
    #expect(echo.nextEnd() == WebSocketClosing(code: 3007))
  }

  @Test func onlyTheSitesPagesOpenOne() throws {
    for (fields, status) in [
      (["Origin": ""], 403), (["Origin": "http://127.0.0.1:\(site.port)"], 403),
      (["Origin": "null"], 403), (["Host": "example.org"], 403),
      (["Sec-Fetch-Site": "cross-site"], 403),
    ] {
      let opening = try open("/echo", fields)
      #expect(opening.head.starts(with: "HTTP/1.1 \(status) ".utf8), "\(fields)")
    }
    let isEmpty = echo.requests.withLock { $0.isEmpty }
    #expect(isEmpty)
  }

  @Test func anUnreachableSiteIsABadGateway() throws {
    #expect(try open("/none").head.starts(with: "HTTP/1.1 502 ".utf8))
    site.stop()
    #expect(try open().head.starts(with: "HTTP/1.1 502 ".utf8))
  }

  @Test func anOversizedMessageClosesBothEnds() throws {
    let page = try peer(try open())
    let long = WebSocketMessage.binary([UInt8](repeating: 1, count: 1 << 20 | 1))
    _ = page.send([long], within: .seconds(30))
    #expect(end(of: page) != nil)
    #expect(page.closing == WebSocketClosing(code: WebSocketEnd.tooBig.rawValue))
    #expect(echo.nextEnd() == WebSocketClosing(code: WebSocketEnd.tooBig.rawValue))
  }

  /// A page that does not even answer pings is disconnected, and the site is notified.
  @Test func aSilentPageIsDisconnected() throws {
    var limits = ConnectionLimits()
    limits.pingSeconds = 0.1
    let proxy = try Self.proxy(ofPort: site.port, limits: limits)
    let opening = try open(through: proxy)
    #expect(opening.isAccepted)
    #expect(echo.nextEnd() == WebSocketClosing(code: WebSocketEnd.tooSlow.rawValue))
    withExtendedLifetime(opening) {}
  }

  /// A site that does not even answer pings is disconnected too.
  @Test func aSilentSiteIsDisconnected() throws {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let (near, far) = (
      SocketStream(owning: ends[0], timeoutSeconds: 30),
      SocketStream(owning: ends[1], timeoutSeconds: 30)
    )
    var limits = ConnectionLimits()
    limits.pingSeconds = 0.1
    let peer = try WebSocketPeer.client(of: near, surplus: [], limits)
    // The first frame is a masked ping.
    #expect(far.read(atMost: 2) == [0x89, 0x80])
    #expect(end(of: peer) == .tooSlow)
    withExtendedLifetime(far) {}
  }
}

/// A site whose WebSocket at `/echo` echoes messages, and closes at "end".
private final class EchoSite: HTTPService {
  let requests = Mutex<[HTTPRequest]>([])
  private let ends = Mutex<[WebSocketClosing?]>([])

  func answer(_ request: HTTPRequest, _ rule: AccessRule) -> HTTPResponse {
    HTTPResponse(sentence: "Nothing is here.", status: 404)
  }

  func webSocket(
    _ request: HTTPRequest, _ rule: AccessRule
  ) throws(RequestError) -> WebSocketOffer? {
    guard request.path == ["echo"] else { return nil }
    requests.withLock { $0.append(request) }
    var offer = WebSocketOffer { peer in
      do throws(WebSocketEnd) {
        while true {
          guard let message = try peer.next() else { continue }
          if message == .text("end") {
            let closing = WebSocketClosing(parsing: [0x0F, 0xA1] + Array("done".utf8))
            peer.end(.normal, closing: closing)
            self.ends.withLock { $0.append(WebSocketClosing(code: 4001)) }
            return
          }
          _ = peer.send([message], within: .seconds(30))
        }
      } catch {
        self.ends.withLock { $0.append(peer.closing) }
      }
    }
    offer.fields = ["Set-Cookie": "id=2; Domain=example.org; Path=/; Secure", "X-Other": "1"]
    if let names = request.headers["sec-websocket-protocol"] {
      offer.fields["Sec-WebSocket-Protocol"] = names.split(separator: " ").last.map(String.init)
    }
    return offer
  }

  /// How the next of the connections ended; nil if that was without a code, or never.
  func nextEnd() -> WebSocketClosing? {
    for _ in 0..<3000 {
      if let end = ends.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return end }
      usleep(10_000)
    }
    return nil
  }
}

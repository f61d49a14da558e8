internal import TenutoCore
internal import TenutoSystem
internal import TenutoTransport

/// A WebSocket of another site, for the proxy.
///
/// Thread: control.
struct UpstreamSocket: Sendable {
  /// Fields of the site's answer, with lower-case names.
  let fields: [(name: String, value: String)]
  private let connection: UpstreamStream
  private let opening: WebSocketOpening

  /// The time for the site's answer, and the longest time that either side may leave a message
  /// unread.
  private static let timeout = Duration.seconds(20)

  /// Opens a WebSocket.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - target: The path and the query.
  ///   - fields: The request's fields besides `Host` and those of the handshake.
  ///   - key: The `Sec-WebSocket-Key` of the browser, which checks the site's answer to it.
  /// - Throws: 502 if the site refuses or does not answer, and as `UpstreamStream`.
  init(
    of site: WebOrigin, target: String, fields: [(name: String, value: String)], key: String
  ) throws(RequestError) {
    connection = try UpstreamStream(to: site)
    do throws(RequestError) {
      opening = try WebSocketOpening(
        on: connection.stream, target: target, fields: [("Host", site.authority)] + fields,
        key: key, timeout: Self.timeout)
    } catch {
      throw RequestError(502, "'\(site.text.printable)' does not answer.")
    }
    guard let answer = UpstreamFetch.Answer(head: opening.head) else {
      throw RequestError(502, "'\(site.text.printable)' does not answer with HTTP.")
    }
    guard opening.isAccepted else {
      throw RequestError(
        502, "'\(site.text.printable)' refuses a WebSocket with status \(answer.status).")
    }
    self.fields = answer.fields
  }

  /// Passes messages on in both directions until either end closes its WebSocket; then closes the
  /// other end with the same code.
  ///
  /// - Parameters:
  ///   - page: The WebSocket of the page.
  ///   - limits: The limits on that of the site.
  func relay(to page: WebSocketPeer, _ limits: ConnectionLimits) {
    guard let site = try? opening.peer(limits) else { return page.end(.goingAway) }
    do throws(SystemError) {
      try DetachedThread.start { [connection] in
        Self.pass(from: site, to: page)
        withExtendedLifetime(connection) {}
      }
    } catch {
      site.end(.goingAway)
      return page.end(.goingAway)
    }
    Self.pass(from: page, to: site)
  }

  private static func pass(from source: WebSocketPeer, to destination: WebSocketPeer) {
    do throws(WebSocketEnd) {
      while true {
        guard let message = try source.next() else { continue }
        if destination.send([message], within: timeout) { continue }
        // The thread of the other direction passes the end on.
        guard !destination.hasEnded else { return }
        throw .tooSlow
      }
    } catch {
      destination.end(error, closing: source.closing)
      source.end(error)
    }
  }
}

internal import TenutoCore

/// Serves the pages of another site on a port of 127.0.0.1, with MIDI by a host.
///
/// The pages' scripts find the host's `navigator.requestMIDIAccess` before they begin; the site's
/// content security policies are widened for that alone.
package final class WebProxy: Sendable {
  private let server: HTTPServer

  /// Starts serving.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - host: The address of the host's page, such as `http://127.0.0.1:8080`.
  ///   - port: The TCP port; nil for a port derived from the site.
  /// - Throws: 409 if the port is not available.
  package convenience init(
    of site: WebOrigin, host: String, port: UInt16? = nil
  ) throws(RequestError) {
    try self.init(
      of: site, host: host, port: port ?? Self.usualPort(of: site), limits: ConnectionLimits())
  }

  /// Starts serving with other limits.
  init(
    of site: WebOrigin, host: String, port: UInt16, limits: ConnectionLimits
  ) throws(RequestError) {
    server = try HTTPServer(
      port: port, ProxyService(origin: site, host: host, limits: limits), limits: limits)
  }

  deinit { server.stop() }

  /// The origin of the proxied pages: the user allows MIDI for it.
  package var origin: String { "http://127.0.0.1:\(server.port)" }

  /// Returns a fixed port for a site, since permissions belong to the origin; 20000 to 29999.
  private static func usualPort(of site: WebOrigin) -> UInt16 {
    let digits = SHA256.hexadecimal(of: Array(site.text.utf8)).prefix(8)
    return 20000 + UInt16((UInt32(digits, radix: 16) ?? 0) % 10000)
  }
}

/// Forwards requests to another site.
private struct ProxyService: HTTPService {
  let origin: WebOrigin
  let host: String
  let limits: ConnectionLimits
  private var site: String { origin.text }

  private static let scriptPath = [".tenuto", PageServer.scriptName]

  /// Request fields that belong to this connection or name the proxy.
  private static let ownRequestFields: Set<String> = [
    "host", "connection", "content-length", "accept-encoding", "origin", "referer", "upgrade",
    "transfer-encoding", "keep-alive", "te", "expect", "proxy-connection",
  ]
  /// Response fields that are invalid behind the proxy.
  private static let ownAnswerFields: Set<String> = [
    "connection", "content-length", "content-encoding", "transfer-encoding", "keep-alive",
    "strict-transport-security", "alt-svc", "trailer",
  ]

  /// Opens the site's WebSocket first, since its answer belongs to the page's handshake.
  ///
  /// Only the site's pages may open one: the page's `Origin` must be this proxy's.
  func webSocket(
    _ request: HTTPRequest, _ rule: AccessRule
  ) throws(RequestError) -> WebSocketOffer? {
    try rule.check(request)
    try WebSocketHandshake.check(request)
    guard let own = try rule.ownHost(request) else { return nil }
    // Without extensions, such as compression: the proxy reads the frames.
    let fields = passedFields(request, own: "http://\(own)").filter { name, _ in
      !name.hasPrefix("sec-websocket-") || name == "sec-websocket-protocol"
    }
    let upstream = try UpstreamSocket(
      of: origin, target: request.target, fields: fields,
      key: request.headers["sec-websocket-key"] ?? "")
    let limits = limits
    var offer = WebSocketOffer { upstream.relay(to: $0, limits) }
    for (name, value) in upstream.fields {
      switch name {
      case "sec-websocket-accept", "sec-websocket-protocol": offer.fields[name] = value
      case "set-cookie": offer.fields[name] = Self.ownCookie(value)
      default: break
      }
    }
    return offer
  }

  func answer(_ request: HTTPRequest, _ rule: AccessRule) -> HTTPResponse {
    do throws(RequestError) {
      guard let own = try rule.ownHost(request) else {
        throw RequestError(403, "This address is for loopback connections only.")
      }
      let isLink = request.method == "GET" && request.headers["sec-fetch-mode"] == "navigate"
      if !isLink { try rule.check(request) }
      if request.path == Self.scriptPath { return script }
      return try passed(request, own: "http://\(own)")
    } catch {
      return HTTPResponse(error)
    }
  }

  private var script: HTTPResponse {
    HTTPResponse(
      status: 200,
      body: Array((WebMIDIScript.sockets(of: origin) + WebMIDIScript.text(host: host)).utf8),
      headers: ["Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache"])
  }

  private func passed(_ request: HTTPRequest, own: String) throws(RequestError) -> HTTPResponse {
    let answer = try UpstreamFetch.fetch(
      request.method, site + request.target, fields: passedFields(request, own: own),
      body: request.body)
    return response(answer, own: own)
  }

  /// Returns the fields of a page's request as the site's own page would send them.
  private func passedFields(
    _ request: HTTPRequest, own: String
  ) -> [(name: String, value: String)] {
    var fields = request.headers.filter { !Self.ownRequestFields.contains($0.key) }
    if request.headers["origin"] != nil { fields["origin"] = site }
    if let referer = request.headers["referer"], referer.hasPrefix(own) {
      fields["referer"] = site + referer.dropFirst(own.count)
    }
    return fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func response(_ answer: UpstreamFetch.Answer, own: String) -> HTTPResponse {
    var headers: [String: String] = [:]
    var nonce: String?
    for (name, value) in answer.fields where !Self.ownAnswerFields.contains(name) {
      switch name {
      case "content-security-policy":
        let policy = AdjustedPolicy(
          adjusting: value, script: "\(own)/.tenuto/\(PageServer.scriptName)",
          hosts: [host, Self.socketAddress(host), Self.socketAddress(own)])
        nonce = nonce ?? policy.nonce
        headers["content-security-policy"] =
          headers["content-security-policy"].map { "\($0), \(policy.text)" } ?? policy.text
      case "location" where value.hasPrefix(site):
        let rest = String(value.dropFirst(site.count))
        headers["location"] = rest.isEmpty ? "/" : rest
      // `headers` has one value per name, so the last cookie replaces the others.
      case "set-cookie": headers[name] = Self.ownCookie(value)
      default: headers[name] = headers[name].map { "\($0), \(value)" } ?? value
      }
    }
    let type = headers.removeValue(forKey: "content-type")
    if let type { headers["Content-Type"] = type }
    var body = answer.body
    if type?.lowercased().hasPrefix("text/html") == true, !body.isEmpty {
      let mark = nonce.map { " nonce=\"\($0)\"" } ?? ""
      body = InjectedPage.injecting(
        "<script src=\"/.tenuto/\(PageServer.scriptName)\"\(mark)></script>", into: body)
    }
    return HTTPResponse(status: answer.status, body: body, headers: headers)
  }

  /// Returns the address of WebSockets at an address of pages.
  private static func socketAddress(_ address: String) -> String {
    address.replacing("http://", with: "ws://", maxReplacements: 1)
  }

  /// Returns a cookie without its domain and its `Secure` attribute.
  private static func ownCookie(_ text: String) -> String {
    text.split(separator: ";").filter { part in
      let word = part.drop { $0 == " " }.lowercased()
      return !word.hasPrefix("domain=") && word != "secure"
    }.joined(separator: ";")
  }
}

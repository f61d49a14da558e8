internal import Glibc

/// Serves the page of a host, and its control API, on 127.0.0.1.
///
/// Thread: any but render.
final class PageServer: HTTPService {
  private let control: ControlService
  let files: PageFiles
  let access = WebAccess()
  private let extensionPages = ExtensionPages()

  /// Creates a server for `files` and the answers of `control`.
  init(_ control: ControlService, _ files: PageFiles) {
    self.control = control
    self.files = files
  }

  func answer(_ request: HTTPRequest, _ rule: AccessRule) -> HTTPResponse {
    if let response = openAnswer(request, rule) { return response }
    if var response = extensionFile(request, rule) {
      response.headers.merge(Self.headers(request, rule)) { own, _ in own }
      return response
    }
    var response: HTTPResponse
    do throws(RequestError) {
      try rule.check(request)
      if let entrance = try entrance(request, rule) {
        response = entrance
      } else {
        response = try admitted(request, rule)
      }
    } catch {
      let isPage = request.path.isEmpty && request.method == "GET"
      response =
        isPage
        ? HTTPResponse(sentence: error.message, status: error.status) : HTTPResponse(error)
    }
    response.headers.merge(Self.headers(request, rule)) { own, _ in own }
    return response
  }

  func webSocket(
    _ request: HTTPRequest, _ rule: AccessRule
  ) throws(RequestError) -> WebSocketOffer? {
    if request.path == ["v1", "midi"], let origin = try foreignOrigin(request, rule) {
      return try control.midi(request, of: origin)
    }
    try rule.check(request)
    try admit(request, rule)
    return try control.webSocket(request, rule)
  }

  // MARK: - Admission

  /// Returns the answer to an address with a token; nil for other addresses.
  private func entrance(
    _ request: HTTPRequest, _ rule: AccessRule
  ) throws(RequestError) -> HTTPResponse? {
    guard request.method == "GET", request.path.isEmpty, let token = request.query["token"] else {
      return nil
    }
    // A browser that returns with an old address is recognized by its cookie.
    if cookie(request, rule).map(access.knows) == true { return Self.way(request) }
    guard let cookie = access.exchange(token) else { throw refusal }
    let field = "\(Self.cookieName(rule))=\(cookie); HttpOnly; SameSite=Strict; Path=/"
    return Self.way(request, ["Set-Cookie": field])
  }

  /// Redirects a browser to the page.
  ///
  /// A browser that followed a link of another site gets a page that refreshes instead: a redirect
  /// would count as the other site's request and omit the cookie.
  private static func way(_ request: HTTPRequest, _ headers: [String: String] = [:]) -> HTTPResponse
  {
    let isLink = ["cross-site", "same-site"].contains(request.headers["sec-fetch-site"])
    let field = isLink ? ["Refresh": "0; url=/"] : ["Location": "/"]
    return HTTPResponse(
      sentence: "Tenuto", status: isLink ? 200 : 303, headers: field.merging(headers) { $1 })
  }

  private func admit(_ request: HTTPRequest, _ rule: AccessRule) throws(RequestError) {
    guard let cookie = cookie(request, rule) else { throw Self.stranger }
    guard access.knows(cookie) else { throw refusal }
  }

  private static let stranger = RequestError(
    403,
    "Open the page with the address that 'tenuto open' prints; each address works in one browser.")

  /// The answer to a wrong token or cookie, delayed after many failures.
  private var refusal: RequestError {
    if access.noteFailure() { sleep(1) }
    return Self.stranger
  }

  static func cookieName(_ rule: AccessRule) -> String {
    if case .loopback(let port) = rule { "tenuto-\(port)" } else { "tenuto" }
  }

  private func cookie(_ request: HTTPRequest, _ rule: AccessRule) -> String? {
    let start = Self.cookieName(rule) + "="
    return (request.headers["cookie"] ?? "").split { "; ,".contains($0) }
      .first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
  }

  // MARK: - Content

  private func admitted(
    _ request: HTTPRequest, _ rule: AccessRule
  ) throws(RequestError) -> HTTPResponse {
    try admit(request, rule)
    if request.path.first == "v1" {
      var response = control.answer(request, rule)
      response.headers["Cache-Control"] = "no-store"
      return response
    }
    if request.method == "GET", request.path == ["extension-page"] {
      let folder = try control.pageFolder(ofNode: request.query["node"] ?? "")
      return try HTTPResponse(PathRecord(path: extensionPages.path(of: folder)))
    }
    let path =
      request.path.isEmpty
      ? "index.html" : request.path.dropFirst().joined(separator: "/")
    guard request.method == "GET", request.path.isEmpty || request.path.first == "page",
      let file = files.file(at: path)
    else { throw RequestError(404, "There is no such file.") }
    var response = HTTPResponse(file)
    response.headers["Cache-Control"] = "no-cache"
    return response
  }

  /// A file of an extension's page, which has a separate address; nil for other requests.
  private func extensionFile(_ request: HTTPRequest, _ rule: AccessRule) -> HTTPResponse? {
    guard request.path.first == ExtensionPages.root else { return nil }
    do throws(RequestError) {
      guard let host = try rule.ownHost(request) else { return nil }
      return extensionPages.answer(request, host: host)
    } catch {
      return HTTPResponse(error)
    }
  }

  /// Returns the security headers of every answer.
  private static func headers(_ request: HTTPRequest, _ rule: AccessRule) -> [String: String] {
    guard case .loopback(let port) = rule else { return [:] }
    let sockets = ["127.0.0.1", "localhost"].map { "ws://\($0):\(port)" }.joined(separator: " ")
    return [
      "Content-Security-Policy":
        "default-src 'self'; connect-src 'self' \(sockets); img-src 'self' data: blob:; "
        + "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp", "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer", "Permissions-Policy": "midi=()",
      "Cache-Control": "no-store",
    ]
  }
}

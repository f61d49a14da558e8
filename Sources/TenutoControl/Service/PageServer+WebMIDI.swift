extension PageServer {
  /// The script that gives MIDI to any page.
  static let scriptName = "webmidi.js"

  /// Returns the answers that are open to any page; nil for other paths.
  ///
  /// These are the script, and an empty answer that only makes a browser ask its user whether the
  /// page may reach this machine.
  func openAnswer(_ request: HTTPRequest, _ rule: AccessRule) -> HTTPResponse? {
    let isScript = request.path == [Self.scriptName] && request.method == "GET"
    let isReach =
      request.path == ["v1", "midi", "reach"] && ["GET", "OPTIONS"].contains(request.method)
    guard isScript || isReach else { return nil }
    do throws(RequestError) { _ = try rule.ownHost(request) } catch { return HTTPResponse(error) }
    guard isScript else {
      return HTTPResponse(
        empty: 204,
        headers: [
          "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "GET",
          "Access-Control-Allow-Private-Network": "true",
          "Access-Control-Allow-Local-Network": "true", "Cache-Control": "no-store",
        ].merging(Self.openFields) { $1 })
    }
    guard let file = files.file(at: Self.scriptName) else { return nil }
    var response = HTTPResponse(file)
    response.headers["Cache-Control"] = "no-cache"
    response.headers.merge(Self.openFields) { $1 }
    return response
  }

  /// A cross-origin isolated page accepts the script as well.
  private static let openFields = [
    "Cross-Origin-Resource-Policy": "cross-origin", "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
  ]

  /// Returns the origin of another site's page; nil for the host's own page.
  ///
  /// - Throws: 403 for a request without an origin, or with an opaque one.
  func foreignOrigin(_ request: HTTPRequest, _ rule: AccessRule) throws(RequestError) -> WebOrigin?
  {
    guard let host = try rule.ownHost(request) else { return nil }
    guard let field = request.headers["origin"], let origin = WebOrigin(parsing: field) else {
      throw RequestError(403, "Only pages from HTTP or HTTPS sites can use MIDI.")
    }
    return origin.text == "http://\(host)" ? nil : origin
  }
}

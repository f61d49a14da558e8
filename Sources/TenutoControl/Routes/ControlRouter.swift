/// Finds the route of a request.
struct ControlRouter: Sendable {
  private let routes = Route.all

  /// Returns the answer of `host`, whose page `openPage` serves.
  func answer(
    _ request: HTTPRequest, of host: any ControlledHost, webMIDI: WebMIDI? = nil,
    openPage: Route.PageOpening? = nil
  ) -> HTTPResponse {
    do throws(RequestError) {
      let (route, words) = try find(request)
      return try route.run(
        Route.Call(
          request: request, host: host, words: words, webMIDI: webMIDI, openPage: openPage))
    } catch {
      var response = HTTPResponse(error)
      if error.status == 405 {
        response.headers["Allow"] = methods(at: request.path).joined(separator: ", ")
      }
      if error.status == 426 {
        (response.headers["Upgrade"], response.headers["Connection"]) = ("websocket", "Upgrade")
      }
      return response
    }
  }

  private func methods(at path: [String]) -> [String] {
    routes.filter { $0.match(path) != nil }.map(\.method)
  }

  private func find(_ request: HTTPRequest) throws(RequestError) -> (Route, [String]) {
    for route in routes where route.method == request.method {
      if let words = route.match(request.path) { return (route, words) }
    }
    let path = "/" + request.path.joined(separator: "/")
    let methods = methods(at: request.path)
    guard methods.isEmpty else {
      throw RequestError(
        405,
        "'\(request.method)' is not allowed at '\(path)'; use \(methods.joined(separator: ", "))."
      )
    }
    throw RequestError(404, "There is nothing at '\(path)'; see /v1/openapi.json.")
  }
}

/// `GET /v1/status`: all that is known of the host.
struct StatusResource: ControlResource {
  var word: String { "status" }

  func answer(
    _ request: HTTPRequest, path: [String], host: any ControlledHost
  ) throws(RequestError) -> HTTPResponse? {
    guard path.isEmpty else { return nil }
    try request.require("GET")
    return try HTTPResponse(host.status())
  }
}

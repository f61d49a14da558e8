/// `GET /v1/log?since=NUMBER`: what was logged behind the record of that number.
struct LogResource: ControlResource {
  var word: String { "log" }

  func answer(
    _ request: HTTPRequest, path: [String], host: any ControlledHost
  ) throws(RequestError) -> HTTPResponse? {
    guard path.isEmpty else { return nil }
    try request.require("GET")
    guard let since = UInt64(request.query["since"] ?? "0") else {
      throw RequestError(400, "'since' is the number of a record, such as since=12.")
    }
    return try HTTPResponse(LogAnswer(records: host.log(since: since)))
  }
}

/// An answer of HTTP/1.1 with JSON.
package struct HTTPResponse: Sendable, Equatable {
  /// The status code, such as 200.
  package let status: Int
  /// JSON.
  package let body: [UInt8]
  /// Fields of the head beside the usual ones.
  var headers: [String: String] = [:]

  /// An answer that holds `value`.
  package init(_ value: some Encodable, status: Int = 200) throws(RequestError) {
    body = try WireJSON.bytes(value)
    self.status = status
  }

  /// An answer that says what went wrong.
  package init(_ error: RequestError) {
    status = error.status
    body = (try? WireJSON.bytes(error)) ?? []
  }

  /// The answer to a program that wishes to go on with a WebSocket (RFC 6455, section 4.2.2).
  init(switchingTo accept: String) {
    status = 101
    body = []
    headers = ["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": accept]
  }

  /// What goes over the wire.
  var bytes: [UInt8] {
    var fields = headers
    if status != 101 {
      fields["Content-Type"] = "application/json"
      fields["Content-Length"] = "\(body.count)"
      fields["Connection"] = fields["Connection"] ?? "close"
    }
    let head =
      ["HTTP/1.1 \(status) \(Self.reason(status))"]
      + fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }

  static func reason(_ status: Int) -> String {
    let reasons = [
      101: "Switching Protocols", 200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
      405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 411: "Length Required",
      413: "Content Too Large", 426: "Upgrade Required", 431: "Request Header Fields Too Large",
      503: "Service Unavailable",
      504: "Gateway Timeout",
    ]
    return reasons[status] ?? (status < 500 ? "Refused" : "Internal Server Error")
  }
}

internal import FoundationEssentials

/// An answer of HTTP/1.1 with JSON.
package struct HTTPResponse: Sendable, Equatable {
  /// The status code, such as 200.
  package let status: Int
  /// JSON.
  package let body: [UInt8]

  /// An answer that holds `value`.
  package init(_ value: some Encodable, status: Int = 200) throws(RequestError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A level or a time may be no number after a division.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      body = try Array(encoder.encode(value))
    } catch {
      throw RequestError(500, "The answer cannot be written as JSON.")
    }
    self.status = status
  }

  /// An answer that says what went wrong.
  package init(_ error: RequestError) {
    status = error.status
    let encoded = try? JSONEncoder().encode(error)
    body = encoded.map { Array($0) } ?? []
  }

  /// What goes over the wire.
  var bytes: [UInt8] {
    Array(
      "HTTP/1.1 \(status) \(Self.reason(status))\r\nContent-Type: application/json\r\n"
        .utf8) + Array("Content-Length: \(body.count)\r\nConnection: close\r\n\r\n".utf8) + body
  }

  private static func reason(_ status: Int) -> String {
    let reasons = [
      200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
      405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 411: "Length Required",
      413: "Content Too Large", 431: "Request Header Fields Too Large", 503: "Service Unavailable",
      504: "Gateway Timeout",
    ]
    return reasons[status] ?? (status < 500 ? "Refused" : "Internal Server Error")
  }
}

internal import NIOHTTP1

/// An HTTP/1.1 response.
package struct HTTPResponse: Sendable, Equatable {
  /// The status code, such as 200.
  package let status: Int
  /// JSON, unless `headers` have another content type.
  package let body: [UInt8]
  /// Header fields besides the default ones.
  var headers: [String: String] = [:]

  /// Creates a response that holds `value`.
  package init(_ value: some Encodable, status: Int = 200) throws(RequestError) {
    body = try WireJSON.bytes(value)
    self.status = status
  }

  /// Creates a response for an error.
  package init(_ error: RequestError) {
    status = error.status
    body = (try? WireJSON.bytes(error)) ?? []
  }

  /// Creates a response that holds a file of the page.
  init(_ file: PageFiles.File) {
    status = 200
    body = file.bytes
    headers = ["Content-Type": file.type]
  }

  /// Creates a response from another server's.
  init(status: Int, body: [UInt8], headers: [String: String]) {
    self.status = status
    self.body = body
    self.headers = headers
  }

  /// Creates a response without a body.
  init(empty status: Int, headers: [String: String]) {
    self.status = status
    body = []
    self.headers = headers
  }

  /// Creates an HTML page of one sentence.
  init(sentence: String, status: Int, headers: [String: String] = [:]) {
    self.status = status
    // The sentence holds no text from the request, so it needs no escaping.
    body = Array("<!doctype html><title>Tenuto</title><p>\(sentence)</p>\n".utf8)
    self.headers = ["Content-Type": "text/html; charset=utf-8"].merging(headers) { $1 }
  }

  /// Returns the reason phrase of a status, such as `Not Found`.
  static func reason(_ status: Int) -> String {
    HTTPResponseStatus(statusCode: status).reasonPhrase
  }

  /// The head of the response.
  var head: HTTPResponseHead {
    var fields = headers
    fields["Content-Type"] = fields["Content-Type"] ?? "application/json"
    fields["Content-Length"] = "\(body.count)"
    fields["Connection"] = fields["Connection"] ?? "close"
    return HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: status),
      headers: HTTPHeaders(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
  }
}

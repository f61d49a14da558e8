internal import NIOHTTP1

/// An answer of HTTP/1.1.
package struct HTTPResponse: Sendable, Equatable {
  /// The status code, such as 200.
  package let status: Int
  /// JSON, unless `headers` say what it is.
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

  /// A file of a page.
  init(_ file: PageFiles.File) {
    status = 200
    body = file.bytes
    headers = ["Content-Type": file.type]
  }

  /// An answer as it came from elsewhere.
  init(status: Int, body: [UInt8], headers: [String: String]) {
    self.status = status
    self.body = body
    self.headers = headers
  }

  /// An answer without a body.
  init(empty status: Int, headers: [String: String]) {
    self.status = status
    body = []
    self.headers = headers
  }

  /// A page that says one sentence.
  init(sentence: String, status: Int, headers: [String: String] = [:]) {
    self.status = status
    // Nothing of it comes from a request.
    body = Array("<!doctype html><title>Tenuto</title><p>\(sentence)</p>\n".utf8)
    self.headers = ["Content-Type": "text/html; charset=utf-8"].merging(headers) { $1 }
  }

  /// What HTTP calls a status, such as `Not Found`.
  static func reason(_ status: Int) -> String {
    HTTPResponseStatus(statusCode: status).reasonPhrase
  }

  /// What stands before the body.
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

internal import NIOHTTP1

/// An HTTP/1.1 request (RFC 9112).
package struct HTTPRequest: Sendable, Equatable {
  /// Such as `GET`.
  package let method: String
  /// The percent-decoded segments of the path, such as `["v1", "nodes", "delay"]`.
  package let path: [String]
  /// The query parameters.
  package let query: [String: String]
  /// The header fields by lower-case name; repeated fields are joined with commas.
  package var headers: [String: String] = [:]
  /// The body.
  package var body: [UInt8] = []
  /// The request target as received; empty for a request that did not arrive over a socket.
  var target = ""
}

extension HTTPRequest {
  /// Maximum size of a body in bytes: about 10 000 settings.
  static let bodyLimit = 1 << 20

  /// Creates a request from its head.
  ///
  /// - Throws: 400 for a malformed target.
  init(_ head: HTTPRequestHead) throws(RequestError) {
    guard head.version.major == 1, head.uri.hasPrefix("/") else {
      throw RequestError(400, "This is not an HTTP request.")
    }
    let target = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(
      method: head.method.rawValue, path: try Self.path(target[0]),
      query: try Self.query(target.count > 1 ? target[1] : ""),
      headers: head.headers.reduce(into: [:]) { headers, field in
        let name = field.name.lowercased()
        headers[name] = headers[name].map { "\($0), \(field.value)" } ?? field.value
      })
    self.target = head.uri
  }

  /// Returns the length of the body in bytes, as announced by the head.
  ///
  /// - Throws: 411 for a body of unknown length, 413 for one that is too long.
  static func bodyLength(_ head: HTTPRequestHead) throws(RequestError) -> Int {
    guard head.headers["transfer-encoding"].isEmpty else {
      throw RequestError(411, "The length of the body is missing; give it as Content-Length.")
    }
    let lengths = head.headers["content-length"]
    guard let text = lengths.first else { return 0 }
    // Two lengths are rejected: a proxy in between might use the other one.
    guard lengths.count == 1, text.allSatisfy({ ("0"..."9").contains($0) }),
      let length = Int(text)
    else { throw RequestError(400, "The Content-Length is not a number.") }
    guard length <= bodyLimit else {
      throw RequestError(413, "The body is longer than \(bodyLimit) bytes.")
    }
    return length
  }

  private static func path(_ text: Substring) throws(RequestError) -> [String] {
    var words: [String] = []
    for word in text.split(separator: "/") { words.append(try unescaped(word)) }
    return words
  }

  private static func query(_ text: Substring) throws(RequestError) -> [String: String] {
    var query: [String: String] = [:]
    for item in text.split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      query[try unescaped(parts[0])] = try parts.count > 1 ? unescaped(parts[1]) : ""
    }
    return query
  }

  /// Decodes percent-encoding such as `%41` (RFC 3986).
  private static func unescaped(_ text: Substring) throws(RequestError) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else {
        throw RequestError(400, "A % in the address is not followed by two hexadecimal digits.")
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    guard let result = String(validating: bytes, as: UTF8.self) else {
      throw RequestError(400, "The address is not UTF-8.")
    }
    return result
  }
}

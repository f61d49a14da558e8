/// A request of HTTP/1.1 (RFC 9112).
package struct HTTPRequest: Sendable, Equatable {
  /// Such as `GET`.
  package let method: String
  /// The words of the path, without what is escaped in them, such as `["v1", "nodes", "delay"]`.
  package let path: [String]
  /// What stands behind the question mark.
  package let query: [String: String]
  /// The fields of the head by their names in small letters, one that stands twice with a comma.
  package var headers: [String: String] = [:]
  /// What came behind the head.
  package var body: [UInt8] = []
}

/// The lines before a request's body.
struct HTTPHead: Equatable {
  let request: HTTPRequest
  let contentLength: Int

  /// Bytes of a head at most.
  static let limit = 8192

  /// Reads a head without its empty line.
  ///
  /// - Throws: 400 for what is no request, 411 for a body of unknown length.
  init(_ bytes: some Collection<UInt8>) throws(RequestError) {
    let text = String(decoding: bytes, as: UTF8.self)
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    let words = (lines.popFirst() ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/"),
      words[0].allSatisfy({ $0.isASCII && $0.isUppercase }), !words[0].isEmpty
    else { throw RequestError(400, "That is no request of HTTP.") }
    let headers = try Self.headers(lines)
    contentLength = try Self.length(headers)
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    request = HTTPRequest(
      method: String(words[0]), path: try Self.path(target[0]),
      query: try Self.query(target.count > 1 ? target[1] : ""), headers: headers)
  }

  private static func headers(
    _ lines: ArraySlice<Substring>
  ) throws(RequestError) -> [String: String] {
    var headers: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains(" ") else {
        throw RequestError(400, "A line of the request's head is malformed.")
      }
      let value = parts[1].split(whereSeparator: { $0 == " " || $0 == "\t" }).joined(separator: " ")
      let name = parts[0].lowercased()
      headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    }
    return headers
  }

  /// Of two lengths neither counts: who stands between might take the other one.
  private static func length(_ headers: [String: String]) throws(RequestError) -> Int {
    guard headers["transfer-encoding"] == nil else {
      throw RequestError(411, "The length of the body is missing; give it as Content-Length.")
    }
    guard let value = headers["content-length"] else { return 0 }
    guard !value.isEmpty, value.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(value)
    else { throw RequestError(400, "The Content-Length is no length.") }
    return number
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

  /// The text behind `%41` and the like (RFC 3986).
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
        throw RequestError(400, "A % in the address stands before no number.")
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    guard let result = String(validating: bytes, as: UTF8.self) else {
      throw RequestError(400, "The address is not written in UTF-8.")
    }
    return result
  }
}

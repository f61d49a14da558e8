/// The response to a request.
struct HTTPAnswer {
  /// The body of a successful response.
  let content: [UInt8]

  /// Parses a response.
  ///
  /// - Throws: The error that the response carries, or 500 if it is malformed.
  init(_ bytes: [UInt8]) throws(RequestError) {
    let end = Array("\r\n\r\n".utf8)
    let malformed = RequestError(500, "The host has ended, or its answer is incomplete.")
    guard bytes.count >= end.count,
      let split = (0...(bytes.count - end.count)).first(where: {
        bytes[$0..<($0 + end.count)].elementsEqual(end)
      })
    else { throw malformed }
    let head = String(decoding: bytes[..<split], as: UTF8.self)
    let lines = head.split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    let length = lines.first { $0.lowercased().hasPrefix("content-length: ") }
      .flatMap { Int($0.dropFirst(16)) }
    let body = Array(bytes[(split + end.count)...])
    guard words.count >= 2, let status = Int(words[1]), body.count == length else {
      throw malformed
    }
    guard (200..<300).contains(status) else {
      let error = WireJSON.value(body, as: RequestError.self)
      throw error ?? RequestError(status, "The host refused the request (\(status)).")
    }
    content = body
  }
}

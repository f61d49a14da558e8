/// Reads one request from a connection, with a limit for everything.
struct RequestReader {
  private let stream: SocketStream

  /// Bytes of a body at most.
  static let bodyLimit = 65536
  private static let end = Array("\r\n\r\n".utf8)

  init(_ stream: SocketStream) { self.stream = stream }

  /// The request; nil where the other end has gone without one.
  ///
  /// - Throws: What is wrong with it, as HTTP says it.
  func read() throws(RequestError) -> HTTPRequest? {
    var bytes: [UInt8] = []
    while true {
      if let end = Self.endOfHead(bytes) {
        let head = try HTTPHead(bytes[..<end])
        guard head.contentLength <= Self.bodyLimit else {
          throw RequestError(413, "A body has \(Self.bodyLimit) bytes at most.")
        }
        return try complete(head, Array(bytes[(end + Self.end.count)...]))
      }
      guard bytes.count <= HTTPHead.limit else {
        throw RequestError(431, "The request's head has \(HTTPHead.limit) bytes at most.")
      }
      let more = try receive()
      if more.isEmpty {
        if bytes.isEmpty { return nil }
        throw RequestError(400, "The request ends in its middle.")
      }
      bytes += more
    }
  }

  private func complete(_ head: HTTPHead, _ begun: [UInt8]) throws(RequestError) -> HTTPRequest {
    var request = head.request
    request.body = begun
    while request.body.count < head.contentLength {
      let more = try receive()
      if more.isEmpty { throw RequestError(400, "The body is shorter than its Content-Length.") }
      request.body += more
    }
    request.body = Array(request.body.prefix(head.contentLength))
    return request
  }

  private func receive() throws(RequestError) -> [UInt8] {
    guard let more = stream.read(atMost: 4096) else {
      throw RequestError(408, "The rest of the request did not come.")
    }
    return more
  }

  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= end.count, bytes.count <= HTTPHead.limit + 4096 else { return nil }
    return (0...(bytes.count - end.count)).first { bytes[$0..<($0 + end.count)].elementsEqual(end) }
  }
}

/// Reads one request from a connection, with a limit for everything.
struct RequestReader {
  private let stream: SocketStream
  private let end: ContinuousClock.Instant
  /// What came behind the request.
  private(set) var surplus: [UInt8] = []

  /// Bytes of a body at most: 10 000 settings.
  static let bodyLimit = 1 << 20
  private static let mark = Array("\r\n\r\n".utf8)

  /// Reads from `stream`; the whole request must be there within `patience`.
  init(_ stream: SocketStream, patience: Duration = .seconds(10)) {
    self.stream = stream
    end = .now + patience
  }

  /// The request; nil where the other end has gone without one.
  ///
  /// - Throws: What is wrong with it, as HTTP says it.
  mutating func read() throws(RequestError) -> HTTPRequest? {
    var bytes: [UInt8] = []
    while true {
      if let end = Self.endOfHead(bytes) {
        let head = try HTTPHead(bytes[..<end])
        guard head.contentLength <= Self.bodyLimit else {
          throw RequestError(413, "A body has \(Self.bodyLimit) bytes at most.")
        }
        return try complete(head, Array(bytes[(end + Self.mark.count)...]))
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

  private mutating func complete(
    _ head: HTTPHead, _ begun: [UInt8]
  ) throws(RequestError) -> HTTPRequest {
    var request = head.request
    request.body = begun
    while request.body.count < head.contentLength {
      let more = try receive()
      if more.isEmpty { throw RequestError(400, "The body is shorter than its Content-Length.") }
      request.body += more
    }
    surplus = Array(request.body[head.contentLength...])
    request.body = Array(request.body[..<head.contentLength])
    return request
  }

  private func receive() throws(RequestError) -> [UInt8] {
    // A byte a second is no silence, and yet nothing to wait for.
    guard let more = stream.read(atMost: 16384), ContinuousClock.now < end else {
      throw RequestError(408, "The rest of the request did not come.")
    }
    return more
  }

  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= mark.count else { return nil }
    let last = min(bytes.count - mark.count, HTTPHead.limit)
    return (0...last).first { bytes[$0..<($0 + mark.count)].elementsEqual(mark) }
  }
}

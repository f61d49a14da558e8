internal import Glibc

/// Sends requests to a running host over its socket.
///
/// Thread: control; every call waits for the answer.
package struct ControlClient: Sendable {
  private let folder: SocketFolder
  private let name: String

  /// Seconds to wait for an answer: a restart waits for the extension.
  static let timeoutSeconds = 15
  /// Maximum size of an answer in bytes.
  private static let answerLimit = 16 << 20

  /// Creates a client of the host of that name.
  package init(name: String, in folder: SocketFolder) {
    self.name = name
    self.folder = folder
  }

  /// Returns the value at `target`, such as `/v1/status`.
  ///
  /// - Throws: The host's error, or 503 if the host does not exist.
  package func get<T: Decodable>(_ target: String, as type: T.Type) throws(RequestError) -> T {
    try decode(try exchange("GET", target, []))
  }

  /// Returns the answer at `target` as text.
  ///
  /// - Throws: As `get`.
  package func text(_ target: String) throws(RequestError) -> String {
    String(decoding: try exchange("GET", target, []), as: UTF8.self)
  }

  /// Posts a change, and waits until it has taken effect.
  ///
  /// - Throws: As `get`.
  package func post<T: Decodable>(
    _ target: String, _ body: some Encodable, as type: T.Type
  ) throws(RequestError) -> T {
    try decode(try exchange("POST", target, try WireJSON.bytes(body)))
  }

  /// Posts a change without a body.
  ///
  /// - Throws: As `get`.
  package func post<T: Decodable>(_ target: String, as type: T.Type) throws(RequestError) -> T {
    try decode(try exchange("POST", target, []))
  }

  /// Deletes something, and waits until it is removed.
  ///
  /// - Throws: As `get`.
  package func delete<T: Decodable>(
    _ target: String, _ body: (some Encodable)? = [String: String]?.none, as type: T.Type
  ) throws(RequestError) -> T {
    let bytes = if let body { try WireJSON.bytes(body) } else { [UInt8]() }
    return try decode(try exchange("DELETE", target, bytes))
  }

  /// Opens `/v1/changes` with a query.
  ///
  /// - Throws: As `get`.
  package func changes(_ query: String = "") throws(RequestError) -> ChangeClient {
    try ChangeClient(try connect(timeoutSeconds: 1), query)
  }

  /// Returns a name escaped for use as one path segment.
  package static func escaped(_ name: String) -> String {
    name.utf8.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  private func exchange(
    _ method: String, _ target: String, _ body: [UInt8]
  ) throws(RequestError) -> [UInt8] {
    let stream = try connect()
    let head =
      "\(method) \(target) HTTP/1.1\r\nHost: tenuto\r\nContent-Length: \(body.count)\r\n"
      + "Connection: close\r\n\r\n"
    guard stream.write(Array(head.utf8) + body) else { throw gone }
    return try HTTPAnswer(try all(of: stream)).content
  }

  private func connect(
    timeoutSeconds: Int = Self.timeoutSeconds
  ) throws(RequestError) -> SocketStream {
    guard let descriptor = SocketAddress.connect(folder.socketPath(name)) else { throw noHost }
    return SocketStream(owning: descriptor, timeoutSeconds: timeoutSeconds)
  }

  private func all(of stream: SocketStream) throws(RequestError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      guard let more = stream.read(atMost: 65536) else {
        throw RequestError(504, "The host '\(name)' does not answer.")
      }
      if more.isEmpty { return bytes }
      bytes += more
      guard bytes.count <= Self.answerLimit else {
        throw RequestError(500, "The answer of the host '\(name)' is too long.")
      }
    }
  }

  /// The error for a missing host, with the names of those that run.
  private var noHost: RequestError {
    let running = folder.names.filter { other in
      guard let descriptor = SocketAddress.connect(folder.socketPath(other)) else { return false }
      close(descriptor)
      return true
    }
    guard let first = running.first else {
      return RequestError(503, "No host is running; start one with 'tenuto play' or 'tenuto run'.")
    }
    return RequestError(
      503,
      "'\(name)' is not running; running: \(running.joined(separator: ", ")). Use '--name "
        + "\(first)'.")
  }

  private var gone: RequestError { RequestError(503, "The host '\(name)' has just ended.") }

  private func decode<T: Decodable>(_ bytes: [UInt8]) throws(RequestError) -> T {
    guard let value = WireJSON.answer(bytes, as: T.self) else {
      throw RequestError(500, "The host '\(name)' runs another version of Tenuto.")
    }
    return value
  }
}

import Foundation
import NIOHTTP1

@testable import TenutoControl

/// A private folder, removed with the test.
final class TestFolder {
  let path = "/tmp/tenuto-web-\(UUID().uuidString.prefix(8))"
  var folder: SocketFolder { SocketFolder(path: path) }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func client(_ name: String = "tenuto") -> ControlClient { ControlClient(name: name, in: folder) }

  /// A server that answers for `host`.
  func serve(
    _ host: HostStub, name: String? = nil, limits: ConnectionLimits = ConnectionLimits()
  ) throws -> ControlServer {
    let server = try ControlServer(name: name, in: folder)
    server.start(host, limits: limits)
    return server
  }

  /// A connection to a host.
  func connect(_ name: String = "tenuto", timeoutSeconds: Int = 30) -> SocketStream? {
    SocketAddress.connect(folder.socketPath(name)).map {
      SocketStream(owning: $0, timeoutSeconds: timeoutSeconds)
    }
  }

  /// Sends bytes to a host and returns its complete answer.
  func exchange(_ bytes: [UInt8], name: String = "tenuto") -> String {
    guard let stream = connect(name) else { return "" }
    _ = stream.write(bytes)
    return stream.text
  }

  func exchange(_ text: String) -> String { exchange(Array(text.utf8)) }

  /// Sends a request with a body.
  func ask(_ method: String, _ target: String, _ body: String = "") -> String {
    exchange("\(method) \(target) HTTP/1.1\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }
}

extension SocketStream {
  /// The data received so far.
  func readAtOnce() -> [UInt8] {
    let descriptor = duplicate()
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return Array(bytes.prefix(max(0, count)))
  }

  /// Closes both directions.
  func end() {
    let descriptor = duplicate()
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  /// All data until the end.
  var text: String {
    var answer: [UInt8] = []
    while let more = read(atMost: 4096), !more.isEmpty { answer += more }
    return String(decoding: answer, as: UTF8.self)
  }
}

extension HTTPRequest {
  /// A request as received, its header fields as `Name: value`.
  init(_ method: String, _ target: String, _ fields: [String] = []) throws(RequestError) {
    let pairs = fields.map { field in
      let parts = field.split(separator: ": ", maxSplits: 1).map(String.init)
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
    try self.init(
      HTTPRequestHead(
        version: .http1_1, method: HTTPMethod(rawValue: method), uri: target,
        headers: HTTPHeaders(pairs)))
  }
}

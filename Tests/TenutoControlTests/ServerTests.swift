import Foundation
import Testing

@testable import TenutoControl

struct ServerTests {
  private let place = TestFolder()

  private func serve(_ host: HostStub = HostStub()) throws -> ControlServer {
    try place.serve(host)
  }

  private var client: ControlClient { place.client() }

  @Test func statusArrivesCompletelyOverTheSocket() throws {
    let server = try serve()
    defer { server.stop() }
    let text = try client.text("/v1/status")
    #expect(text.contains(#""name":"stub""#) && text.contains(#""load":"nan""#))
    #expect(try client.get("/v1/status", as: HostStatus.self).load.isNaN)
    let node = try client.get("/v1/nodes/delay", as: NodeStatus.self)
    #expect(node == HostStub().delay.status())
  }

  @Test func changesReachTheNode() throws {
    let host = HostStub()
    let server = try serve(host)
    defer { server.stop() }
    let none: [String: String] = [:]
    _ = try client.post("/v1/nodes/delay/retry", none, as: NodeStatus.self)
    _ = try client.post("/v1/nodes/delay/unmute", none, as: NodeStatus.self)
    _ = try client.post("/v1/nodes/delay/bypass", ["bypassed": true], as: NodeStatus.self)
    _ = try client.post(
      "/v1/nodes/d%65lay/timing", ["timing": "one-period-later"], as: NodeStatus.self)
    _ = try client.post("/v1/nodes/delay/spare", ["spare": "none"], as: NodeStatus.self)
    #expect(
      host.delay.calls == [
        "retry", "mute false", "unmute", "bypass true", "timing one-period-later", "spare none",
      ])
  }

  @Test func failuresOfTheHostAreErrorsWithASentence() throws {
    let server = try serve()
    defer { server.stop() }
    #expect(throws: RequestError(504, "It does not start.")) {
      try client.post("/v1/nodes/delay/restart", [String: String](), as: NodeStatus.self)
    }
    #expect(throws: RequestError(404, "There is no node 'x'; known are: sawtooth, delay.")) {
      try client.get("/v1/nodes/x", as: NodeStatus.self)
    }
  }

  @Test(arguments: [
    ("GET /v1/nothing HTTP/1.1\r\n\r\n", 404), ("GET / HTTP/1.1\r\n\r\n", 404),
    ("GET /v1/changes HTTP/1.1\r\n\r\n", 426),
    ("GET /v1/changes?since=x HTTP/1.1\r\nUpgrade: websocket\r\n\r\n", 400),
    ("GET /v1/changes HTTP/1.1\r\nUpgrade: websocket\r\n\r\n", 400),
    ("POST /v1/retry HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", 400),
    ("DELETE /v1/status HTTP/1.1\r\n\r\n", 405),
    ("GET /v1/nodes/delay/retry HTTP/1.1\r\n\r\n", 405),
    ("hello\r\n\r\n", 400), ("GET status HTTP/1.1\r\n\r\n", 400),
    ("GET /v1/status HTTP/2\r\n\r\n", 400), ("GET /v1/%zz HTTP/1.1\r\n\r\n", 400),
    ("GET /v1/%ff HTTP/1.1\r\n\r\n", 400), ("GET /v1/status HTTP/1.1\r\nno colon\r\n\r\n", 400),
    ("GET /v1/log?since=-1 HTTP/1.1\r\n\r\n", 400),
    ("POST /v1/nodes/delay/bypass HTTP/1.1\r\n\r\n", 400),
    ("POST /v1/nodes/delay/bypass HTTP/1.1\r\nContent-Length: 2\r\n\r\n[]", 400),
    ("POST /v1/nodes/delay/retry HTTP/1.1\r\nContent-Length: x\r\n\r\n", 400),
    ("POST /v1/nodes/delay/retry HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
    ("POST /v1/nodes/delay/retry HTTP/1.1\r\nContent-Length: 1048577\r\n\r\n", 413),
    ("POST /v1/nodes/delay/retry HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 411),
  ])
  func aMalformedRequestGetsItsStatus(_ request: String, _ status: Int) throws {
    let host = HostStub()
    let server = try serve(host)
    defer { server.stop() }
    let answer = place.exchange(request)
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
    #expect(answer.contains("\"message\":"))
    #expect(host.delay.calls.isEmpty)
  }

  @Test func aHeadWithoutAnEndIsRefused() throws {
    let server = try serve()
    defer { server.stop() }
    let line = "GET /v1/status HTTP/1.1\r\n"
    let answer = place.exchange(line + String(repeating: "x: y\r\n", count: 4000))
    #expect(answer.hasPrefix("HTTP/1.1 431 "), "\(answer)")
    #expect(try client.text("/v1/status").contains("stub"))
  }

  @Test func theLogReturnsLaterRecords() throws {
    let server = try serve(HostStub(records: 1500))
    defer { server.stop() }
    let all = try client.get("/v1/log", as: LogAnswer.self).records
    #expect(all.count == LogRing.capacity && all.last?.number == 1500)
    let new = try client.get("/v1/log?since=1498", as: LogAnswer.self).records
    #expect(new.map(\.message) == ["1498", "1499"])
  }
}

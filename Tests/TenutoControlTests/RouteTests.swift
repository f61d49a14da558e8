import Foundation
import Testing

@testable import TenutoControl

/// Every route, without a socket.
struct RouteTests {
  private let host = HostStub()

  private func answer(
    _ method: String, _ target: String, _ body: String = "", of host: HostStub? = nil
  ) throws -> HTTPResponse {
    var request = try HTTPRequest(method, target)
    request.body = Array(body.utf8)
    return ControlRouter().answer(request, of: host ?? self.host)
  }

  private func text(_ response: HTTPResponse) -> String {
    String(decoding: response.body, as: UTF8.self)
  }

  @Test(arguments: [
    ("POST", "/v1/nodes", #"{"component": "aufx dely Tnto"}"#, "add aufx dely Tnto"),
    ("DELETE", "/v1/nodes/delay", "", "remove delay"),
    ("POST", "/v1/nodes/delay/rename", #"{"name": "echo"}"#, "rename delay echo"),
    ("POST", "/v1/connections", #"{"from": "a", "to": "b.1"}"#, "connect a b.1"),
    ("DELETE", "/v1/connections", #"{"from": "a", "to": "b"}"#, "disconnect a b"),
    ("POST", "/v1/maps", #"{"controller": 7, "node": "a", "parameter": "b"}"#, "map 7"),
    ("DELETE", "/v1/maps", #"{"controller": 7, "node": "a", "parameter": "b"}"#, "unmap 7"),
    ("POST", "/v1/maps/learn", #"{"node": "a", "parameter": "b"}"#, "learn a b"),
    ("POST", "/v1/places", #"{"places": {"a": [1, 2], "b": [0, 0]}}"#, "place a b"),
    ("POST", "/v1/jack/connections", #"{"from": "a:1", "to": "b:1"}"#, "jack a:1 b:1 true"),
    ("DELETE", "/v1/jack/connections", #"{"from": "a:1", "to": "b:1"}"#, "jack a:1 b:1 false"),
    ("POST", "/v1/save", "", "save -"),
    ("POST", "/v1/save", #"{"path": "/x.yaml"}"#, "save /x.yaml"),
    ("POST", "/v1/undo", "", "undo"),
    ("POST", "/v1/transport/play", "", "play"), ("POST", "/v1/transport/stop", "", "stop"),
    ("POST", "/v1/transport/locate", #"{"measure": 9}"#, "locate 9"),
  ])
  func editsReachTheSession(
    _ method: String, _ target: String, _ body: String, _ call: String
  ) throws {
    #expect(try answer(method, target, body).status == 200)
    #expect(host.calls == [call])
  }

  @Test(arguments: [
    ("mute", "", "mute true"), ("retry", "", "retry"),
    ("bypass", #"{"bypassed": false}"#, "bypass false"),
    ("timing", #"{"timing": "same-cycle"}"#, "timing same-cycle"),
    ("loop", #"{"loops": true}"#, "loop true"), ("spare", #"{"spare": "none"}"#, "spare none"),
    ("replay", #"{"bundle": "/x"}"#, "replay /x"),
    ("preset", #"{"name": "Slap"}"#, "preset Slap"),
    ("presets", #"{"name": "Dub"}"#, "save Dub false"),
    ("presets", #"{"name": "Slap", "overwrite": true}"#, "save Slap true"),
    ("compare", "", "compare"), ("compare", #"{"copies": true}"#, "copy"),
    ("set", #"{"parameter": "mix", "value": 10}"#, "set mix 10.0"),
    ("set", #"{"parameter": "cutoff", "value": "1.5 kHz"}"#, "set cutoff 1500.0"),
    ("set", #"{"parameter": "sync", "value": "1/8"}"#, "set sync 1.0"),
    ("ramp", #"{"parameter": "mix", "value": "50 %", "seconds": 0.5}"#, "ramp mix 50.0 0.5"),
  ])
  func changesReachTheNode(_ action: String, _ body: String, _ call: String) throws {
    #expect(try answer("POST", "/v1/nodes/delay/\(action)", body).status == 200)
    #expect(host.delay.calls == [call])
  }

  @Test(arguments: [
    ("/v1/nodes/delay/presets", #"{"name": "Slap"}"#, 409), ("/v1/nodes/delay/presets", "{}", 400),
    ("/v1/places", #"{"places": {"a": "x"}}"#, 400), ("/v1/jack/connections", "{}", 400),
    ("/v1/nodes/x/set", #"{"parameter": "mix", "value": 1}"#, 404),
    ("/v1/nodes/delay/set", #"{"parameter": "x", "value": 1}"#, 404),
    ("/v1/nodes/delay/set", #"{"parameter": "x", "value": "1"}"#, 404),
    ("/v1/nodes/delay/set", #"{"parameter": "mix", "value": "loud"}"#, 400),
    ("/v1/nodes/delay/set", #"{"parameter": "mix", "value": null}"#, 400),
    ("/v1/nodes/delay/set", #"{"parameter": "mix"}"#, 400),
    ("/v1/nodes/delay/set", #"[{"parameter": "mix"}]"#, 400),
    ("/v1/nodes/delay/ramp", #"{"parameter": "mix", "value": 1, "seconds": -1}"#, 400),
    ("/v1/nodes/delay/ramp", #"{"parameter": "mix", "value": 1, "seconds": 1e9}"#, 400),
    ("/v1/nodes/delay/bypass", "{}", 400), ("/v1/nodes/delay/dance", "{}", 404),
    ("/v1/nodes/delay/restart", "", 504), ("/v1/nodes", "{}", 400), ("/v1/redo", "", 409),
    ("/v1/connections", #"{"from": "a", "to": "a"}"#, 409),
    ("/v1/transport/locate", #"{"bar": 9}"#, 400),
    ("/v1/connections", #"{"from": "a"}"#, 400), ("/v1/maps/learn", "", 400),
    ("/v1/set", #"{"node": "delay"}"#, 400),
    ("/v1/set", #"[{"node": "x", "parameter": "mix", "value": 1}]"#, 404),
  ])
  func errorsAreExplained(_ target: String, _ body: String, _ status: Int) throws {
    let response = try answer("POST", target, body)
    #expect(response.status == status)
    let error = try #require(WireJSON.value(response.body, as: RequestError.self))
    #expect(error.status == status && error.message.hasSuffix("."))
    #expect(host.delay.calls.isEmpty && host.calls.isEmpty)
  }

  @Test func aWrongMethodListsTheAllowedOnes() throws {
    let response = try answer("PUT", "/v1/nodes/delay")
    #expect(response.status == 405 && response.headers["Allow"] == "GET, DELETE")
  }

  @Test func manySettingsWaitOnce() throws {
    let all = (0..<10_000).map { number in
      let node = number % 2 == 0 ? "delay" : "sawtooth"
      return NodeSetting(node: node, parameter: "mix", value: .number(Double(number)))
    }
    let body = String(decoding: try WireJSON.bytes(all), as: UTF8.self)
    #expect(body.utf8.count < HTTPRequest.bodyLimit)
    let response = try answer("POST", "/v1/set", body)
    let values = try #require(WireJSON.value(response.body, as: SettingsAnswer.self)).values
    #expect(values.count == 10_000 && values[5] == 5 && values[5000] == 100)
    #expect(host.delay.scheduledCount == 5000 && host.sawtooth.scheduledCount == 5000)
    #expect(host.settleCount == 1)
  }
}

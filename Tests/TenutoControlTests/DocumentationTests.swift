import Foundation
import Testing

@testable import TenutoControl

/// The article on the control API, example by example.
struct DocumentationTests {
  private func blocks() throws -> [String] {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Sources/TenutoControl/Documentation.docc/ControlAPI.md")
    let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n```")
    return parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }

  /// The article's requests: method, address, body.
  private func requests() throws -> [(method: String, target: String, body: String)] {
    try blocks().compactMap { block in
      let lines = block.split(separator: "\n", maxSplits: 1)
      let words = (lines.first ?? "").split(separator: " ")
      guard words.count == 2, words[1].hasPrefix("/v1/") else { return nil }
      return (String(words[0]), String(words[1]), lines.count > 1 ? String(lines[1]) : "")
    }
  }

  @Test func everyRequestIsAnswered() throws {
    let router = ControlRouter()
    for (method, target, body) in try requests() {
      var request = try HTTPRequest(method, target)
      request.body = Array(body.utf8)
      let response = router.answer(request, of: HostStub())
      // A refusal by the stub means that the request was understood.
      let expected = [
        "/v1/changes": 426, "/v1/redo": 409, "/v1/nodes/delay/restart": 504, "/v1/page": 403,
        "/v1/sound": 426, "/v1/nodes/canon/loop": 404,
        "/v1/messages?node=delay": 426, "/v1/files?name=song.mid&bytes=4096": 426,
        "/v1/play?node=sawtooth": 426, "/v1/midi": 426, "/v1/midi/permissions": 409,
      ]
      #expect(response.status == expected[target] ?? 200, "\(method) \(target)")
    }
  }

  @Test func noRouteIsMissing() throws {
    let requests = try requests().map { request in
      (request.method, request.target.split(separator: "?")[0].split(separator: "/"))
    }
    for route in Route.all {
      #expect(
        requests.contains { method, words in
          method == route.method && route.match(words.map(String.init)) != nil
        }, "\(route.method) \(route.pathText) is not on the page")
    }
  }

  @Test func messagesEqualTheReadAndWrittenOnes() throws {
    let texts = try blocks().filter { $0.hasPrefix("json\n") }
    let messages = texts.map { Array($0.dropFirst(5).utf8) }
    try #require(messages.count == 6)
    let change = try #require(WireJSON.value(messages[0], as: ChangeRecord.self))
    #expect(change.kind == "parameter" && change.value == 30)
    let message = try #require(WireJSON.value(messages[1], as: LogMessage.self))
    #expect(message.kind == "log" && message.record.number == 7)
    let request = try #require(WireJSON.value(messages[2], as: SocketRequest.self))
    #expect(request.id == "a" && request.set?.count == 1)
    for message in messages[3...4] {
      let answer = try #require(WireJSON.value(message, as: SocketAnswer.self))
      #expect(try WireJSON.bytes(answer).count > 10)
    }
    let format = try #require(WireJSON.value(messages[5], as: SoundFormat.self))
    #expect(format.channels == SoundConnection.channelCount)
  }
}

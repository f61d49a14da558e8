internal import Glibc

@testable internal import TenutoHost
@testable internal import TenutoWeb

extension FuzzTarget {
  static var web: [FuzzTarget] {
    [
      FuzzTarget(name: "http-request", run: answerRequest),
      FuzzTarget(name: "http-answer", run: { _ = try? HTTPAnswer($0) }),
    ]
  }

  /// What comes over the socket, up to the answer, which the client understands.
  private static func answerRequest(_ input: [UInt8]) {
    guard let request = receivedRequest(input) else { return }
    check(request.body.count <= RequestReader.bodyLimit, "a body is too long")
    checkPath(request.path)
    let response = ControlRouter().answer(request, of: FuzzedHost())
    check((200..<600).contains(response.status), "an answer has the status \(response.status)")
    check((try? JSONReader.parse(response.body)) != nil, "an answer is no JSON")
    do throws(RequestError) {
      check(try HTTPAnswer(response.bytes).content == response.body, "an answer changes")
      check(response.status < 300, "a refusal is taken for an answer")
    } catch {
      check(error.status == response.status, "a refusal is taken for \(error)")
    }
  }

  private static func receivedRequest(_ input: [UInt8]) -> HTTPRequest? {
    var ends: [CInt] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return nil }
    let receiver = SocketStream(owning: ends[0], patienceSeconds: 1)
    do {
      let sender = SocketStream(owning: ends[1], patienceSeconds: 1)
      guard sender.write(input) else { return nil }
    }
    return (try? RequestReader(receiver).read()) ?? nil
  }

  /// A path that was read is the one that the client writes.
  private static func checkPath(_ path: [String]) {
    let target = "/" + path.map(ControlClient.escaped).joined(separator: "/")
    let head = try? HTTPHead(Array("GET \(target) HTTP/1.1".utf8))
    check(head?.request.path == path, "\(path) is another path after it was escaped")
  }
}

/// A host with one node that does whatever it is told.
private struct FuzzedHost: ControlledHost, ControlledNode {
  var nodeNames: [String] { ["delay"] }

  func status() -> HostStatus {
    var status = HostStatus(version: "1", name: "fuzz", pid: 1, engine: "clock")
    status.load = .nan
    status.nodes = [self.status()]
    return status
  }

  func status() -> NodeStatus {
    NodeStatus(name: "delay", component: "aufx dely Tnto", title: "Delay", condition: "playing")
  }

  func node(named name: String) -> (any ControlledNode)? { name == "delay" ? self : nil }

  func log(since number: UInt64) -> [LogRecord] {
    [LogRecord(number: number, time: 0, level: "info", label: "l", message: "m", metadata: [:])]
  }

  func retry() throws(RequestError) {}
  func restart() throws(RequestError) { throw RequestError(504, "It does not start.") }
  func setBypass(_ isBypassed: Bool) throws(RequestError) {}
  func unmute() throws(RequestError) {}
  func setTiming(_ timing: String) throws(RequestError) {}
  func set(_ parameter: String, to value: Double) throws(RequestError) -> Double { value }
}

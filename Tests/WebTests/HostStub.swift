import Foundation
import Synchronization

@testable import TenutoWeb

/// A host with one node that does whatever it is told.
final class HostStub: ControlledHost {
  let delay = NodeStub()
  private let ring = LogRing()

  init(records: Int = 0) {
    for number in 0..<records {
      ring.append(
        LogRecord(
          number: 0, time: 0, level: "info", label: "test", message: "\(number)", metadata: [:]))
    }
  }

  var nodeNames: [String] { ["delay"] }
  func node(named name: String) -> (any ControlledNode)? { name == "delay" ? delay : nil }
  func log(since number: UInt64) -> [LogRecord] { ring.records(since: number) }

  func status() -> HostStatus {
    var status = HostStatus(version: "1", name: "stub", pid: getpid(), engine: "clock")
    // What is no number must not keep an answer from being written.
    status.load = .nan
    status.nodes = [delay.status()]
    return status
  }
}

/// A node that notes what it was told.
final class NodeStub: ControlledNode {
  private let said = Mutex<[String]>([])
  var calls: [String] { said.withLock { $0 } }
  private func note(_ call: String) { said.withLock { $0.append(call) } }

  func status() -> NodeStatus {
    NodeStatus(name: "delay", component: "aufx dely Tnto", title: "Delay", condition: "playing")
  }
  func retry() throws(RequestError) { note("retry") }
  func restart() throws(RequestError) { throw RequestError(504, "It does not start.") }
  func setBypass(_ isBypassed: Bool) throws(RequestError) { note("bypass \(isBypassed)") }
  func unmute() throws(RequestError) { note("unmute") }
  func setTiming(_ timing: String) throws(RequestError) { note("timing \(timing)") }
  func set(_ parameter: String, to value: Double) throws(RequestError) -> Double {
    note("set \(parameter)")
    return min(value, 100)
  }
}

/// A folder of its own, gone with the test.
final class TestFolder {
  let path = "/tmp/tenuto-web-\(UUID().uuidString.prefix(8))"
  var folder: SocketFolder { SocketFolder(path: path) }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Sends bytes to a host and gives back all that it answers.
  func exchange(_ bytes: [UInt8], name: String = "tenuto") -> String {
    guard let socket = SocketAddress.connect(folder.socketPath(name)) else { return "" }
    let stream = SocketStream(owning: socket, patienceSeconds: 30)
    _ = stream.write(bytes)
    var answer: [UInt8] = []
    while let more = stream.read(atMost: 4096), !more.isEmpty { answer += more }
    return String(decoding: answer, as: UTF8.self)
  }

  func exchange(_ text: String) -> String { exchange(Array(text.utf8)) }
}

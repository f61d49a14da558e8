import Foundation
import Testing

@testable import TenutoControl

/// Change messages over real sockets.
struct ChangeTests {
  private let place = TestFolder()

  private func message<T: Decodable>(_ client: ChangeClient, as type: T.Type) throws -> T {
    let bytes = try #require(try client.next())
    return try #require(
      WireJSON.answer(bytes, as: type), "\(String(decoding: bytes, as: UTF8.self))")
  }

  private func change(_ client: ChangeClient) throws -> ChangeRecord {
    try message(client, as: ChangeRecord.self)
  }

  @Test func theSnapshotPrecedesTheChangesInOrder() throws {
    let host = HostStub()
    let server = try place.serve(host)
    defer { server.stop() }
    host.send("node-added", "early")
    let client = try place.client().changes()
    let picture = try message(client, as: SnapshotRecord.self)
    #expect(picture.number == 1 && picture.status.nodes.count == 2)
    #expect(picture.session == host.session.content())
    for number in 0..<500 { host.send("condition", "n\(number)") }
    for number in 0..<500 {
      let change = try change(client)
      #expect(change.number == UInt64(number + 2) && change.node == "n\(number)")
    }
  }

  @Test func aReturningClientMissesNothing() throws {
    let host = HostStub()
    let server = try place.serve(host)
    defer { server.stop() }
    for number in 0..<100 { host.send("condition", "n\(number)") }
    let client = try place.client().changes("since=97")
    #expect(try (0..<3).map { _ in try change(client).number } == [98, 99, 100])
    host.send("xrun", "a")
    #expect(try change(client).number == 101)
    // Unknown numbers, old or future, cannot be resumed.
    for _ in 0..<3000 { host.send("xrun", "a") }
    for since in [5, 99_999] {
      let late = try place.client().changes("since=\(since)")
      #expect(try message(late, as: SnapshotRecord.self).number == 3101)
    }
  }

  @Test func settingsComeThroughTheSocket() throws {
    let host = HostStub()
    let server = try place.serve(host)
    defer { server.stop() }
    let client = try place.client().changes("since=0")
    let batch = (0..<1000).map {
      NodeSetting(node: "delay", parameter: "mix", value: .number(Double($0)))
    }
    for _ in 0..<9 { try client.send(SocketRequest(set: batch)) }
    try client.send(SocketRequest(id: "last", set: batch))
    let answer = try message(client, as: SocketAnswer.self)
    #expect(answer.kind == "done" && answer.id == "last" && answer.values?.count == 1000)
    #expect(host.delay.scheduledCount == 10_000 && host.settleCount == 1)
  }

  @Test func errorsOverTheSocketAreSentThere() throws {
    let host = HostStub()
    let server = try place.serve(host)
    defer { server.stop() }
    let client = try place.client().changes("since=0")
    try client.send(
      SocketRequest(set: [NodeSetting(node: "x", parameter: "mix", value: .number(1))]))
    let answer = try message(client, as: SocketAnswer.self)
    #expect(answer.kind == "error" && answer.status == 404)
    #expect(answer.message == "There is no node 'x'; known are: sawtooth, delay.")
  }

  @Test func levelsAreSentOnRequest() throws {
    let host = HostStub()
    host.setLevels(["delay": -6])
    let server = try place.serve(host)
    defer { server.stop() }
    let client = try place.client().changes("since=0&levels=1")
    let level = try change(client)
    #expect(level.kind == "level" && level.node == "delay" && level.value == -6)
    #expect(level.number == 0)
  }

  @Test func theStatusAndTheLogAreSentOnRequest() throws {
    let host = HostStub(records: 3)
    let server = try place.serve(host)
    defer { server.stop() }
    let status = try place.client().changes("since=0&status=1")
    for _ in 0..<2 {
      #expect(try message(status, as: StatusMessage.self).status.name == "stub")
    }
    let log = try place.client().changes("since=0&log=1")
    let plain = try place.client().changes("since=0")
    for number in 4...6 {
      host.log("\(number)")
      #expect(try message(log, as: LogMessage.self).record.number == UInt64(number))
    }
    host.send("xrun", "delay")
    // A client without options receives only changes.
    #expect(try change(plain).kind == "xrun")
  }

  @Test func theEndOfTheHostIsTheEnd() throws {
    let host = HostStub()
    let server = try place.serve(host)
    let client = try place.client().changes("since=0")
    #expect(host.observerCount == 1)
    server.stop()
    #expect(throws: RequestError(503, "The host has just ended.")) { try client.next() }
    #expect(host.observerCount == 0)
  }

  @Test func manyHostsReportTheirOwnChanges() throws {
    let hosts = (0..<6).map { _ in HostStub() }
    let servers = try hosts.enumerated().map { try place.serve($1, name: "h\($0)") }
    defer { for server in servers { server.stop() } }
    let clients = try hosts.indices.map { try place.client("h\($0)").changes("since=0") }
    for (index, host) in hosts.enumerated() { host.send("condition", "n\(index)") }
    #expect(try clients.map { try change($0).node } == hosts.indices.map { "n\($0)" })
  }
}

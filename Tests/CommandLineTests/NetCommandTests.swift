import Foundation
import Testing

/// `tenuto net`, the built program, on the loopback interface.
@Suite(.serialized) struct NetCommandTests {
  /// The parts of `net status --json` that the tests read.
  private struct Session: Decodable {
    struct Peer: Decodable {
      let name: String
      let port: UInt16
      let isConnected: Bool
      let sent: UInt64
      let systemExclusive: [String: Limit]
      let endpoint: Endpoint?
    }

    /// A limit of System Exclusive messages, or their number.
    enum Limit: Decodable, Equatable {
      case name(String)
      case count(Int)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let name = try? container.decode(String.self) {
          self = .name(name)
        } else {
          self = .count(try container.decode(Int.self))
        }
      }
    }

    struct Endpoint: Decodable {
      struct FunctionBlock: Decodable {
        let name: String
        let firstGroup: Int
      }

      let name: String
      let functionBlocks: [FunctionBlock]
    }

    let session: String
    let name: String
    let port: UInt16
    let policy: String
    let peers: [Peer]
  }

  private func sessions(_ workshop: Workshop) async throws -> [Session] {
    let outcome = try await workshop.run("net", "status", "--json")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return try JSONDecoder().decode([Session].self, from: Data(outcome.output.utf8))
  }

  /// Waits up to 5 s for a condition on the sessions' status.
  private func eventually<Value>(
    _ bench: MIDIBench, _ value: ([Session]) -> Value?
  ) async throws -> Value? {
    for _ in 0..<50 {
      if let value = value(try await sessions(bench.workshop)) { return value }
      try await Task.sleep(nanoseconds: 100_000_000)
    }
    return nil
  }

  /// Starts a session on a free port, and waits until it is open.
  private func start(_ bench: MIDIBench, _ arguments: String...) async throws -> Program {
    let program = try Program(
      ["net"] + arguments + ["--port", "0", "--interface", "lo", "--server", bench.serverName],
      in: bench.workshop)
    try await program.waitFor("is open at UDP ports")
    return program
  }

  @Test func sessionsAreListedWatchedRestrictedAndEnded() async throws {
    let bench = try await MIDIBench()
    defer { bench.close() }
    let none = try await bench.workshop.run("net", "list")
    #expect(none.errors.contains("No network session is open"))
    let listener = try await start(bench, "accept", "--policy", "anyone", "--name", "Listener")
    let port = try #require(try await sessions(bench.workshop).first?.port)
    // As long as the other name, because an answer is never longer than its request.
    let caller = try await start(bench, "connect", "127.0.0.1:\(port)", "--name", "Caller 1")
    try await listener.waitFor("+ Caller 1")
    try await caller.waitFor("+ Listener")
    let both = try await sessions(bench.workshop)
    #expect(both.map(\.name).sorted() == ["Caller 1", "Listener"])
    #expect(both.allSatisfy { $0.peers.count == 1 && $0.peers[0].isConnected })
    let list = try await bench.workshop.run("net", "list")
    #expect(list.output.contains("Listener") && list.output.contains("anyone"), "\(list.output)")
    let status = try await bench.workshop.run("net", "status")
    #expect(status.output.contains("connected"), "\(status.output)")

    // An open session applies a permission at once.
    let sysEx = try await bench.workshop.run(
      "net", "contacts", "sysex", "127.0.0.1", "--receive", "none", "--send", "unlimited")
    #expect(sysEx.exitCode == 0, "\(sysEx.errors)")
    let permitted = try await eventually(bench) { sessions in
      let all = sessions.flatMap(\.peers).map(\.systemExclusive)
      return all.allSatisfy { $0["received"] == .name("none") } ? all : nil
    }
    #expect(permitted?.map { $0["sent"] } == [.name("unlimited"), .name("unlimited")])
    let wrong = try await bench.workshop.run(
      "net", "contacts", "sysex", "x", "--policy", "--send", "none")
    #expect(wrong.exitCode != 0)

    let policy = try await bench.workshop.run("net", "policy", "no-one")
    #expect(policy.exitCode == 0, "\(policy.errors)")
    #expect(try await sessions(bench.workshop).allSatisfy { $0.policy == "no-one" })
    let stranger = try await bench.workshop.run("net", "disconnect", "nobody")
    #expect(stranger.exitCode == 1)
    #expect(stranger.errors.contains("is not in this session"), "\(stranger.errors)")
    let gone = try await bench.workshop.run("net", "disconnect", "Listener")
    #expect(gone.exitCode == 0, "\(gone.errors)")
    try await listener.waitFor("- Caller 1")
    for program in [listener, caller] { program.signal(SIGINT) }
    #expect(await listener.finish().exitCode == 0)
    #expect(await caller.finish().exitCode == 0)
    #expect(try await sessions(bench.workshop).isEmpty)
  }

  @Test func aSecretLetsHostsOfMIDI2TakePartAndThePolicyIsKept() async throws {
    let bench = try await MIDIBench()
    defer { bench.close() }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try "open sesame\nnot this\n".write(to: file, atomically: true, encoding: .utf8)
    let kept = try await bench.workshop.run("net", "policy", "anyone")
    #expect(kept.exitCode == 0, "\(kept.errors)")
    func start(_ arguments: String...) async throws -> Program {
      let program = try Program(
        ["net"] + arguments + [
          "--port", "0", "--interface", "lo", "--server", bench.serverName, "--protocol", "midi2",
          "--secret-file", file.path,
        ], in: bench.workshop)
      try await program.waitFor("is open at UDP port ")
      return program
    }
    let listener = try await start("accept", "--name", "Listener")
    let session = try #require(try await sessions(bench.workshop).first)
    #expect(session.policy == "anyone")
    let caller = try await start("connect", "127.0.0.1:\(session.port)", "--name", "Caller")
    try await listener.waitFor("+ Caller")
    try await caller.waitFor("+ Listener")
    let status = try await bench.workshop.run("net", "status")
    #expect(status.output.contains("midi2"), "\(status.output)")
    let endpoint = try await eventually(bench) {
      $0.first { $0.name == "Caller" }?.peers[0].endpoint
    }
    #expect(endpoint?.name == "Listener")
    #expect(endpoint?.functionBlocks.map(\.name) == ["Listener"])
    #expect(endpoint?.functionBlocks.map(\.firstGroup) == [1])
    for program in [listener, caller] { program.signal(SIGINT) }
    #expect(await listener.finish().exitCode == 0)
    #expect(await caller.finish().exitCode == 0)
    let wrong = try await bench.workshop.run("net", "accept", "--secret-file", file.path)
    #expect(wrong.errors.contains("'--protocol midi2'"), "\(wrong.errors)")
  }

  @Test func browseFindsAnAdvertisedSession() async throws {
    let bench = try await MIDIBench()
    defer { bench.close() }
    let name = "Studio \(getpid())"
    let listener = try await start(bench, "accept", "--name", name)
    var output = ""
    for _ in 0..<20 where !output.contains(name) {
      output = try await bench.workshop.run(
        "net", "browse", "--interface", "lo", "--seconds", "1.5"
      ).output
    }
    #expect(output.contains(name), "\(output)")
    #expect(output.contains("127.0.0.1"), "\(output)")
    listener.signal(SIGINT)
    #expect(await listener.finish().exitCode == 0)
  }
}

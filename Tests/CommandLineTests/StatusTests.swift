import Foundation
import TenutoControl
import Testing

@Suite(.serialized) struct StatusTests {
  private static let play = [
    "play", "song.mid", "--instrument", "aumu sine Tnto", "--effect", "aufx dely Tnto",
  ]

  /// A playing host in a private workshop with its sockets.
  private func host(_ workshop: Workshop, _ arguments: [String]) async throws -> Program {
    try workshop.writeSong(seconds: 600)
    try await workshop.install("Sine", "Delay")
    let program = try Program(Self.play + arguments, in: workshop)
    try await program.waitFor(arguments.contains("clock") ? "clock engine" : "JACK, ")
    try await workshop.waitForHost()
    return program
  }

  private func status(_ workshop: Workshop) async throws -> HostStatus {
    try workshop.client().get("/v1/status", as: HostStatus.self)
  }

  /// Polls until the condition holds; the test's time limit ends it otherwise.
  private func wait(
    _ workshop: Workshop, for isDone: (HostStatus) -> Bool
  ) async throws -> HostStatus {
    while true {
      let status = try await status(workshop)
      if isDone(status) { return status }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test(.timeLimit(.minutes(2))) func aKilledExtensionIsSeenWithItsCauseAndPlaysAgain()
    async throws
  {
    let workshop = try Workshop()
    let program = try await host(workshop, ["--engine", "clock"])
    let before = try await status(workshop)
    #expect(before.engine == "clock" && before.frames == 256 && before.pid == program.identifier)
    #expect(before.nodes.map(\.name) == ["song", "sine", "delay", "out"])
    let victim = try #require(before.extensions[1].pid)
    #expect(workshop.extensionProcesses.contains(victim))
    kill(victim, SIGSEGV)
    let after = try await wait(workshop) { status in
      status.extensions[1].restarts > 0 && status.extensions[1].condition == "playing"
    }
    #expect(after.extensions[1].pid != victim)
    #expect(after.extensions[1].faults.map(\.pid) == [victim])
    #expect(after.extensions[0].restarts == 0)
    #expect(after.extensions[0].pid == before.extensions[0].pid)
    program.signal(SIGINT)
    let outcome = await program.finish()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("An extension ended while it played, and plays again"))
    #expect(workshop.hasNoExtensions)
  }

  @Test(.timeLimit(.minutes(2))) func aFailedNodeWaitsForRetry() async throws {
    let workshop = try Workshop()
    let program = try await host(workshop, ["--engine", "clock", "--no-restart"])
    kill(try #require(try await status(workshop).extensions[1].pid), SIGKILL)
    let given = try await wait(workshop) { $0.extensions[1].condition == "quarantined" }
    #expect(given.extensions[1].pid == nil && given.extensions[1].faults.map(\.cause) == ["killed"])
    let json = try await workshop.run("status", "--json")
    let printed = try JSONDecoder().decode(HostStatus.self, from: Data(json.output.utf8))
    #expect(printed.extensions.map(\.condition) == ["playing", "quarantined"])
    let text = try await workshop.run("status")
    #expect(text.output.contains("quarantined") && text.output.contains("SIGKILL"))
    program.signal(SIGINT)
    #expect(await program.finish().exitCode == 1)
  }

  @Test(.timeLimit(.minutes(2))) func timingAndRestartAreDoneWhenTheCommandReturns() async throws {
    let workshop = try Workshop()
    let program = try await host(
      workshop, ["--engine", "clock", "--timing", "delay=one-period-later"])
    let before = try await status(workshop)
    #expect(before.extensions.map(\.timing) == ["same-cycle", "one-period-later"])
    #expect(try await workshop.run("timing", "delay", "same-cycle").exitCode == 0)
    #expect(try await status(workshop).extensions[1].timing == "same-cycle")
    let restart = try await workshop.run("restart", "delay")
    #expect(restart.exitCode == 0, "\(restart.errors)")
    let after = try await status(workshop)
    #expect(after.extensions[1].pid != before.extensions[1].pid)
    let unknown = try await workshop.run("retry", "nobody")
    #expect(unknown.exitCode == 1 && unknown.errors.contains("known are: song, sine, delay, out"))
    program.signal(SIGINT)
    #expect(await program.finish().exitCode == 0)
  }

  @Test(.timeLimit(.minutes(2))) func itIsTheSameInJACK() async throws {
    let workshop = try Workshop()
    let server = try JACKServer(frameCount: 256, isSynchronous: true)
    defer { server.stop() }
    let program = try await host(workshop, ["--server", server.name])
    let before = try await status(workshop)
    #expect(before.engine == "jack" && before.sampleRate == 48000)
    kill(try #require(before.extensions[1].pid), SIGKILL)
    let after = try await wait(workshop) { $0.extensions[1].restarts > 0 }
    #expect(after.extensions[1].faults.map(\.cause) == ["killed"])
    program.signal(SIGINT)
    #expect(await program.finish().exitCode == 0)
  }

  @Test func withoutAHostItReportsThat() async throws {
    let workshop = try Workshop()
    for command in [["status"], ["top", "--once"], ["log"], ["retry", "x"]] {
      let outcome = try await Program(command, in: workshop).finish()
      #expect(outcome.exitCode == 1)
      #expect(
        outcome.errors.contains("No host is running; start one with 'tenuto play' or 'tenuto run'"))
    }
  }
}

extension HostStatus {
  /// The nodes that are extensions, in the order of the signal.
  var extensions: [NodeStatus] { nodes.filter { !$0.component.isEmpty } }
}

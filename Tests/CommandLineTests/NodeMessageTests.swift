import Foundation
import TenutoControl
import Testing

/// A host's messages on stderr, in its log and in its status when extensions fail.
@Suite(.serialized) struct NodeMessageTests {
  /// A chain with an effect that fails on command, played by `play` or `run`.
  private func host(_ kind: String, _ workshop: Workshop) async throws -> Program {
    try await workshop.install("Sine", "Faulty")
    var command = ["play", "song.mid", "--instrument", "aumu sine Tnto", "--effect", Self.effect]
    if kind == "play" {
      try workshop.writeSong(seconds: 600)
    } else {
      command = ["run", "song.yaml"]
      let made = try await workshop.run("new-session", "song.yaml", "aumu sine Tnto", Self.effect)
      #expect(made.exitCode == 0, "\(made.errors)")
    }
    let program = try Program(command + ["--engine", "clock", "--name", "stage"], in: workshop)
    try await workshop.waitForHost("stage")
    return program
  }

  private static let effect = "aufx falt Test"

  private func node(_ workshop: Workshop) throws -> NodeStatus {
    let status = try workshop.client("stage").get("/v1/status", as: HostStatus.self)
    return try #require(status.nodes.first { $0.component == Self.effect })
  }

  /// Polls until the condition holds; the test's time limit ends it otherwise.
  private func wait(
    _ workshop: Workshop, for isDone: (NodeStatus) -> Bool
  ) async throws -> NodeStatus {
    while true {
      let node = try node(workshop)
      if isDone(node) { return node }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  private func count(_ text: String, in errors: String) -> Int {
    errors.components(separatedBy: text).count - 1
  }

  @Test(.timeLimit(.minutes(2)), arguments: ["play", "run"])
  func aMuteForNaNIsSaidWithTheCommandThatHelps(_ kind: String) async throws {
    let workshop = try Workshop()
    let program = try await host(kind, workshop)
    let name = try node(workshop).name
    let set = try await workshop.run("set", name, "fault=1", "--name", "stage")
    #expect(set.exitCode == 0, "\(set.errors)")
    let retry = "'tenuto retry \(name) --name stage'"
    try await program.waitFor(retry)
    #expect(program.errors.contains("\(name) is muted, because its samples were NaN"))
    let status = try await workshop.run("status", "--name", "stage")
    #expect(status.output.contains(retry), "\(status.output)")
    #expect(status.output.contains("muted 1 time\n"), "\(status.output)")
    #expect(!status.output.contains("muted, muted"))
    #expect(try node(workshop).level == nil)
    let log = try await workshop.run("log", "--name", "stage")
    #expect(log.output.contains("\(name) is muted"), "\(log.output)")
    program.signal(SIGINT)
    #expect(await program.finish().errors.contains(retry))
  }

  @Test(.timeLimit(.minutes(2)), arguments: ["play", "run"])
  func everyCrashIsSaidOnceAndLogged(_ kind: String) async throws {
    let workshop = try Workshop()
    let program = try await host(kind, workshop)
    let name = try node(workshop).name
    for restarts in 1...3 {
      let node = try await wait(workshop) { $0.pid != nil && $0.condition == "playing" }
      kill(try #require(node.pid), SIGSEGV)
      _ = try await wait(workshop) { $0.restarts == restarts && $0.condition == "playing" }
      // Waits for the message.
      try await Task.sleep(for: .milliseconds(300))
    }
    kill(try #require(try node(workshop).pid), SIGSEGV)
    // From the first status on: an earlier loud output no longer counts.
    #expect(try await wait(workshop) { $0.condition == "quarantined" }.level == nil)
    let retry = "'tenuto retry \(name) --name stage'"
    try await program.waitFor(retry)
    let status = try await workshop.run("status", "--name", "stage")
    #expect(status.output.contains(retry), "\(status.output)")
    let log = try await workshop.run("log", "--name", "stage")
    program.signal(SIGINT)
    let errors = await program.finish().errors
    #expect(count(" ended: it crashed with SIGSEGV", in: errors) == 4, "\(errors)")
    #expect(count("is restarting", in: errors) == 0)
    for text in [errors, log.output] {
      let again =
        count("A spare took over for \(name)", in: text)
        + count("\(name) was restarted", in: text)
      #expect(again == 3, "\(text)")
      #expect(count("\(name) has ended too often and is quarantined", in: text) == 1, "\(text)")
    }
  }

  @Test(.timeLimit(.minutes(2))) func aRestartOnRequestLeavesALineInTheLog() async throws {
    let workshop = try Workshop()
    let program = try await host("play", workshop)
    let name = try node(workshop).name
    #expect(try await workshop.run("restart", name, "--name", "stage").exitCode == 0)
    let log = try await workshop.run("log", "--name", "stage")
    #expect(log.output.contains("\(name) was restarted in a new process"), "\(log.output)")
    program.signal(SIGINT)
    #expect(await program.finish().exitCode == 0)
  }

  @Test(.timeLimit(.minutes(2))) func aWrongHostIsAnsweredWithThoseThatRun() async throws {
    let workshop = try Workshop()
    try workshop.writeSong(seconds: 600)
    try await workshop.install("Sine")
    let names = ["a1", "a2"]
    let programs = try names.map { name in
      try Program(
        [
          "play", "song.mid", "--instrument", "aumu sine Tnto", "--engine", "clock", "--name", name,
        ],
        in: workshop)
    }
    for name in names { try await workshop.waitForHost(name) }
    // A stale socket does not count as a host.
    try Data().write(to: URL(fileURLWithPath: "\(workshop.sockets)/gone.sock"))
    let outcome = try await workshop.run("status")
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.errors.contains("'tenuto' is not running; running: a1, a2."), "\(outcome.errors)")
    for program in programs { program.signal(SIGINT) }
    for program in programs { #expect(await program.finish().exitCode == 0) }
  }

  @Test(.timeLimit(.minutes(2))) func clippingAtTheOutputIsReported() async throws {
    let workshop = try Workshop()
    try workshop.writeSong(seconds: 600)
    try await workshop.install("Sawtooth", "Gain")
    let program = try Program(
      [
        "play", "song.mid", "--instrument", "aumu saw1 Tnto", "--effect", "aufx gain Tnto",
        "--set", "gain.gain=24", "--engine", "clock", "--name", "stage",
      ], in: workshop)
    try await workshop.waitForHost("stage")
    var text = ""
    while !text.contains("out  was above 0 dBFS in") {
      text = try await workshop.run("status", "--name", "stage").output
    }
    #expect(text.contains(" dB clip"), "\(text)")
    #expect(!text.contains("sawtooth  was above"))
    let top = try await workshop.run("top", "--once", "--name", "stage")
    #expect(top.output.contains("out  was above 0 dBFS in"), "\(top.output)")
    program.signal(SIGINT)
    #expect(await program.finish().errors.contains("The output was above 0 dBFS in"))
  }
}

import Foundation
import TenutoControl
import Testing

/// The messages about chains: how much of a period they need.
@Suite(.serialized) struct ChainNeedTests {
  /// Polls until a chain is in the expected state; the test's time limit ends it otherwise.
  private func wait(
    _ workshop: Workshop, for isDone: (ChainRecord) -> Bool
  ) async throws -> ChainRecord {
    while true {
      let status = try workshop.client().get("/v1/status", as: HostStatus.self)
      if let chain = status.chains.first, isDone(chain) { return chain }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Three effects: each needs less than its share, and together they need twice the available
  /// time.
  @Test(.timeLimit(.minutes(2))) func aChainThatDoesNotFitIsReported() async throws {
    let workshop = try Workshop()
    try await workshop.install("UnrulyExtension")
    let effects = ["one", "two", "three"].map { name in
      "  \(name): {component: aufx unru Test, parameters: {slowness: 1500}, spare: none}"
    }
    let session = """
      tenuto: 2
      name: heavy
      engine: {clients: clock, frames: 1024, deadline: 0.1}
      nodes:
      \(effects.joined(separator: "\n"))
        out: {audio-output: 2}
      connections:
        - one -> two
        - two -> three
        - three -> out

      """
    try workshop.write("heavy.yaml", Data(session.utf8))
    let program = try Program(["run", "heavy.yaml", "--engine", "clock"], in: workshop)
    try await workshop.waitForHost()
    let sentence = "The chain one -> two -> three needs "
    try await program.waitFor(sentence)
    try await program.waitFor("a longer period or fewer nodes would let it fit")
    let chain = try await wait(workshop) { $0.need > 0.1 }
    #expect(chain.nodes == ["one", "two", "three"])
    #expect(chain.limit == 0.1)
    // Three times 1.5 ms of 21.3 ms.
    #expect(chain.need < 0.5)
    let status = try await workshop.run("status")
    #expect(status.output.contains("Chains:\n  one -> two -> three  needs "))
    program.signal(SIGINT)
    let outcome = await program.finish()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.errors.components(separatedBy: sentence).count == 2, "it is reported once")
  }

  @Test(.timeLimit(.minutes(2))) func thePlayedSessionIsAChain() async throws {
    let workshop = try Workshop()
    try workshop.writeSong(seconds: 600)
    try await workshop.install("Sine", "Delay")
    let program = try Program(
      [
        "play", "song.mid", "--instrument", "aumu sine Tnto", "--effect", "aufx dely Tnto",
        "--engine", "clock",
      ], in: workshop)
    try await workshop.waitForHost()
    let chain = try await wait(workshop) { $0.need > 0 }
    #expect(chain.nodes == ["sine", "delay"])
    #expect(chain.limit == 0.7)
    program.signal(SIGINT)
    _ = await program.finish()
  }
}

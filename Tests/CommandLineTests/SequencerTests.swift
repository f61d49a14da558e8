import Foundation
import TenutoALSA
import Testing

/// Live MIDI where there is neither JACK nor, on machines of tests, a sequencer; `make test-machine` plays
/// where there is one.
@Suite(.serialized) struct SequencerTests {
  private static let hasSequencer = (try? ALSAClient.check()) != nil
  private static let chain = ["play", "--instrument", "aumu sine Tnto"]

  private func run(_ arguments: [String]) async throws -> Outcome {
    let workshop = try Workshop()
    try await workshop.install("Sine")
    return try await Program(arguments, in: workshop).finish()
  }

  @Test(
    .enabled(if: !hasSequencer),
    arguments: [["--engine", "clock"], ["--engine", "clock", "--midi-driver", "alsa"]])
  func theMissingSequencerIsNamedWithItsRemedy(_ words: [String]) async throws {
    let outcome = try await run(Self.chain + words)
    #expect(outcome.exitCode == 1)
    expectOneSentence(outcome)
    #expect(
      outcome.errors.hasPrefix("tenuto: The ALSA sequencer cannot be used: "), "\(outcome.errors)")
    #expect(outcome.errors.contains("(run 'sudo "), "\(outcome.errors)")
  }

  @Test(arguments: [
    (["--engine", "clock", "--midi-driver", "none"], 2, "needs '--midi-driver alsa'"),
    (["--engine", "clock", "--midi-driver", "jack"], 2, "omit '--engine clock'"),
    (["--server", "tenuto-nobody"], 1, "needs a JACK server \"tenuto-nobody\""),
    (["--server", "tenuto-nobody", "--midi-driver", "alsa"], 1, "needs a JACK server"),
    (["--midi-driver", "oss"], 2, "alsa"),
  ])
  func whatCannotBeIsSaid(_ words: [String], _ exitCode: Int, _ text: String) async throws {
    let outcome = try await run(Self.chain + words)
    #expect(outcome.exitCode == exitCode, "\(outcome.errors)")
    #expect(outcome.errors.contains(text), "\(outcome.errors)")
  }

  /// A session plays without its ports, unless the user has asked for them.
  @Test(.enabled(if: !hasSequencer), arguments: [nil, "none", "alsa"])
  func aSessionPlaysWithoutItsPorts(_ driver: String?) async throws {
    let workshop = try Workshop()
    try await workshop.install("Sine")
    let session = """
      tenuto: 2
      nodes:
        keys: {midi-input: true}
        lead: {component: aumu sine Tnto}
        out: {audio-output: 1}
      connections:
        - {midi: keys -> lead}
        - lead -> out
      """
    try workshop.write("song.yaml", session.utf8)
    let words = driver.map { ["--midi-driver", $0] } ?? []
    let outcome = try await Program(
      ["run", "song.yaml", "--engine", "clock", "--for", "0.2"] + words, in: workshop
    ).finish()
    #expect(outcome.exitCode == (driver == "alsa" ? 1 : 0), "\(outcome.errors)")
    let isNamed = outcome.errors.contains("The session's MIDI inputs and outputs have no ports: ")
    #expect(isNamed == (driver == nil), "\(outcome.errors)")
  }
}

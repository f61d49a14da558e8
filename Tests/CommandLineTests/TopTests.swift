import Foundation
import Testing

@Suite(.serialized) struct TopTests {
  @Test func itShowsAHostInPlainLinesAndOnATerminal() async throws {
    let workshop = try Workshop()
    try workshop.writeSong(seconds: 600)
    try await workshop.install("Sine")
    let program = try Program(
      [
        "play", "song.mid", "--instrument", "aumu sine Tnto", "--engine", "clock", "--name", "x.1",
      ], in: workshop)
    try await program.waitFor("clock engine")
    try await workshop.waitForHost("x.1")
    let plain = try await workshop.run("top", "--name", "x.1", "--count", "2")
    #expect(plain.exitCode == 0, "\(plain.errors)")
    #expect(plain.output.split(separator: "x.1  process \(program.identifier)").count == 2)
    #expect(!plain.output.contains("\u{1B}"))
    let terminal = try PseudoTerminal(["top", "--name", "x.1"], in: workshop)
    terminal.press("", until: "q ends it.")
    terminal.write("q")
    #expect(terminal.finish() == 0)
    #expect(terminal.isRestored)
    program.signal(SIGINT)
    #expect(await program.finish().exitCode == 0)
  }
}

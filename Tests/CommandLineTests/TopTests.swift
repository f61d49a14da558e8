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
    for columns in [80, 110] { try expectWholeColumns(workshop, columns) }
    let terminal = try PseudoTerminal(["top", "--name", "x.1"], in: workshop)
    terminal.press("", until: "q quits.")
    terminal.write("q")
    #expect(terminal.finish() == 0)
    #expect(terminal.isRestored)
    program.signal(SIGINT)
    #expect(await program.finish().exitCode == 0)
  }

  /// Complete columns only, none wider than the terminal; omitted ones are named.
  private func expectWholeColumns(_ workshop: Workshop, _ columns: Int) throws {
    let terminal = try PseudoTerminal(
      ["top", "--name", "x.1"], in: workshop, columns: UInt16(columns))
    terminal.press("", until: "also shows")
    let lines = terminal.output.replacing(/\u{1B}\[[?0-9]*[A-Za-z]/, with: "")
      .split(whereSeparator: \.isNewline)
    let header = try #require(lines.first { $0.hasPrefix("NODE") }, "\(terminal.output)")
    let known =
      ["NODE", "COMPONENT", "STATE", "LEVEL", "PID", "CPU", "P50", "P99", "MAX µs"]
      + ["MISSES", "RESTARTS", "MEMORY", "PAGE FAULTS", "TIMING"]
    let shown = header.replacing(#/ {2,}/#, with: "|").split(separator: "|").map(String.init)
    #expect(shown.allSatisfy(known.contains) && shown.contains("MISSES"), "\(shown)")
    #expect(lines.allSatisfy { $0.count < columns }, "\(lines)")
    terminal.write("q")
    #expect(terminal.finish() == 0)
  }
}

import Testing

/// Mistakes in session files.
@Suite struct SessionFileTests {
  private static let text = """
    tenuto: 2
    nodes:
      saw: {component: sawtooth}
      out: {audio-output: 2, mute: perhaps}
    connections: [saw -> out, saw -> nowhere]
    """

  @Test(arguments: [["run", "song.yaml", "--engine", "clock"], ["graph", "song.yaml"]])
  func eachMistakeIsOnASeparateLine(_ command: [String]) async throws {
    let workshop = try Workshop()
    try workshop.write("song.yaml", Self.text.utf8)
    let outcome = try await Program(command, in: workshop).finish()
    #expect(outcome.exitCode == 1 && outcome.output.isEmpty)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 3, "\(outcome.errors)")
    for (line, place) in zip(lines, ["song.yaml:3:", "song.yaml:4:", "song.yaml:5:"]) {
      #expect(line.hasPrefix("tenuto: ") && line.contains(place) && line.hasSuffix("."), "\(line)")
    }
    #expect(!outcome.errors.contains("\u{FFFD}"))
  }
}

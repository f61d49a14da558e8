import TestSupport
import Testing

/// FluidSynth's allocations on the render thread, counted in a separate program.
@Suite struct AllocationTests {
  /// Calls that allocate, according to the article; the first one is not on the render thread.
  private static let allocating: Set<String> = ["load", "polyphony"]

  @Test func playingNeitherAllocatesNorLocks() throws {
    let font = try TemporaryFont()
    let result = try Program.run(Built.path("SynthCounter"), [font.path])
    try #require(result.status == 0, "\(result.output)")
    let lines = result.output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.count == 23)
    for line in lines where line.count == 4 {
      let counts = line[1...].compactMap { Int($0) }
      guard !Self.allocating.contains(String(line[0])) else {
        // Verifies the counter itself.
        #expect(counts[0] > 0, "\(line[0])")
        continue
      }
      #expect(counts == [0, 0, 0], "\(line[0])")
    }
  }
}

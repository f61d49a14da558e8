import Foundation
import TenutoHost
import Testing

/// `tenuto dev`: what is written plays, and takes over while it plays.
@Suite struct DevTests {
  @Test func whatIsSavedTakesOverAndWhatDoesNotCompileDoesNot() async throws {
    let workshop = try Workshop()
    _ = try await workshop.run(
      "new", "Thing", "--type", "aumu", "--subtype", "thng", "--manufacturer", "Demo",
      "--language", "c", "--sdk", Workshop.checkout)
    try workshop.writeSong(seconds: 600)
    let program = try Program(
      [
        "dev", "Thing", "--executable", ".build/Thing", "--song", "song.mid", "--engine", "clock",
        "--record", "dev.wav", "--set", "gain=-12",
      ], in: workshop)
    try await program.waitFor("clock engine")

    let source = try mainSource(workshop)
    let text = try String(contentsOfFile: source, encoding: .utf8)
    #expect(text.contains("\"Thing\""))
    try text.replacingOccurrences(of: "\"Thing\"", with: "\"Renamed\"")
      .write(toFile: source, atomically: true, encoding: .utf8)
    try await program.waitFor("Renamed is new from here on")

    try "this is not C".write(toFile: source, atomically: true, encoding: .utf8)
    try await program.waitFor("What was there plays on")
    program.signal(SIGINT)
    let outcome = await program.finish()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("error:"))
    let channels = try SoundFileReader(path: "\(workshop.path)/dev.wav").readAll()
    #expect(channels.allSatisfy { $0.suffix(48000).contains { abs($0) > 0.01 } }, "it plays on")
    #expect(!outcome.errors.contains("ended by signal"))
  }

  @Test func anEffectSaysWhatItNeeds() async throws {
    let workshop = try Workshop()
    _ = try await workshop.run(
      "new", "Thing", "--type", "aufx", "--subtype", "thng", "--manufacturer", "Demo",
      "--language", "c", "--sdk", Workshop.checkout)
    try workshop.writeSong()
    let outcome = try await workshop.run(
      "dev", "Thing", "--executable", ".build/Thing", "--song", "song.mid", "--engine", "clock")
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("--instrument"))
  }

  /// The file that names the component.
  private func mainSource(_ workshop: Workshop) throws -> String {
    let folder = "\(workshop.path)/Thing"
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return try #require(
      paths.filter { $0.hasSuffix(".c") }.map { "\(folder)/\($0)" }.first {
        (try? String(contentsOfFile: $0, encoding: .utf8))?.contains("\"Thing\"") == true
      })
  }
}

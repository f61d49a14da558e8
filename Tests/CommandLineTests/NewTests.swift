import Foundation
import TenutoRender
import Testing

/// `tenuto new`: packages that build and play.
@Suite struct NewTests {
  /// A language and a type that it supports.
  static let offered =
    ["aumu", "aufx", "aumf", "aumi", "augn"].map { ("swift", $0) }
    + ["cxx", "c"].flatMap { [($0, "aumu"), ($0, "aufx")] }

  private func make(
    _ type: String, _ language: String = "swift", in workshop: Workshop
  ) async throws -> Outcome {
    try await workshop.run(
      "new", "Thing", "--type", type, "--subtype", "thng", "--manufacturer", "Demo", "--language",
      language, "--sdk", Workshop.checkout)
  }

  @Test(arguments: offered)
  func everyTypeIsWholeAndParses(language: String, type: String) async throws {
    let workshop = try Workshop()
    let outcome = try await make(type, language, in: workshop)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let folder = "\(workshop.path)/Thing"
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { URL(fileURLWithPath: $0).pathExtension.count > 0 }
    #expect(paths.contains("Package.swift") && paths.contains("README.md"))
    for path in paths {
      let bytes = try #require(FileManager.default.contents(atPath: "\(folder)/\(path)"))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("«") && text.hasSuffix("\n"), "\(path)")
      guard path.hasSuffix(".swift") else { continue }
      let (status, log) = try workshop.call(["swiftc", "-frontend", "-parse", path], in: folder)
      #expect(status == 0, "\(log)")
    }
    #expect(try await make(type, language, in: workshop).exitCode == 1)
  }

  @Test(arguments: ["swift", "cxx"])
  func anInstrumentBuildsAndItsTestPasses(_ language: String) async throws {
    let workshop = try Workshop()
    _ = try await make("aumu", language, in: workshop)
    let (status, log) = try workshop.call(["swift", "test"], in: "\(workshop.path)/Thing")
    #expect(status == 0, "\(log)")
    #expect(log.contains("Test run with 2 tests in 1 suite passed"))
  }

  @Test func anInstrumentInCxxPlays() async throws {
    let workshop = try Workshop()
    _ = try await make("aumu", "cxx", in: workshop)
    let folder = "\(workshop.path)/Thing"
    let build = ["swift", "build", "-c", "release", "--product", "Thing"]
    let (status, log) = try workshop.call(build, in: folder)
    #expect(status == 0, "\(log)")
    try await expectSound(of: "\(folder)/.build/release/Thing", in: workshop)
  }

  @Test func anInstrumentInCIsBuiltByMakeAndPlays() async throws {
    let workshop = try Workshop()
    _ = try await make("aumu", "c", in: workshop)
    let folder = "\(workshop.path)/Thing"
    let (status, log) = try workshop.call(["make", "test", ".build/Thing"], in: folder)
    #expect(status == 0, "\(log)")
    #expect(log.split(separator: "\n").count { $0.hasPrefix("ok: ") } == 4)
    try await expectSound(of: "\(folder)/.build/Thing", in: workshop)
  }

  @Test func anEffectInCIsBuiltByMakeAndMeasuresCorrectly() async throws {
    let workshop = try Workshop()
    _ = try await make("aufx", "c", in: workshop)
    let (status, log) = try workshop.call(["make", "test"], in: "\(workshop.path)/Thing")
    #expect(status == 0, "\(log)")
    #expect(log.split(separator: "\n").count { $0.hasPrefix("ok: ") } == 4)
  }

  @Test(arguments: ["thing", "Thing!", "Kernel", ""])
  func wrongNamesAreRefused(_ name: String) async throws {
    let workshop = try Workshop()
    let outcome = try await workshop.run(
      "new", name, "--type", "aumu", "--subtype", "thng", "--manufacturer", "Demo")
    #expect(outcome.exitCode == 2)
    #expect(try workshop.fileNames.isEmpty)
  }

  @Test(arguments: ["c", "cxx"], ["aumf", "aumi", "augn"])
  func missingTemplatesAreExplained(language: String, type: String) async throws {
    let workshop = try Workshop()
    let outcome = try await make(type, language, in: workshop)
    #expect(outcome.exitCode == 2)
    expectOneSentence(outcome)
    #expect(outcome.errors.contains("'\(type)'") && outcome.errors.contains("aumu and aufx"))
    #expect(try workshop.fileNames.isEmpty)
  }

  /// Installs an instrument, and renders a song with it at two levels.
  private func expectSound(of executable: String, in workshop: Workshop) async throws {
    #expect(try await workshop.run("install", executable).exitCode == 0)
    try workshop.writeSong()
    for gain in ["-12", "-18"] {
      let outcome = try await workshop.run(
        "render", "song.mid", "--instrument", "aumu thng Demo", "--set", "gain=\(gain)", "-o",
        "gain\(gain).wav")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    let ratio = try peak(workshop, "gain-12.wav") / peak(workshop, "gain-18.wav")
    #expect(abs(ratio - 1.995) < 0.01)  // 6 dB
  }

  private func peak(_ workshop: Workshop, _ name: String) throws -> Float {
    let channels = try SoundFileReader(path: "\(workshop.path)/\(name)").readAll()
    return channels.joined().map(abs).max() ?? 0
  }
}

import Foundation
import Testing

/// `tenuto params` and `tenuto preset`, with a real extension.
@Suite struct PresetTests {
  private struct Values: Decodable {
    let parameters: [Value]

    struct Value: Decodable {
      let identifier: String
      let value: Float
      let text: String
    }
  }

  private let code = "aumu sine Tnto"

  private func gain(_ workshop: Workshop, _ arguments: String...) async throws -> Float? {
    let outcome = try await Program(["params", code, "--json"] + arguments, in: workshop).finish()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let values = try JSONDecoder().decode(Values.self, from: Data(outcome.output.utf8))
    return values.parameters.first { $0.identifier == "gain" }?.value
  }

  @Test func parametersAreShownAndSet() async throws {
    let workshop = try Workshop()
    try await workshop.install("Sine")
    #expect(try await gain(workshop) == 0.5)
    #expect(try await gain(workshop, "--set", "gain=0.25") == 0.25)
    let table = try await workshop.run("params", code, "--set", "gain=0.25")
    #expect(table.output.contains("0 to 1"))
    #expect(table.output.contains("█████···············"))
    #expect(workshop.hasNoExtensions)
  }

  @Test(arguments: ["gain=1.5", "gain=loud", "loudness=1"])
  func invalidSettingsAreExplained(_ change: String) async throws {
    let workshop = try Workshop()
    try await workshop.install("Sine")
    let outcome = try await workshop.run("params", code, "--set", change)
    #expect(outcome.exitCode == 2)
    expectOneSentence(outcome)
    #expect(workshop.hasNoExtensions)
  }

  @Test func userPresetsAreSavedShownRenamedAndDeleted() async throws {
    let workshop = try Workshop()
    try await workshop.install("Sine")
    let save = try await workshop.run("preset", "save", code, "Soft one", "--set", "gain=0.125")
    #expect(save.exitCode == 0, "\(save.errors)")
    #expect(try await workshop.run("preset", "save", code, "Soft one").exitCode == 1)
    #expect(try await gain(workshop, "--preset", "Soft one") == 0.125)
    #expect(try await workshop.run("preset", "list", code).output.contains("Soft one"))
    #expect(try await workshop.run("preset", "rename", code, "Soft one", "Quiet").exitCode == 0)
    #expect(try await workshop.run("preset", "show", code, "Quiet").output.contains("gain"))
    #expect(try await workshop.run("preset", "show", code, "Soft one").exitCode == 2)
    #expect(try await workshop.run("preset", "delete", code, "Quiet").exitCode == 0)
    #expect(try await workshop.run("preset", "delete", code, "Quiet").exitCode == 1)
  }

  @Test func presetsAreFoundInAnyCaseButExactlyFirst() async throws {
    let workshop = try Workshop()
    try await workshop.install("Sine")
    for (name, value) in [("Soft", "0.25"), ("soft", "0.125")] {
      let outcome = try await workshop.run("preset", "save", code, name, "--set", "gain=\(value)")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    #expect(try await gain(workshop, "--preset", "Soft") == 0.25)
    #expect(try await gain(workshop, "--preset", "soft") == 0.125)
    #expect(try await workshop.run("preset", "delete", code, "soft").output.contains("'soft'"))
    #expect(try await gain(workshop, "--preset", "SOFT") == 0.25)
    let renamed = try await workshop.run("preset", "rename", code, "SOFT", "Low")
    #expect(renamed.output.contains("Renamed 'Soft' to 'Low'"))
    #expect(try await gain(workshop, "--preset", "low") == 0.25)
  }

  @Test func factoryAndUserPresetsAreListedAndShownTogether() async throws {
    let workshop = try Workshop()
    try await workshop.install("UnitExtension")
    let rich = "aumu rich Test"
    let save = try await workshop.run("preset", "save", rich, "Own", "--preset", "Loud")
    #expect(save.exitCode == 0, "\(save.errors)")
    let list = try await workshop.run("preset", "list", rich, "--json")
    let presets = try JSONDecoder().decode([Entry].self, from: Data(list.output.utf8))
    #expect(presets.map(\.name) == ["Soft", "Loud", "Own"])
    #expect(presets.map(\.number) == [0, 7, nil])
    let path = try #require(presets.last?.path)
    #expect(FileManager.default.fileExists(atPath: path))
    // The unit's state is the name of the selected preset.
    let own = try await workshop.run("preset", "show", rich, "own")
    #expect(own.output.contains("Own of Rich ('aumu rich Test'), with 4 bytes of state"))
    #expect(own.output.contains("100 of 100") && own.output.contains("three"))
    let replaced = try await workshop.run(
      "preset", "save", rich, "Own", "--overwrite", "--set", "steps=one")
    #expect(replaced.exitCode == 0)
    #expect(try await workshop.run("preset", "show", rich, "Own").output.contains("50 of 100"))
    #expect(workshop.hasNoExtensions)
  }

  private struct Entry: Decodable {
    let name: String
    let number: Int?
    let path: String?
  }

  /// A song is longer than the sample limit, so a part of its recording is used.
  @Test func aSampleIsAPartOfASoundFile() async throws {
    let workshop = try Workshop()
    _ = try workshop.writeSong()
    for name in ["Sine", "Sampler"] { try await workshop.install(name) }
    let render = try await workshop.run(
      "render", "song.mid", "--instrument", code, "-o", "song.wav")
    #expect(render.exitCode == 0, "\(render.errors)")
    func save(_ arguments: String...) async throws -> Outcome {
      try await Program(
        ["preset", "save", "aumu smpl Tnto", "Part", "--overwrite", "--sound", "song.wav"]
          + arguments, in: workshop
      ).finish()
    }
    var sizes: [Int] = []
    for end in [2000, 3000] {
      let outcome = try await save("--part", "1000:\(end)")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let path = try #require(outcome.output.split(separator: " in ").last)
        .trimmingCharacters(in: .newlines)
      sizes.append(try Data(contentsOf: URL(fileURLWithPath: path)).count)
    }
    #expect(sizes[1] - sizes[0] >= 4 * 1000, "of samples of four bytes")
    let looped = try await save("--part", "1000:2000", "--loop", "1500:2000")
    #expect(looped.exitCode == 0, "\(looped.errors)")
    for outcome in [
      try await save("--part", "0:100000000"),
      try await save("--part", "1000:2000", "--loop", "500:2000"),
    ] {
      #expect(outcome.exitCode == 2)
      expectOneSentence(outcome)
    }
    let soundless = try await workshop.run(
      "preset", "save", "aumu smpl Tnto", "Part", "--part", "0:1000")
    #expect(soundless.exitCode != 0)
  }
}

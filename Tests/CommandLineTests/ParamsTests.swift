import Foundation
import Testing

/// `tenuto params`, with a component that converts its values itself.
@Suite struct ParamsTests {
  private struct Values: Decodable {
    let code: String
    let parameters: [Value]

    struct Value: Decodable {
      let identifier: String
      let value: Float
      let text: String
    }
  }

  private let code = "aumu rich Test"

  private func workshop() async throws -> Workshop {
    let workshop = try Workshop()
    try await workshop.install("UnitExtension")
    return workshop
  }

  private func values(_ workshop: Workshop, _ arguments: String...) async throws -> [Values.Value] {
    let outcome = try await Program(["params", code, "--json"] + arguments, in: workshop).finish()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let values = try JSONDecoder().decode(Values.self, from: Data(outcome.output.utf8))
    #expect(values.code == code)
    return values.parameters
  }

  @Test func theTableHasValuesInTheComponentsWords() async throws {
    let workshop = try await workshop()
    let outcome = try await workshop.run(
      "params", code, "--set", "gain=30 of 100", "--set", "steps=two")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(
      lines == [
        "PARAMETER VALUE RANGE NAME",
        "gain 30 of 100 ██████·············· 0 to 1 Gain",
        "steps two █████████████······· none, one, two, three Steps",
        "level 0 ···················· 0 to 1 Level",
      ])
    #expect(workshop.hasNoExtensions)
  }

  @Test(arguments: [("gain=0.75", Float(0.75)), ("gain=75 of 100", 0.75), ("gain=1e-1", 0.1)])
  func valuesAreSetAsNumbersAndAsTexts(change: String, expected: Float) async throws {
    let values = try await values(try await workshop(), "--set", change)
    #expect(values.map(\.identifier) == ["gain", "steps", "level"])
    #expect(values[0].value == expected)
    #expect(values[0].text == "\(Int(expected * 100)) of 100")
  }

  @Test(arguments: ["Loud", "loud", "7"])
  func factoryPresetsAreNamedOrNumbered(_ preset: String) async throws {
    let values = try await values(
      try await workshop(), "--preset", preset, "--set", "gain=0.5")
    #expect(values.map(\.value) == [0.5, 3, 0])
    #expect(values[1].text == "three")
  }

  /// The mistake, the exit code, and a part of the answer.
  @Test(arguments: [
    (["--set", "gain=2"], 2, "0 to 1"), (["--set", "steps=four"], 2, "none, one, two, three"),
    (["--set", "level=1"], 1, "read-only"), (["--set", "volume=1"], 2, "gain, steps, level"),
    (["--preset", "Hard"], 2, "Soft (0), Loud (7)"),
  ])
  func impossibleRequestsAreExplained(
    arguments: [String], exitCode: Int32, fact: String
  ) async throws {
    let workshop = try await workshop()
    let outcome = try await Program(["params", code] + arguments, in: workshop).finish()
    #expect(outcome.exitCode == exitCode)
    #expect(outcome.errors.contains(fact), "\(outcome.errors)")
    expectOneSentence(outcome)
    #expect(outcome.output.isEmpty)
    #expect(workshop.hasNoExtensions)
  }
}

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
    #expect(workshop.extensionProcesses.isEmpty)
  }

  @Test(arguments: ["gain=1.5", "gain=loud", "loudness=1"])
  func whatCannotBeSetIsExplained(_ change: String) async throws {
    let workshop = try Workshop()
    try await workshop.install("Sine")
    let outcome = try await workshop.run("params", code, "--set", change)
    #expect(outcome.exitCode == 2)
    expectOneSentence(outcome)
    #expect(workshop.extensionProcesses.isEmpty)
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
}

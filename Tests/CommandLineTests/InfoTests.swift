import Foundation
import Testing

/// `tenuto info` and `tenuto list`, with a bundle of two components.
@Suite struct InfoTests {
  private struct Record: Decodable {
    let code: String
    let parameters: [Parameter]
    let presets: [Preset]
    let capabilities: [Capability]
    let stateVersion: Int
    let midiProtocol: String

    struct Parameter: Decodable {
      let address: String
      let identifier: String
      let flags: [String]
      let valueNames: [String]
    }
    struct Preset: Decodable {
      let number: Int
      let name: String
    }
    struct Capability: Decodable {
      let inputs: Int
      let outputs: Int
    }
  }

  @Test func everythingAboutAComponentIsShown() async throws {
    let workshop = try Workshop()
    try await workshop.install("UnitExtension")
    let outcome = try await workshop.run("info", "aumu rich Test")
    #expect(outcome.exitCode == 0)
    let lines = outcome.output.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    for line in [
      "Rich 2.0.0 ('aumu rich Test')", "kind instrument: MIDI in, sound out",
      "channels 0 in, 1 out; 0 in, 2 out", "MIDI in MIDI 2.0", "state version 2",
      "steps Steps none, one, two, three none", "level Level 0 to 1 0 read-only",
      "7 Loud gain=1 steps=3",
    ] {
      #expect(lines.contains(line), "\(line) in \(lines)")
    }
    #expect(outcome.output.contains("\(workshop.extensions)/UnitExtension.tenuto\n"))
  }

  @Test func programsReadItAsJSON() async throws {
    let workshop = try Workshop()
    try await workshop.install("UnitExtension")
    let outcome = try await workshop.run("info", "aumu rich Test", "--json")
    let record = try JSONDecoder().decode(Record.self, from: Data(outcome.output.utf8))
    #expect(record.code == "aumu rich Test")
    #expect(record.parameters.map(\.identifier) == ["gain", "steps", "level"])
    #expect(record.parameters.map(\.address) == ["1", "2", "3"])
    #expect(record.parameters[1].valueNames == ["none", "one", "two", "three"])
    #expect(record.parameters[2].flags == ["read-only"])
    #expect(record.presets.map(\.number) == [0, 7])
    #expect(record.presets.map(\.name) == ["Soft", "Loud"])
    #expect(record.capabilities.map(\.outputs) == [1, 2])
    #expect(record.stateVersion == 2)
    #expect(record.midiProtocol == "MIDI 2.0")
  }

  @Test func aBundleMayHaveSeveralComponents() async throws {
    let workshop = try Workshop()
    let install = try await workshop.run("install", "\(Workshop.build)/UnitExtension")
    #expect(install.output.contains("Installed Plain 1.0.0 ('augn plin Test')"))
    #expect(install.output.contains("Installed Rich 2.0.0 ('aumu rich Test')"))
    let list = try await workshop.run("list", environment: ["TENUTO_PATH": workshop.extensions])
    #expect(list.output.contains("augn plin Test") && list.output.contains("aumu rich Test"))
    for (code, parameter) in [("augn plin Test", "0.5"), ("aumu rich Test", "50 of 100")] {
      let outcome = try await workshop.run("params", code)
      #expect(outcome.output.contains(parameter))
    }
    #expect(try await workshop.run("uninstall", "augn plin Test").exitCode == 0)
    // Both are one program: removing one removes the other.
    #expect(try await workshop.run("info", "aumu rich Test").exitCode == 1)
  }
}

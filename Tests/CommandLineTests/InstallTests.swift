import Foundation
import Testing

@Suite struct InstallTests {
  private struct Record: Decodable {
    let code: String
    let name: String
    let tags: [String]
    let bundle: String
    let outputs: [Bus]
    let parameters: [Parameter]

    struct Bus: Decodable {
      let name: String
      let channels: Int
    }

    struct Parameter: Decodable {
      let address: String
      let identifier: String
      let minimum: Float
      let maximum: Float
      let `default`: Float
      let unit: String
    }
  }

  private func decode<T: Decodable>(_ outcome: Outcome) throws -> T {
    try JSONDecoder().decode(T.self, from: Data(outcome.output.utf8))
  }

  @Test func installedExtensionsAreListedShownAndRemoved() async throws {
    let workshop = try Workshop()
    for name in ["Sine", "Sawtooth", "Delay"] {
      let installed = try await workshop.run("install", "\(Workshop.build)/\(name)")
      #expect(installed.exitCode == 0)
      #expect(installed.output.contains("\(workshop.extensions)/\(name).tenuto"))
      #expect(installed.errors.isEmpty)
    }
    let list = try await workshop.run("list")
    #expect(list.exitCode == 0)
    #expect(
      list.output.split(separator: "\n").map { $0.prefix(14) }
        == ["CODE          ", "aufx dely Tnto", "aumu saw1 Tnto", "aumu sine Tnto"])
    #expect(list.errors.isEmpty)

    let info = try await workshop.run("info", "aufx dely Tnto")
    #expect(info.exitCode == 0)
    for fact in ["Delay 1.1.0", "feedback", "0 to 95 %", "375", "Main (2)", "Delay.tenuto"] {
      #expect(info.output.contains(fact))
    }
    let removed = try await workshop.run("uninstall", "aufx", "dely", "Tnto")
    #expect(removed.exitCode == 0)
    #expect(removed.output.contains("\(workshop.extensions)/Delay.tenuto"))
    #expect(try await !workshop.run("list").output.contains("aufx"))
    #expect(try await workshop.run("info", "aufx dely Tnto").exitCode == 1)
  }

  @Test func aPageIsInstalledWithItsExtension() async throws {
    let workshop = try Workshop()
    let page = "\(workshop.path)/web"
    try FileManager.default.createDirectory(atPath: page, withIntermediateDirectories: true)
    let refused = try await workshop.run("install", "\(Workshop.build)/Delay", "--page", page)
    #expect(refused.exitCode != 0 && refused.errors.contains("has no index.html"))
    try "<p>".write(toFile: "\(page)/index.html", atomically: false, encoding: .utf8)
    let installed = try await workshop.run("install", "\(Workshop.build)/Delay", "--page", page)
    #expect(installed.exitCode == 0)
    let copy = "\(workshop.extensions)/Delay.tenuto/page/index.html"
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == "<p>")
  }

  @Test func jsonHasTheSameContent() async throws {
    let workshop = try Workshop()
    try await workshop.install("Sine", "Sawtooth")
    let list: [Record] = try decode(await workshop.run("list", "aumu", "--json"))
    #expect(list.map(\.code) == ["aumu saw1 Tnto", "aumu sine Tnto"])
    let info: Record = try decode(await workshop.run("info", "aumu sine Tnto", "--json"))
    #expect(info.name == "Sine")
    #expect(info.tags == ["Synthesizer"])
    #expect(info.bundle == "\(workshop.extensions)/Sine.tenuto")
    #expect(info.outputs.map(\.channels) == [2])
    let gain = try #require(info.parameters.first)
    #expect(gain.identifier == "gain" && gain.address == "0" && gain.unit.isEmpty)
    #expect(gain.minimum == 0 && gain.maximum == 1 && gain.default == 0.5)
    let none: [Record] = try decode(await workshop.run("list", "aumi", "--json"))
    #expect(none.isEmpty)
  }

  @Test func patternsFindSeveral() async throws {
    let workshop = try Workshop()
    try await workshop.install("Sine", "Sawtooth", "Delay")
    let found = try await workshop.run("list", "*", "s???", "Tnto")
    #expect(found.output.contains("saw1") && found.output.contains("sine"))
    #expect(!found.output.contains("dely"))
    let none = try await workshop.run("list", "aumi")
    #expect(none.exitCode == 0)
    #expect(none.output.isEmpty && none.errors.contains("No component matches"))
  }

  @Test func shadowedAndBrokenBundlesAreNamed() async throws {
    let workshop = try Workshop()
    try await workshop.install("Sine")
    let first = "\(workshop.path)/first"
    _ = try await workshop.run("install", "\(Workshop.build)/Sine", "--into", first)
    try workshop.writeBundle(
      "Broken", manifest: "{", script: "", into: workshop.extensions)
    let list = try await workshop.run("list", environment: ["TENUTO_PATH": first])
    #expect(list.exitCode == 0)
    #expect(list.output.contains("aumu sine Tnto"))
    #expect(list.errors.contains("'aumu sine Tnto' in \(workshop.extensions)/Sine.tenuto"))
    #expect(list.errors.contains("\(first)/Sine.tenuto takes precedence"))
    #expect(list.errors.contains("\(workshop.extensions)/Broken.tenuto/manifest.json"))
    #expect(list.errors.contains("is not JSON"))
    let info = try await workshop.run(
      "info", "aumu sine Tnto", environment: ["TENUTO_PATH": first])
    #expect(info.output.contains("\(first)/Sine.tenuto"))
  }

  /// The output of other programs is ignored.
  @Test func otherExecutablesAreRefusedInOneSentence() async throws {
    let outcome = try await Workshop().run("install", "/bin/ls")
    #expect(outcome.exitCode == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("'/bin/ls' exited with code"), "\(outcome.errors)")
    #expect(outcome.errors.contains("named no components; give the executable of a Tenuto"))
    #expect(!outcome.errors.contains("denied") && !outcome.errors.contains("last lines"))
    expectOneSentence(outcome)
  }

  @Test func anInstallOutsideOfTheSearchPathWarns() async throws {
    let workshop = try Workshop()
    let outcome = try await workshop.run(
      "install", "\(Workshop.build)/Sine", "--into", "elsewhere")
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.contains("TENUTO_PATH"))
  }
}

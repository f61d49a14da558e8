import Foundation
import Testing

@Suite struct HelpTests {
  @Test(arguments: [
    "list", "info", "params", "preset", "render", "picture", "play", "install", "uninstall", "new",
    "dev", "recover", "open", "doctor",
  ])
  func everyCommandExplainsItselfWithAnExample(_ command: String) async throws {
    let outcome = try await Workshop().run(command, "--help")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("EXAMPLE:\n  tenuto \(command)"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func theProgramPrintsHelpAndVersion() async throws {
    let workshop = try Workshop()
    let help = try await workshop.run("--help")
    #expect(help.exitCode == 0)
    #expect(help.output.contains("EXAMPLE:"))
    let version = try await workshop.run("--version")
    #expect(version.exitCode == 0)
    #expect(version.output.hasPrefix("tenuto "))
  }

  @Test func commandsAreGroupedByPurpose() async throws {
    let help = try await Workshop().run("--help").output
    var rest = Substring(help)
    for (title, command) in [
      ("LISTEN AND RENDER", "play"), ("COMPONENTS", "install"), ("SESSIONS", "run"),
      ("RUNNING HOST", "status"), ("MIDI", "midi"), ("AUTHORS", "validate"),
      ("MAINTENANCE", "recover"),
    ] {
      let heading = try #require(rest.range(of: title), "\(help)")
      rest = rest[heading.upperBound...]
      #expect(rest.contains("\n  \(command) "), "\(title): \(help)")
    }
    #expect(!help.contains("validate-check"))
  }

  @Test(arguments: ["MIDIMonitor", "PianoTerminal", "MinimalHost", "MinimalJACKHost", "WriteSong"])
  func examplesExplainThemselvesAndRefuseUnknownArguments(_ name: String) throws {
    let workshop = try Workshop()
    let (code, help) = try workshop.call(["\(Workshop.build)/\(name)", "--help"])
    #expect(code == 0 && help.contains("USAGE: \(name)"), "\(help)")
    let (wrong, refusal) = try workshop.call(["\(Workshop.build)/\(name)", "--frob"])
    #expect(wrong == 64 && refusal.contains("Usage: \(name)"), "\(refusal)")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsAreMadeForEveryShell(_ shell: String) async throws {
    let outcome = try await Workshop().run("--generate-completion-script", shell)
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("--instrument") || outcome.output.contains("instrument"))
    #expect(outcome.output.contains("recover"))
  }
}

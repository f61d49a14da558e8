import Testing

@Suite struct HelpTests {
  @Test(arguments: [
    "list", "info", "params", "preset", "render", "picture", "play", "install", "uninstall", "new",
    "dev", "recover",
  ])
  func everyCommandExplainsItselfWithAnExample(_ command: String) async throws {
    let outcome = try await Workshop().run(command, "--help")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("EXAMPLE:\n  tenuto \(command)"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func theProgramExplainsItselfAndSaysItsVersion() async throws {
    let workshop = try Workshop()
    let help = try await workshop.run("--help")
    #expect(help.exitCode == 0)
    #expect(help.output.contains("EXAMPLE:"))
    let version = try await workshop.run("--version")
    #expect(version.exitCode == 0)
    #expect(version.output.hasPrefix("tenuto "))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsAreMadeForEveryShell(_ shell: String) async throws {
    let outcome = try await Workshop().run("--generate-completion-script", shell)
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("--instrument") || outcome.output.contains("instrument"))
    #expect(outcome.output.contains("recover"))
  }
}

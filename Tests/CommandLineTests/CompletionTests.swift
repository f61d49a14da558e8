import Foundation
import Testing

/// The completions of the shell, requested with bash's completion functions.
@Suite(.serialized) struct CompletionTests {
  /// The candidates for the last word of a command line.
  private func candidates(_ workshop: Workshop, _ line: [String]) async throws -> [String] {
    let made = try await workshop.run("--generate-completion-script", "bash")
    try workshop.write("completion.bash", made.output.utf8)
    let words = line.map { "'\($0)'" }.joined(separator: " ")
    let script = """
      export PATH='\(Workshop.build)':"$PATH"
      source completion.bash
      COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}; COMPREPLY=()
      _tenuto tenuto "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let names = ["HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"]
    let variables = names.map { "\($0)=\(workshop.environment[$0] ?? "")" }
    let (_, text) = try workshop.call(["env"] + variables + ["bash", "-c", script])
    return text.split(separator: "\n").map { String($0).replacing("\\", with: "") }
  }

  @Test func codesOfTheFittingTypeAreOffered() async throws {
    let workshop = try Workshop()
    try await workshop.install("Sine", "Sawtooth", "Delay")
    let instruments = try await candidates(workshop, ["tenuto", "render", "--instrument", ""])
    #expect(instruments == ["aumu saw1 Tnto", "aumu sine Tnto"])
    let effects = try await candidates(workshop, ["tenuto", "render", "--effect", ""])
    #expect(effects == ["aufx dely Tnto"])
  }

  @Test(.timeLimit(.minutes(3))) func nodesAndParametersOfTheHostAreOffered() async throws {
    let workshop = try Workshop()
    try await workshop.install("Sine", "Delay")
    _ = try await workshop.run("new-session", "song.yaml", "aumu sine Tnto", "aufx dely Tnto")
    let program = try Program(
      ["run", "song.yaml", "--engine", "clock", "--name", "live"], in: workshop)
    try await workshop.waitForHost("live")
    let host = ["--name", "live"]
    #expect(try await candidates(workshop, ["tenuto", "status", "--name", ""]) == ["live"])
    let nodes = try await candidates(workshop, ["tenuto", "set"] + host + [""])
    #expect(nodes.contains("sine") && nodes.contains("delay"), "\(nodes)")
    let settings = try await candidates(workshop, ["tenuto", "set"] + host + ["delay", ""])
    #expect(settings.contains("mix=") && settings.contains("feedback="), "\(settings)")
    #expect(!settings.contains("gain="))
    program.signal(SIGTERM)
    #expect(await program.finish().exitCode == 0)
  }
}

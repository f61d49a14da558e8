import FoundationEssentials
import Yams

/// The commands that SwiftPM planned for a product; SwiftPM plans anew on every call.
struct BuildPlan {
  /// A command in the manifest that SwiftPM writes for llbuild.
  struct Command: Decodable {
    let tool: String
    let inputs: [String]?
    let outputs: [String]?
    let args: [String]?
    let deps: String?
  }

  private struct Manifest: Decodable {
    let commands: [String: Command]
  }

  /// From the sources to the executable; each step follows those whose outputs it reads.
  let steps: [BuildStep]

  /// Reads the plan for the file `executable` from the manifest at `path`.
  ///
  /// - Returns: nil where the manifest is not as known, or has a command that only SwiftPM can run.
  init?(manifest path: String, executable: String) {
    guard let data = FileManager.default.contents(atPath: path),
      let manifest = try? YAMLDecoder().decode(Manifest.self, from: data)
    else { return nil }
    var search = Search(manifest.commands)
    guard search.visit(executable), !search.steps.isEmpty else { return nil }
    steps = search.steps
  }

  /// Collects the steps that lead to a file, depth first.
  private struct Search {
    private var makers: [String: Command] = [:]
    private var seen: Set<String> = []
    private(set) var steps: [BuildStep] = []

    /// Tools without arguments, whose outputs change only with the list of files.
    private static let passive: Set<String> = ["phony", "write-auxiliary-file", "mkdir"]

    init(_ commands: [String: Command]) {
      for command in commands.values {
        for output in command.outputs ?? [] { makers[output] = command }
      }
    }

    /// Returns false if the file requires an unknown command.
    mutating func visit(_ file: String) -> Bool {
      guard seen.insert(file).inserted, let command = makers[file] else { return true }
      for output in command.outputs ?? [] { seen.insert(output) }
      for input in command.inputs ?? [] {
        guard visit(input) else { return false }
      }
      if Self.passive.contains(command.tool) { return true }
      // A shell command writes the compiler's version, which changes only with the toolchain.
      guard let step = BuildStep(command) else { return false }
      if !step.outputs.isEmpty { steps.append(step) }
      return true
    }
  }
}

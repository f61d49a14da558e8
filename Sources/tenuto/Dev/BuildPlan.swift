import FoundationEssentials
import TenutoYAML

/// The commands that SwiftPM planned for a product; SwiftPM plans again on every call.
struct BuildPlan {
  /// A command in the manifest that SwiftPM writes for llbuild.
  struct Command {
    let tool: String
    let inputs: [String]?
    let outputs: [String]?
    let args: [String]?
    let deps: String?

    fileprivate init?(_ node: YAMLNode) {
      let values = node.dictionary
      guard let tool = values["tool"]?.text else { return nil }
      self.tool = tool
      inputs = values["inputs"]?.texts
      outputs = values["outputs"]?.texts
      args = values["args"]?.texts
      deps = values["deps"]?.text
    }
  }

  /// From the sources to the executable; each step follows those whose outputs it reads.
  let steps: [BuildStep]

  /// Reads the plan for the file `executable` from the manifest at `path`.
  ///
  /// - Returns: nil if the manifest has an unknown form, or a command that only SwiftPM can run.
  init?(manifest path: String, executable: String) {
    guard let data = FileManager.default.contents(atPath: path),
      let manifest = try? YAMLParser.value(of: data),
      case .mapping(let commands)? = manifest.dictionary["commands"]?.content
    else { return nil }
    var search = Search(commands.compactMap { Command($0.value) })
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

    init(_ commands: [Command]) {
      for command in commands {
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

extension YAMLNode {
  /// The values of a mapping by their keys; empty for other nodes.
  fileprivate var dictionary: [String: YAMLNode] {
    guard case .mapping(let pairs) = content else { return [:] }
    let named = pairs.compactMap { key, value in key.text.map { ($0, value) } }
    return Dictionary(named) { first, _ in first }
  }

  /// The text of a scalar; nil for other nodes.
  fileprivate var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// The texts of a sequence of scalars; nil for other nodes.
  fileprivate var texts: [String]? {
    guard case .sequence(let items) = content else { return nil }
    let texts = items.compactMap(\.text)
    return texts.count == items.count ? texts : nil
  }
}

import FoundationEssentials

/// A command of a planned build: a compiler's, the linker's, or a copy.
struct BuildStep {
  let arguments: [String]
  /// The files that it writes.
  let outputs: [String]
  /// The inputs that the plan names.
  private let inputs: [String]
  /// The file in which the compiler lists its inputs; nil for the linker.
  private let dependencyFile: String?

  /// Converts a command of the plan; nil if only SwiftPM can run it.
  init?(_ command: BuildPlan.Command) {
    guard let outputs = command.outputs, let arguments = command.args ?? Self.copy(command) else {
      return nil
    }
    // Removes output for machines, because a person reads it here.
    self.arguments = arguments.filter { $0 != "-parseable-output" && $0 != "-v" }
    self.outputs = outputs.filter { !$0.hasPrefix("<") }
    inputs = (command.inputs ?? []).filter { !$0.hasPrefix("<") }
    dependencyFile = command.deps ?? Self.swiftDependencyFile(arguments)
  }

  /// Returns the copy that SwiftPM performs for a prebuilt library.
  private static func copy(_ command: BuildPlan.Command) -> [String]? {
    guard command.tool == "copy-tool", let source = command.inputs?.first,
      let destination = command.outputs?.first
    else { return nil }
    return ["cp", source, destination]
  }

  /// Returns the dependency file that `swiftc` writes for a whole module.
  private static func swiftDependencyFile(_ arguments: [String]) -> String? {
    guard arguments.contains("-emit-dependencies"),
      let option = arguments.firstIndex(of: "-output-file-map"), option + 1 < arguments.count,
      let data = FileManager.default.contents(atPath: arguments[option + 1]),
      let files = try? JSONDecoder().decode([String: [String: String]].self, from: data)
    else { return nil }
    return files[""]?["dependencies"]
  }

  /// The files read in the last run.
  ///
  /// These come from the compiler rather than from the plan, in which every C object is an input of
  /// the Swift code that calls it.
  var dependencies: Set<String> {
    guard let dependencyFile, let data = FileManager.default.contents(atPath: dependencyFile) else {
      return Set(inputs)
    }
    return Self.dependencies(inMakefile: String(decoding: data, as: UTF8.self))
  }

  /// Parses the prerequisites in rules for make.
  static func dependencies(inMakefile text: String) -> Set<String> {
    var words: Set<String> = []
    var word = ""
    var isEscaped = false
    var isBehindColon = false
    func end() {
      if isBehindColon && !word.isEmpty { words.insert(word) }
      if word.hasSuffix(":") || word == ":" { isBehindColon = true }
      word = ""
    }
    for character in text {
      switch character {
      case "\\" where !isEscaped: isEscaped = true
      case "\n" where isEscaped: isEscaped = false
      case " " where isEscaped:
        word.append(" ")
        isEscaped = false
      case " ": end()
      case "\n":
        end()
        isBehindColon = false
      default:
        if isEscaped { word.append("\\") }
        isEscaped = false
        word.append(character)
      }
    }
    end()
    return words
  }
}

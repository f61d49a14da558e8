import FoundationEssentials

/// A command of a build that SwiftPM has planned: a compiler's, the linker's, or a copy.
struct BuildStep {
  let arguments: [String]
  /// The files that it writes.
  let outputs: [String]
  /// The files that the plan names as read.
  private let inputs: [String]
  /// Where the compiler writes down which files it has read; nil for the linker.
  private let dependencyFile: String?

  /// Takes a command from the plan; nil where only SwiftPM can run it.
  init?(_ command: BuildPlan.Command) {
    guard let outputs = command.outputs, let arguments = command.args ?? Self.copy(command) else {
      return nil
    }
    // Made for machines to read, and people are to.
    self.arguments = arguments.filter { $0 != "-parseable-output" && $0 != "-v" }
    self.outputs = outputs.filter { !$0.hasPrefix("<") }
    inputs = (command.inputs ?? []).filter { !$0.hasPrefix("<") }
    dependencyFile = command.deps ?? Self.swiftDependencyFile(arguments)
  }

  /// What SwiftPM does itself with a library that is built already.
  private static func copy(_ command: BuildPlan.Command) -> [String]? {
    guard command.tool == "copy-tool", let source = command.inputs?.first,
      let destination = command.outputs?.first
    else { return nil }
    return ["cp", source, destination]
  }

  /// What `swiftc` was told to write of a whole module.
  private static func swiftDependencyFile(_ arguments: [String]) -> String? {
    guard arguments.contains("-emit-dependencies"),
      let option = arguments.firstIndex(of: "-output-file-map"), option + 1 < arguments.count,
      let data = FileManager.default.contents(atPath: arguments[option + 1]),
      let files = try? JSONDecoder().decode([String: [String: String]].self, from: data)
    else { return nil }
    return files[""]?["dependencies"]
  }

  /// The files that it has read the last time.
  ///
  /// Those that a compiler names itself, rather than those of the plan: to SwiftPM every object of C
  /// is an input of the Swift that calls it.
  var dependencies: Set<String> {
    guard let dependencyFile, let data = FileManager.default.contents(atPath: dependencyFile) else {
      return Set(inputs)
    }
    return Self.dependencies(inMakefile: String(decoding: data, as: UTF8.self))
  }

  /// The files behind the colons of rules for make.
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

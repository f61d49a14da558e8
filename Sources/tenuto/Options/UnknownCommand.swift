import ArgumentParser
import TenutoSession

/// A word of a command line that stands where a subcommand is expected, and names none.
struct UnknownCommand {
  /// What was called, such as `tenuto midi`.
  private let call: String
  private let word: String
  private let known: [String]

  /// Looks for one in what was written behind the name of `command`; nil where all are known.
  static func find(
    in arguments: ArraySlice<String>, of command: any ParsableCommand.Type, calledBy call: String
  ) -> UnknownCommand? {
    let subcommands = command.configuration.subcommands
    guard let word = arguments.first, !subcommands.isEmpty, !word.hasPrefix("-"), word != "help"
    else { return nil }
    var known: [String] = []
    for subcommand in subcommands {
      let configuration = subcommand.configuration
      guard let name = configuration.commandName else { continue }
      if name == word {
        return find(in: arguments.dropFirst(), of: subcommand, calledBy: "\(call) \(name)")
      }
      if configuration.shouldDisplay { known.append(name) }
    }
    return UnknownCommand(call: call, word: word, known: known)
  }

  /// That there is no such command, with the one that was meant.
  var sentence: String {
    let hint = Spelling.hint(word, among: known)
    return
      "'\(call)' has no command '\(word)'\(hint.isEmpty ? ";" : hint) '\(call) --help' names all."
  }
}

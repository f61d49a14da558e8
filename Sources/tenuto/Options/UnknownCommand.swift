import ArgumentParser
import TenutoSession

/// An unknown word in place of a subcommand.
struct UnknownCommand {
  /// The command before it, such as `tenuto midi`.
  private let call: String
  private let word: String
  private let known: [String]

  /// Finds an unknown subcommand among the arguments of `command`; returns nil if all are known.
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

  /// The error message, with the most similar command.
  var sentence: String {
    let hint = Spelling.hint(word, among: known)
    return
      "'\(call)' has no command '\(word)'\(hint.isEmpty ? ";" : hint) '\(call) --help' lists all."
  }
}

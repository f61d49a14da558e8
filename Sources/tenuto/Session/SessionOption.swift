import ArgumentParser
import TenutoHost

/// Where a performance keeps its states.
struct SessionOption: ParsableArguments {
  @Option(
    name: .customLong("session"),
    help: ArgumentHelp(
      "Keeps the chain's states under this name, and goes on from them the next time.",
      valueName: "name"))
  var name: String?

  /// Opens the session for this process alone; nil where none is wanted.
  ///
  /// - Throws: Who else has it open, or why it cannot be used.
  func open() throws -> PlaySession? { try name.map(PlaySession.init(name:)) }
}

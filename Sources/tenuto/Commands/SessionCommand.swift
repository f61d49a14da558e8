import ArgumentParser
import TenutoCore
import TenutoRender
import TenutoSession

/// `tenuto session`: the sessions kept by `play --session`.
struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Lists, shows and removes the sessions that 'play --session' keeps.",
    discussion: """
      A session is a file in $XDG_STATE_HOME/tenuto/sessions, by default in \
      ~/.local/state/tenuto/sessions, with the states of its extensions in a folder next to it; \
      'tenuto run' plays it too. These commands start no extension.

      EXAMPLE:
        tenuto session list
        tenuto session show evening
        tenuto session forget evening
      """,
    subcommands: [
      SessionListCommand.self, SessionShowCommand.self, SessionForgetCommand.self,
    ])
}

/// `tenuto session list`.
struct SessionListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the sessions.",
    discussion: """
      EXAMPLE:
        tenuto session list
      """)

  @Flag(help: "Prints JSON.") var json = false

  private struct Record: Encodable {
    let name: String
    /// The file.
    let path: String
    /// Seconds since 1970.
    var savedAt: Double?
    var isClosed: Bool?
    var nodes: [String] = []
    var problem: String?
  }

  func run() throws {
    let library = try SessionFolder.library()
    let records = try library.names().map(record)
    guard !json else { return try Output.line(JSON.text(records)) }
    guard !records.isEmpty else {
      return Output.note("There are no sessions; 'tenuto play … --session NAME' keeps one")
    }
    var table = Table(["NAME", "SAVED", "END", "NODES"])
    for record in records {
      table.add([
        record.name, record.savedAt.map(SessionText.time) ?? "",
        record.isClosed.map { $0 ? "closed" : "not closed" } ?? "",
        record.nodes.joined(separator: " → "),
      ])
    }
    for line in table.lines { try Output.line(line) }
    for problem in records.compactMap(\.problem) { Output.note(problem) }
  }

  private func record(_ name: String) throws -> Record {
    let file = try SessionFolder.file(named: name)
    var record = Record(name: name, path: file.path)
    do {
      let kept = try SessionFolder.kept(file)
      record.savedAt = kept?.savedAt
      record.isClosed = kept?.isClosed
      record.nodes = try file.load().session.nodes.filter { $0.kind.code != nil }.map(\.name)
    } catch {
      record.problem = Failure(error)?.message
    }
    return record
  }
}

/// `tenuto session show`.
struct SessionShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows a session.",
    discussion: """
      EXAMPLE:
        tenuto session show evening
      """)

  @Argument(help: "The session's name.") var name: String

  func run() throws {
    let file = try SessionFolder.existing(name)
    let (loaded, kept) = (try file.load(), try SessionFolder.kept(file))
    var lines = ["\(name)".printable, "  file      \(file.path)".printable]
    if let kept {
      lines.append(
        "  saved     \(SessionText.time(kept.savedAt)), "
          + (kept.isClosed ? "closed" : "not closed"))
    }
    lines += [""] + Self.nodes(loaded.session)
    for line in lines { try Output.line(line) }
    for warning in loaded.warnings { Output.note("\(warning)") }
  }

  private static func nodes(_ session: Session) -> [String] {
    var table = Table(["NODE", "COMPONENT", "STATE", "PARAMETERS", "TIMING"])
    for node in session.nodes {
      table.add([
        node.name, node.kind.code.map { "\($0)" } ?? node.kind.traits.word,
        node.state.map { "\($0.encoded().count) bytes" } ?? "none",
        "\(node.parameters.count)", node.isBypassed ? "bypassed" : node.timing.rawValue,
      ])
    }
    return table.lines
  }
}

/// `tenuto session forget`.
struct SessionForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Removes a session permanently.",
    discussion: """
      EXAMPLE:
        tenuto session forget evening
      """)

  @Argument(help: "The session's name.") var name: String

  func run() throws {
    try SessionFolder.forget(name)
    try Output.line("Forgot '\(name)'".printable)
  }
}

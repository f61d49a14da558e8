import ArgumentParser
import TenutoCore
import TenutoHost

/// `tenuto session`: what `play --session` has kept.
struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Lists, shows and forgets the sessions that 'play --session' keeps.",
    discussion: """
      A session is a folder in $XDG_STATE_HOME/tenuto/sessions, by default in \
      ~/.local/state/tenuto/sessions, with the last ten generations of the chain's states. No \
      extension is started to read it.

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
    var generations = 0
    /// Seconds since 1970.
    var savedAt: Double?
    var isClosed: Bool?
    var nodes: [String] = []
    var problem: String?
  }

  func run() throws {
    let library = try SessionFolder.library()
    let records = try library.names().map { name in record(try library.store(named: name), name) }
    guard !json else { return try Output.line(JSON.text(records)) }
    guard !records.isEmpty else {
      return Output.note("There are no sessions; 'tenuto play … --session NAME' keeps one")
    }
    var table = Table(["NAME", "SAVED", "END", "GENERATIONS", "NODES"])
    for record in records {
      table.add([
        record.name, record.savedAt.map(SessionText.time) ?? "",
        record.isClosed.map { $0 ? "closed" : "not closed" } ?? "", "\(record.generations)",
        record.nodes.joined(separator: " → "),
      ])
    }
    for line in table.lines { try Output.line(line) }
    for problem in records.compactMap(\.problem) { Output.note(problem) }
  }

  private func record(_ store: GenerationStore, _ name: String) -> Record {
    var record = Record(name: name)
    do throws(HostError) {
      record.generations = try store.sequences().count
      guard let saved = try store.session() else { return record }
      record.savedAt = saved.document.savedAt
      record.isClosed = saved.document.isClosed
      record.nodes = saved.document.nodes.map(\.key)
    } catch {
      record.problem = error.message
    }
    return record
  }
}

/// `tenuto session show`.
struct SessionShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows what a session has kept.",
    discussion: """
      EXAMPLE:
        tenuto session show evening
      """)

  @Argument(help: "The session's name.") var name: String

  func run() throws {
    let store = try SessionFolder.existing(name)
    guard let saved = try store.session() else {
      throw Failure.work("'\(name)' has no generation yet.")
    }
    let document = saved.document
    var lines = [
      "\(name)".printable,
      "  saved     \(SessionText.time(document.savedAt)), \(SessionText.ending(saved))",
      "  position  \(Numbers.time(document.songPosition))",
      "  host      tenuto \(document.hostVersion)".printable, "",
    ]
    lines += try Self.nodes(document) + [""] + Self.generations(store)
    for line in lines { try Output.line(line) }
    for problem in saved.problems { Output.note(problem.message) }
  }

  private static func nodes(_ document: SessionDocument) -> [String] {
    var table = Table(["NODE", "COMPONENT", "STATE", "CHANGED", "TIMING", "SET ASIDE"])
    for node in document.nodes {
      table.add([
        node.key, "\(node.code)", node.state.map { "\($0.encoded().count) bytes" } ?? "none",
        "\(node.values.count)", node.isBypassed ? "bypassed" : node.timing,
        "\(node.setAside.count)",
      ])
    }
    return table.lines
  }

  private static func generations(_ store: GenerationStore) throws -> [String] {
    var table = Table(["GENERATION", "SAVED", "END"])
    for sequence in try store.sequences() {
      do throws(HostError) {
        let document = try SessionDocument(decoding: try store.read(sequence))
        table.add([
          "\(sequence)", SessionText.time(document.savedAt),
          document.isClosed ? "closed" : "not closed",
        ])
      } catch {
        table.add(["\(sequence)", "", "damaged"])
      }
    }
    return table.lines
  }
}

/// `tenuto session forget`.
struct SessionForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Removes a session for good.",
    discussion: """
      EXAMPLE:
        tenuto session forget evening
      """)

  @Argument(help: "The session's name.") var name: String

  func run() throws {
    try SessionFolder.existing(name).remove()
    try Output.line("Forgot '\(name)'".printable)
  }
}

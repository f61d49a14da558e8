import ArgumentParser
import TenutoControl

/// `tenuto remove`: removes a node.
struct RemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes a node and its connections from the session of a running host.",
    discussion: """
      'tenuto undo' restores it.

      EXAMPLE:
        tenuto remove echo
      """)

  @Argument(help: "The node's name, as in 'tenuto status'.", completion: Completions.nodes)
  var node: String
  @OptionGroup var options: EditOptions

  func run() throws {
    let removed = try options.client.delete(
      "/v1/nodes/\(ControlClient.escaped(node))", as: NameRecord.self)
    try options.print(removed, "Removed '\(removed.name)'")
  }
}

/// `tenuto rename`: renames a node.
struct RenameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Renames a node of a running host.",
    discussion: """
      EXAMPLE:
        tenuto rename delay echo
      """)

  @Argument(help: "The node's name, as in 'tenuto status'.", completion: Completions.nodes)
  var node: String
  @Argument(help: "The new name.") var newName: String
  @OptionGroup var options: EditOptions

  func run() throws {
    let renamed = try options.client.post(
      NodeRequest(node, options).path("rename"), NameRecord(name: newName), as: NameRecord.self)
    try options.print(renamed, "Renamed '\(node)' to '\(renamed.name)'")
  }
}

/// The two ends of a connection.
struct LinkArguments: ParsableArguments {
  @Argument(
    help: "A node, node.1 for its second bus, node:port, or a JACK port of another client.",
    completion: Completions.nodes)
  var from: String
  @Argument(help: "The other end, in the same form.", completion: Completions.nodes)
  var to: String
  @Option(help: "audio, midi or jack; by default the kind that fits.") var kind: String?

  func validate() throws {
    if let kind, !["audio", "midi", "jack"].contains(kind) {
      throw ValidationError("'--kind' must be audio, midi or jack")
    }
  }

  var link: LinkRecord { LinkRecord(kind: kind, from: from, to: to) }
}

/// `tenuto connect`: connects audio or MIDI.
struct ConnectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "connect",
    abstract: "Connects two nodes of a running host, or a node and JACK ports of other clients.",
    discussion: """
      MIDI can be filtered by channel and key, moved to a channel, and transposed.

      EXAMPLE:
        tenuto connect sawtooth delay
        tenuto connect keys bass --channels 1 --keys 0,59 --transpose -12
        tenuto connect delay:out_1 system:playback_1
      """)

  @OptionGroup var ends: LinkArguments
  @Option(
    help: ArgumentHelp("MIDI channels that pass, such as 1,2.", valueName: "numbers"),
    transform: NumberList.parse)
  var channels: [Int]?
  @Option(help: ArgumentHelp("The channel to move messages to.", valueName: "number"))
  var outputChannel: Int?
  @Option(
    help: ArgumentHelp("The lowest and the highest key that pass.", valueName: "numbers"),
    transform: NumberList.parse)
  var keys: [Int]?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Transposes keys by this number of semitones.", valueName: "number"))
  var transpose: Int?
  @OptionGroup var options: EditOptions

  func validate() throws {
    if let keys, keys.count != 2 { throw ValidationError("'--keys' is two keys, such as 0,59") }
  }

  func run() throws {
    var link = ends.link
    link.channels = channels
    link.outputChannel = outputChannel
    link.keys = keys
    link.transpose = transpose
    let made = try options.client.post("/v1/connections", link, as: LinkRecord.self)
    try options.print(made, "Connected '\(made.from)' to '\(made.to)'")
  }
}

/// `tenuto disconnect`: removes a connection.
struct DisconnectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disconnect",
    abstract: "Removes a connection of a running host.",
    discussion: """
      EXAMPLE:
        tenuto disconnect sawtooth delay
      """)

  @OptionGroup var ends: LinkArguments
  @OptionGroup var options: EditOptions

  func run() throws {
    let gone = try options.client.delete("/v1/connections", ends.link, as: LinkRecord.self)
    try options.print(gone, "Disconnected '\(gone.from)' from '\(gone.to)'")
  }
}

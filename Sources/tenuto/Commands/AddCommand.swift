import ArgumentParser
import FoundationEssentials
import TenutoSession
import TenutoControl

/// `tenuto add`: adds a node to a running session.
struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Adds a node to the session of a running host.",
    discussion: """
      Takes a component's code, or one of mixer, song, file-input, file-output, audio-input, \
      audio-output, midi-input, midi-output. The node plays when the command returns; connect it \
      then.

      EXAMPLE:
        tenuto add 'aufx dely Tnto' --as echo --preset Slapback --set mix=30
        tenuto add mixer --inputs 2,2,1
        tenuto add file-input --file drums.wav --loop
        tenuto add song --file tune.mid --tracks 1,3
      """)

  @Argument(
    help: "The component's code, or one of the words above.", completion: Completions.codes())
  var what: String
  @Option(help: ArgumentHelp("The new node's name.", valueName: "node")) var `as`: String?
  @Option(help: "The initial preset.") var preset: String?
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("A parameter, such as mix=30; may be repeated.", valueName: "name=value"),
    transform: ParameterChange.parse)
  var changes: [ParameterChange] = []
  @Option(
    help: ArgumentHelp("A mixer's channels for each input, such as 2,2.", valueName: "numbers"),
    transform: NumberList.parse)
  var inputs: [Int]?
  @Option(help: "Channels of a mixer's output, a recording, or an audio input or output.")
  var channels: Int?
  @Option(help: "The sound file, or a song's MIDI file.", completion: .file())
  var file: String?
  @Flag(help: "Repeats the file.") var loop = false
  @Option(
    help: ArgumentHelp("Tracks of a song to play, such as 1,3.", valueName: "numbers"),
    transform: NumberList.parse)
  var tracks: [Int]?
  @Option(
    name: .customLong("port"),
    help: ArgumentHelp(
      "A JACK port of another client to connect to; may be repeated.", valueName: "port"))
  var ports: [String] = []
  @OptionGroup var options: EditOptions

  /// Kinds of nodes other than components.
  private static let kinds = SessionNode.Traits.all.map(\.word).filter { $0 != "component" }

  private var hasFile: Bool { what == "song" || what.hasPrefix("file-") }

  func validate() throws {
    if !Self.kinds.contains(what) { _ = try CodeArgument.parse(what) }
    guard hasFile == (file != nil) else {
      throw ValidationError(
        file == nil
          ? "'\(what)' needs '--file'" : "'--file' is only for song, file-input and file-output")
    }
    if tracks != nil && what != "song" { throw ValidationError("'--tracks' is only for song") }
  }

  func run() throws {
    let client = options.client
    let added = try client.post("/v1/nodes", order, as: NameRecord.self)
    let settings = changes.map { $0.setting(of: added.name) }
    if !settings.isEmpty { _ = try client.post("/v1/set", settings, as: SettingsAnswer.self) }
    try options.print(added, "Added '\(added.name)'")
  }

  private var order: NodeOrder {
    var order = NodeOrder()
    order.name = self.as
    if Self.kinds.contains(what) {
      order.kind = what
    } else {
      // The host takes codes only; `validate` has already accepted a URI.
      order.component = (try? CodeArgument.parse(what)).map { "\($0)" } ?? what
    }
    order.preset = preset
    order.inputs = inputs
    order.channels = channels
    order.path = file.map(AbsolutePath.of)
    order.loops = loop ? true : nil
    order.tracks = tracks
    order.ports = ports.isEmpty ? nil : ports
    return order
  }
}

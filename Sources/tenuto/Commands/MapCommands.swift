import ArgumentParser
import TenutoControl

/// `tenuto map`: maps a controller to a parameter.
struct MapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "Maps a MIDI controller to a parameter of a running host.",
    discussion: """
      'tenuto learn' maps the next controller that moves.

      EXAMPLE:
        tenuto map 74 sawtooth cutoff
        tenuto map 1 delay mix --channel 2 --minimum 0 --maximum 50
        tenuto map 74 sawtooth cutoff --remove
      """)

  @Argument(help: "The controller's number, 0 to 119.") var controller: Int
  @Argument(help: "The node's name, as in 'tenuto status'.", completion: Completions.nodes)
  var node: String
  @Argument(help: "The parameter.", completion: Completions.parameters) var parameter: String
  @Option(help: "The MIDI input node; any by default.") var input: String?
  @Option(help: "The MIDI channel, 1 to 16; any by default.") var channel: Int?
  @Option(parsing: .unconditional, help: "The value at the lowest position.")
  var minimum: Double?
  @Option(parsing: .unconditional, help: "The value at the highest position.")
  var maximum: Double?
  @Flag(help: "Removes the map.") var remove = false
  @OptionGroup var options: EditOptions

  func validate() throws {
    guard (0...119).contains(controller) else {
      throw ValidationError("a controller's number must be 0 to 119")
    }
    if let channel, !(1...16).contains(channel) {
      throw ValidationError("a MIDI channel must be 1 to 16")
    }
  }

  func run() throws {
    var map = MapRecord(controller: controller, node: node, parameter: parameter)
    (map.input, map.channel, map.minimum, map.maximum) = (input, channel, minimum, maximum)
    let target = "\(node).\(parameter)"
    if remove {
      let gone = try options.client.delete("/v1/maps", map, as: MapRecord.self)
      try options.print(gone, "Controller \(controller) no longer moves \(target)")
    } else {
      let made = try options.client.post("/v1/maps", map, as: MapRecord.self)
      try options.print(made, "Controller \(controller) moves \(target)")
    }
  }
}

/// `tenuto learn`: maps the next controller that moves to a parameter.
struct LearnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "Maps the next MIDI controller that moves to a parameter of a running host.",
    discussion: """
      It waits for 30 seconds.

      EXAMPLE:
        tenuto learn sawtooth cutoff
      """)

  @Argument(help: "The node's name, as in 'tenuto status'.", completion: Completions.nodes)
  var node: String
  @Argument(help: "The parameter.", completion: Completions.parameters) var parameter: String
  @OptionGroup var options: EditOptions

  /// The time to wait, a little longer than the host's.
  private static let timeout = Duration.seconds(31)

  func run() throws {
    // Subscribes before the request: the controller may move at once.
    let changes = try options.client.changes()
    _ = try options.client.post(
      "/v1/maps/learn", LearnRequest(node: node, parameter: parameter), as: LearnRequest.self)
    Output.note("Move a controller")
    let end = ContinuousClock.now + Self.timeout
    while ContinuousClock.now < end {
      guard let bytes = try changes.next(within: .seconds(1)),
        let change = WireJSON.value(bytes, as: ChangeRecord.self)
      else { continue }
      if change.kind == "learned" && change.node == node && change.parameter == parameter {
        let what = change.value.map { "Controller \(Numbers.short($0))" } ?? "A controller"
        return try options.print(change, "\(what) moves \(node).\(parameter)")
      }
    }
    throw Failure.work("No controller moved; is a keyboard connected to a MIDI input?")
  }
}

import ArgumentParser
import TenutoControl

/// `tenuto transport`: controls the transport of a running session.
struct TransportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transport",
    abstract: "Plays, stops and moves the transport of a running session.",
    discussion: """
      Songs follow the transport, and extensions see its tempo and meter. With JACK it is the \
      server's transport, unless the session has 'transport: none'.

      EXAMPLE:
        tenuto transport
        tenuto transport stop
        tenuto transport locate 1:05
        tenuto transport locate --bar 9
        tenuto transport play
      """,
    subcommands: [Show.self, Play.self, Stop.self, Locate.self], defaultSubcommand: Show.self)

  /// Prints the position.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Shows the position.")

    @OptionGroup var options: EditOptions

    func run() throws {
      try options.show(try options.client.get("/v1/transport", as: TransportRecord.self))
    }
  }

  /// Starts the transport.
  struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "play", abstract: "Starts the transport, at the end from the beginning.")

    @OptionGroup var options: EditOptions

    func run() throws {
      try options.show(try options.client.post("/v1/transport/play", as: TransportRecord.self))
    }
  }

  /// Stops the transport.
  struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stop", abstract: "Stops the transport and ends all notes.")

    @OptionGroup var options: EditOptions

    func run() throws {
      try options.show(try options.client.post("/v1/transport/stop", as: TransportRecord.self))
    }
  }

  /// Moves the transport.
  struct Locate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "locate", abstract: "Moves the transport to another position.",
      discussion: """
        EXAMPLE:
          tenuto transport locate 32.5
          tenuto transport locate 1:05
          tenuto transport locate --bar 9
        """)

    @Argument(
      help: ArgumentHelp("Seconds, or minutes and seconds such as 1:05.", valueName: "time"),
      transform: Self.seconds)
    var time: Double?
    @Option(help: ArgumentHelp("The bar, from 1.", valueName: "number")) var bar: Int?
    @Option(help: ArgumentHelp("Quarter notes from the start.", valueName: "number"))
    var beat: Double?
    @OptionGroup var options: EditOptions

    func validate() throws {
      guard [time != nil, bar != nil, beat != nil].count(where: \.self) == 1 else {
        throw ValidationError("Give one position: a time, '--bar' or '--beat'")
      }
    }

    func run() throws {
      let request = LocateRequest(seconds: time, beat: beat, measure: bar)
      try options.show(
        try options.client.post("/v1/transport/locate", request, as: TransportRecord.self))
    }

    @Sendable private static func seconds(_ text: String) throws -> Double {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
      let numbers = parts.compactMap(\.self)
      guard numbers.count == parts.count, (1...3).contains(numbers.count),
        numbers.allSatisfy({ $0.isFinite && $0 >= 0 })
      else { throw ValidationError("'\(text)' is not a time; write seconds or 1:05") }
      return numbers.reduce(0) { $0 * 60 + $1 }
    }
  }
}

extension EditOptions {
  /// Prints the position.
  fileprivate func show(_ place: TransportRecord) throws(Failure) {
    try print(place, place.sentence)
  }
}

extension TransportRecord {
  /// The position in words, such as `0:32 of 1:05, bar 9.1, 120 BPM, 4/4, playing`.
  var sentence: String {
    let end = duration.map { " of \(Numbers.time($0))\(isLooping ? " (loop)" : "")" } ?? ""
    let beat = Numbers.short(beatOfMeasure.rounded(.down))
    return "\(Numbers.time(seconds))\(end), bar \(measure).\(beat), "
      + "\(Numbers.short(tempo, places: 2)) BPM, \(meter), \(isPlaying ? "playing" : "stopped")"
  }
}

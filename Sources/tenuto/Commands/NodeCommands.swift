import ArgumentParser
import TenutoControl
import TenutoRender

/// `tenuto retry`: starts a quarantined node again.
struct RetryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Tries a node of a running host again that is quarantined, left out or muted.",
    discussion: """
      EXAMPLE:
        tenuto retry delay
      """)

  @Argument(help: "The node, as 'tenuto status' names it.") var node: String
  @OptionGroup var options: EditOptions

  func run() throws { try NodeRequest(node, options).post("retry") }

  /// Returns the command line for a node of a host.
  static func line(for node: String, of host: String) -> String {
    "tenuto retry \(node.shellQuoted)\(HostNameOption.written(host))"
  }
}

/// `tenuto restart`: replaces a node's process.
struct RestartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restart",
    abstract: "Gives a node of a running host a new process, with its state.",
    discussion: """
      EXAMPLE:
        tenuto restart delay
      """)

  @Argument(help: "The node, as 'tenuto status' names it.") var node: String
  @OptionGroup var options: EditOptions

  func run() throws { try NodeRequest(node, options).post("restart") }
}

/// `tenuto timing`: sets when a node is heard.
struct TimingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timing",
    abstract: "Sets when a node of a running host is heard.",
    discussion: """
      same-cycle waits for the extension in each cycle until its deadline; one-period-later never \
      waits, and counts a period as latency.

      EXAMPLE:
        tenuto timing delay one-period-later
      """)

  @Argument(help: "The node, as 'tenuto status' names it.") var node: String
  @Argument(help: "same-cycle or one-period-later.", transform: ChoiceArgument.parse)
  var timing: NodeTiming
  @OptionGroup var options: EditOptions

  func run() throws {
    try NodeRequest(node, options).post("timing", TimingRequest(timing: timing.rawValue))
  }
}

/// `tenuto bypass`: bypasses a node.
struct BypassCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bypass",
    abstract: "Leaves a node of a running host out, or takes it in again.",
    discussion: """
      An effect then sounds like its input, an instrument is silent; both without a click.

      EXAMPLE:
        tenuto bypass delay
        tenuto bypass delay --off
      """)

  @Argument(help: "The node, as 'tenuto status' names it.") var node: String
  @Flag(help: "Takes it in again.") var off = false
  @OptionGroup var options: EditOptions

  func run() throws {
    try NodeRequest(node, options).post("bypass", BypassRequest(bypassed: !off))
  }
}

/// `tenuto mute`: mutes a node.
struct MuteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mute",
    abstract: "Silences a node of a running host, or an input of a mixer, without a click.",
    discussion: """
      '--off' also lets a node be heard again that the host has muted because its samples were NaN, \
      infinite or far too loud.

      EXAMPLE:
        tenuto mute delay
        tenuto mute delay --off
        tenuto mute desk --input 2
      """)

  @Argument(help: "The node, as 'tenuto status' names it.") var node: String
  @Option(help: ArgumentHelp("Only this input of a mixer, from 1.", valueName: "number"))
  var input: Int?
  @Flag(help: "Lets it be heard again.") var off = false
  @OptionGroup var options: EditOptions

  func run() throws {
    try NodeRequest(node, options).post(off ? "unmute" : "mute", MuteRequest(input: input))
  }
}

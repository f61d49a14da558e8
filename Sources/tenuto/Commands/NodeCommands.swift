import ArgumentParser
import TenutoControl
import TenutoRender
import TenutoSupervision

/// `tenuto retry`: starts a quarantined node again.
struct RetryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Starts a quarantined, bypassed or muted node of a running host again.",
    discussion: """
      EXAMPLE:
        tenuto retry delay
      """)

  @Argument(help: "The node's name, as in 'tenuto status'.", completion: Completions.nodes)
  var node: String
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
    abstract: "Restarts a node of a running host in a new process, with its state.",
    discussion: """
      EXAMPLE:
        tenuto restart delay
      """)

  @Argument(help: "The node's name, as in 'tenuto status'.", completion: Completions.nodes)
  var node: String
  @OptionGroup var options: EditOptions

  func run() throws { try NodeRequest(node, options).post("restart") }
}

/// `tenuto timing`: sets when a node is heard.
struct TimingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timing",
    abstract: "Sets the timing of a node's output in a running host.",
    discussion: """
      same-cycle waits for the extension in each cycle until its deadline; one-period-later never \
      waits, and adds a period of latency.

      EXAMPLE:
        tenuto timing delay one-period-later
      """)

  @Argument(help: "The node's name, as in 'tenuto status'.", completion: Completions.nodes)
  var node: String
  @Argument(help: "same-cycle or one-period-later.", transform: ChoiceArgument.parse)
  var timing: NodeTiming
  @OptionGroup var options: EditOptions

  func run() throws {
    try NodeRequest(node, options).post("timing", TimingRequest(timing: timing.rawValue))
  }
}

/// `tenuto spare`: sets the kind of spare of a node.
struct SpareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spare",
    abstract: "Sets the spare process that is kept ready for a node of a running host.",
    discussion: """
      instance is a process for the node, with its newest state: it takes over at the end of a \
      cycle. shadow is a process for the node that renders the same one cycle later: it continues \
      with the same sample. component is one for all nodes of the component. none starts a process \
      when it is needed.

      EXAMPLE:
        tenuto spare delay component
      """)

  @Argument(help: "The node's name, as in 'tenuto status'.") var node: String
  @Argument(help: "none, component, instance or shadow.", transform: ChoiceArgument.parse)
  var spare: SparePolicy
  @OptionGroup var options: EditOptions

  func run() throws {
    try NodeRequest(node, options).post("spare", SpareRequest(spare: spare.rawValue))
  }
}

/// `tenuto bypass`: bypasses a node.
struct BypassCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bypass",
    abstract: "Bypasses a node of a running host, or ends the bypass.",
    discussion: """
      A bypassed effect passes its input, a bypassed instrument is silent; both fade without a \
      click.

      EXAMPLE:
        tenuto bypass delay
        tenuto bypass delay --off
      """)

  @Argument(help: "The node's name, as in 'tenuto status'.", completion: Completions.nodes)
  var node: String
  @Flag(help: "Ends the bypass.") var off = false
  @OptionGroup var options: EditOptions

  func run() throws {
    try NodeRequest(node, options).post("bypass", BypassRequest(bypassed: !off))
  }
}

/// `tenuto mute`: mutes a node.
struct MuteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mute",
    abstract: "Mutes a node of a running host, or an input of a mixer, without a click.",
    discussion: """
      '--off' also unmutes a node that the host has muted because its samples were NaN, infinite \
      or far too loud.

      EXAMPLE:
        tenuto mute delay
        tenuto mute delay --off
        tenuto mute desk --input 2
      """)

  @Argument(help: "The node's name, as in 'tenuto status'.", completion: Completions.nodes)
  var node: String
  @Option(help: ArgumentHelp("Only this input of a mixer, from 1.", valueName: "number"))
  var input: Int?
  @Flag(help: "Unmutes it.") var off = false
  @OptionGroup var options: EditOptions

  func run() throws {
    try NodeRequest(node, options).post(off ? "unmute" : "mute", MuteRequest(input: input))
  }
}

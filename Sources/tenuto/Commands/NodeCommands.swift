import ArgumentParser
import TenutoHost
import TenutoWeb

/// `tenuto retry`: a node that was given up, again.
struct RetryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Tries a node of a running host again that is quarantined, left out or muted.")

  @Argument(help: "The node, as 'tenuto status' names it.") var node: String
  @OptionGroup var host: HostNameOption

  func run() throws { try NodeRequest(node, of: host).post("retry") }
}

/// `tenuto restart`: another process for a node.
struct RestartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restart",
    abstract: "Gives a node of a running host a new process, with its state.")

  @Argument(help: "The node, as 'tenuto status' names it.") var node: String
  @OptionGroup var host: HostNameOption

  func run() throws { try NodeRequest(node, of: host).post("restart") }
}

/// `tenuto timing`: when a node is heard.
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
  @OptionGroup var host: HostNameOption

  func run() throws {
    try NodeRequest(node, of: host).post("timing", ["timing": timing.rawValue])
  }
}

/// Asks a host to do something with one node, and says what the node is then.
private struct NodeRequest {
  private let node: String
  private let client: ControlClient

  init(_ node: String, of host: HostNameOption) {
    self.node = node
    client = host.client
  }

  func post(_ action: String, _ body: [String: String] = [:]) throws {
    let status = try client.post(
      "/v1/nodes/\(ControlClient.escaped(node))/\(action)", body, as: NodeStatus.self)
    let process = status.pid.map { ", process \($0)" } ?? ""
    try Output.line("\(status.name): \(status.condition), \(status.timing)\(process)".printable)
  }
}

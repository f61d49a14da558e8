import ArgumentParser
import TenutoControl

/// `tenuto status`: prints the status of a running host.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows the status of a running host and its extensions.",
    discussion: """
      Shows for each extension its state, process, resources, render time, missed cycles, restarts \
      and faults, and for each xrun of JACK its cause.

      \(StatusText.columns)

      EXAMPLE:
        tenuto status
        tenuto status --name live --json
      """)

  @OptionGroup var host: HostNameOption

  @Flag(help: "Prints JSON.")
  var json = false

  func run() throws {
    let status = try host.client.get("/v1/status", as: HostStatus.self)
    if json {
      try Output.line(JSON.text(status))
    } else {
      for line in StatusText(status, width: Terminal.width).lines { try Output.line(line) }
    }
  }
}

import ArgumentParser
import TenutoControl

/// `tenuto status`: prints the status of a running host.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows what a running host is at, extension by extension.",
    discussion: """
      Says of each extension whether it plays, its process, what it uses, how long its rendering \
      takes, cycles that it missed, restarts, and what has happened to it; and of each cycle that \
      JACK missed who was late.

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

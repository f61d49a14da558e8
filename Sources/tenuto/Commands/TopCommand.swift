import ArgumentParser
import Glibc
import TenutoControl

/// `tenuto top`: shows the live status of a running host.
struct TopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "top",
    abstract: "Shows a running host live, twice a second.",
    discussion: """
      On a terminal it redraws in place until 'q' or Ctrl-C. Otherwise it prints one status after \
      another, as many as '--count'.

      \(StatusText.columns)

      EXAMPLE:
        tenuto top
        tenuto top --name live --once
      """)

  @OptionGroup var host: HostNameOption

  @Flag(help: "Prints one status and ends.")
  var once = false

  @Option(help: ArgumentHelp("Ends after this number of statuses.", valueName: "number"))
  var count: Int?

  func validate() throws {
    if let count, count < 1 { throw ValidationError("'--count' is at least 1") }
    if once && count != nil {
      throw ValidationError("'--once' means '--count 1'; omit one of them")
    }
  }

  func run() throws {
    SignalTrap.install()
    let limit = once ? 1 : count
    if Terminal.hasKeyboard && !once {
      try LiveStatus(host.client).run(limit: limit)
    } else {
      try printPlainly(limit)
    }
  }

  /// Microseconds between two polls of the received status.
  private static let pause: UInt32 = 20_000

  private func printPlainly(_ limit: Int?) throws {
    let stream = StatusStream(host.client)
    var number = 0
    while !SignalTrap.isStopRequested {
      guard let status = try stream.take() else {
        usleep(Self.pause)
        continue
      }
      if number > 0 { try Output.line("") }
      for line in StatusText(status, width: Terminal.width).live { try Output.line(line) }
      number += 1
      if number == limit { return }
    }
  }
}

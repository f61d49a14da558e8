import ArgumentParser
import TenutoControl

/// `tenuto log`: prints the log of a running host.
struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Shows the log of a running host, the newest 1000 records.",
    discussion: """
      EXAMPLE:
        tenuto log
        tenuto log -f --json
      """)

  @OptionGroup var host: HostNameOption

  @Flag(name: [.customShort("f"), .long], help: "Follows the log until Ctrl-C.")
  var follow = false

  @Flag(help: "Prints a line of JSON for each record.")
  var json = false

  func run() throws {
    SignalTrap.install()
    // Subscribes first; records logged in between arrive twice and are printed once.
    let changes = try follow ? host.client.changes("since=0&log=1") : nil
    let answer = try host.client.get("/v1/log", as: LogAnswer.self)
    for record in answer.records { try Output.line(text(record)) }
    var last = answer.records.last?.number ?? 0
    while let changes, !SignalTrap.isStopRequested {
      guard let message = try changes.next(within: Self.timeout, as: LogMessage.self),
        message.record.number > last
      else { continue }
      try Output.line(text(message.record))
      last = message.record.number
    }
  }

  /// The interval at which a signal of the user is noticed.
  private static let timeout = Duration.milliseconds(500)

  private func text(_ record: LogRecord) throws(Failure) -> String {
    if json { return try JSON.line(record) }
    let metadata = record.metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let words =
      [ClockTime.text(record.time), record.level, record.label, record.message] + metadata
    return words.joined(separator: "  ").printable
  }
}

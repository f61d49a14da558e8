import ArgumentParser
import TenutoControl

/// `tenuto log`: what a running host has logged.
struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Shows what a running host has logged, the newest 1000 records.",
    discussion: """
      EXAMPLE:
        tenuto log
        tenuto log -f --json
      """)

  @OptionGroup var host: HostNameOption

  @Flag(name: [.customShort("f"), .long], help: "Goes on with what is logged, until Ctrl-C.")
  var follow = false

  @Flag(help: "Prints a line of JSON for each record.")
  var json = false

  func run() throws {
    SignalTrap.install()
    // Listens first: what is logged meanwhile comes in both.
    let changes = try follow ? host.client.changes("since=0&log=1") : nil
    let answer = try host.client.get("/v1/log", as: LogAnswer.self)
    for record in answer.records { try Output.line(text(record)) }
    var last = answer.records.last?.number ?? 0
    while let changes, !SignalTrap.isStopRequested {
      guard let message = try changes.next(within: Self.patience, as: LogMessage.self),
        message.record.number > last
      else { continue }
      try Output.line(text(message.record))
      last = message.record.number
    }
  }

  /// After so long it sees whether the user has ended it.
  private static let patience = Duration.milliseconds(500)

  private func text(_ record: LogRecord) throws(Failure) -> String {
    if json { return try JSON.line(record) }
    let metadata = record.metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let words =
      [ClockTime.text(record.time), record.level, record.label, record.message] + metadata
    return words.joined(separator: "  ").printable
  }
}

import ArgumentParser
import Glibc
import TenutoWeb

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

  /// Half a second between two looks.
  private static let pause: UInt32 = 500_000

  func run() throws {
    SignalTrap.install()
    var last: UInt64 = 0
    repeat {
      let answer = try host.client.get("/v1/log?since=\(last)", as: LogAnswer.self)
      for record in answer.records { try Output.line(text(record)) }
      last = answer.records.last?.number ?? last
      if follow && !SignalTrap.isStopRequested { usleep(Self.pause) }
    } while follow && !SignalTrap.isStopRequested
  }

  private func text(_ record: LogRecord) throws(Failure) -> String {
    if json { return try JSON.line(record) }
    let metadata = record.metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let words =
      [ClockTime.text(record.time), record.level, record.label, record.message] + metadata
    return words.joined(separator: "  ").printable
  }
}

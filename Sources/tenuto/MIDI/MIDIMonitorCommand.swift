import ArgumentParser
import Synchronization
import TenutoJACK
import TenutoMIDI
import TenutoTransport

/// `tenuto midi monitor`: prints incoming messages.
struct MIDIMonitorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Prints the messages of MIDI ports.",
    discussion: """
      Without a port it listens to all ports, including ones that appear later, until Ctrl-C. \
      Times are in seconds since the start, accurate to the frame.

      EXAMPLE:
        tenuto midi monitor
        tenuto midi monitor keyboard --bytes --seconds 10
      """)

  @Argument(help: "The ports; all by default.")
  var ports: [String] = []

  @Flag(help: "Prints bytes instead of words.")
  var bytes = false

  @Flag(help: "Leaves out clock and active sensing.")
  var quiet = false

  @OptionGroup var length: MIDILengthOption

  @OptionGroup var server: MIDIServerOption

  func run() throws {
    SignalTrap.install()
    let lines = MIDIMonitorLines(isBytes: bytes, isQuiet: quiet)
    let watch = try MIDISourceWatch(ports, server: server) { lines.print($0, $1) }
    defer { watch.close() }
    try watch.wait(length)
  }
}

/// Converts incoming messages into lines; called by one thread.
private final class MIDIMonitorLines: Sendable {
  private let start = MonotonicTime.now.nanoseconds
  private let isBytes: Bool
  private let isQuiet: Bool
  private let open = Mutex<[Int32: SysExBytes]>([:])

  /// Maximum size of a System Exclusive message that is printed whole, in bytes.
  private static let limit = 64

  init(isBytes: Bool, isQuiet: Bool) {
    self.isBytes = isBytes
    self.isQuiet = isQuiet
  }

  func print(_ source: MIDIEndpointRecord, _ events: [HostTimedUMP]) {
    for event in events {
      guard let text = text(event.ump, source.uniqueID) else { continue }
      let seconds = (Double(event.hostTime) - Double(start)) / 1e9
      let time = Numbers.fixed(max(seconds, 0), places: 4).indented(to: 10)
      try? Output.line("\(time)  \(source.displayName.printable)  \(text)")
    }
  }

  private func text(_ ump: UMP, _ source: Int32) -> String? {
    if isQuiet, ump.messageType == 1, ump.status == 0xF8 || ump.status == 0xFE { return nil }
    let message = open.withLock { $0[source, default: SysExBytes()].take(ump) }
    if ump.messageType == 3 { return message.map(sysEx) }
    return isBytes ? MIDIDescription.bytes(ump) : MIDIDescription.text(ump)
  }

  private func sysEx(_ message: [UInt8]) -> String {
    let shown = MIDIDescription.hexadecimal(Array(message.prefix(Self.limit)))
    let rest = message.count > Self.limit ? " … (\(message.count) bytes)" : ""
    return isBytes ? shown + rest : "system exclusive  \(shown)\(rest)"
  }
}

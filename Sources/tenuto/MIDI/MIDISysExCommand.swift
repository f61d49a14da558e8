import ArgumentParser
import Synchronization
import TenutoJACK
import TenutoMIDI

/// `tenuto midi sysex`: sends a file of System Exclusive messages, or receives one.
struct MIDISysExCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sysex",
    abstract: "Sends a file of System Exclusive messages, or receives one.",
    discussion: """
      A file (.syx) holds consecutive messages of any length, each from F0 to F7. Each received \
      message is reported on stderr.

      EXAMPLE:
        tenuto midi sysex bank.syx --to synth
        tenuto midi sysex bank.syx --from synth --seconds 30
      """)

  @Argument(help: "The file.", completion: .file(extensions: ["syx"]))
  var file: String

  @Option(name: .customLong("to"), help: ArgumentHelp("The port to send to.", valueName: "port"))
  var destination: String?

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp("The port to receive from, until Ctrl-C.", valueName: "port"))
  var source: String?

  @Option(help: "Milliseconds between two messages, for devices that must think.")
  var pause = 0

  @OptionGroup var length: MIDILengthOption

  @OptionGroup var server: MIDIServerOption

  func validate() throws {
    guard (destination == nil) != (source == nil) else {
      throw ValidationError("say either '--to PORT' or '--from PORT'")
    }
    guard (0...60_000).contains(pause) else {
      throw ValidationError("'--pause' must be 0 to 60000")
    }
  }

  func run() throws {
    SignalTrap.install()
    if let destination { try send(to: destination) }
    if let source { try receive(from: source) }
  }

  private func send(to destination: String) throws {
    let messages = try SysExFile.messages(in: InputFile.bytes(file), path: file)
    let outlet = try MIDIOutlet(server: server, destinations: [destination])
    for message in messages {
      try outlet.sendSysEx(message) { _ in }
      for _ in 0..<(pause + 19) / 20 { MIDIOutlet.pause() }
    }
    outlet.close()
    try Output.line(Self.summary("Sent", messages, file))
  }

  private func receive(from source: String) throws {
    let collector = SysExCollector()
    let watch = try MIDISourceWatch([source], server: server) { collector.append($1) }
    try watch.wait(length)
    watch.close()
    let messages = collector.messages
    guard !messages.isEmpty else {
      throw Failure.work("Nothing was received, so \(file) was not written.")
    }
    try OutputFile.write(messages.flatMap(\.self), to: file)
    try Output.line(Self.summary("Received", messages, file))
  }

  private static func summary(_ verb: String, _ messages: [[UInt8]], _ file: String) -> String {
    let bytes = messages.reduce(0) { $0 + $1.count }
    let count = messages.count == 1 ? "1 message" : "\(messages.count) messages"
    return "\(verb) \(file): \(count), \(bytes) bytes"
  }
}

/// The messages of a .syx file.
enum SysExFile {
  /// Splits a file into messages.
  ///
  /// - Throws: A `Failure` if it contains anything else.
  static func messages(in bytes: [UInt8], path: String) throws(Failure) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    var rest = bytes[...]
    while let first = rest.first {
      guard first == 0xF0, let end = rest.firstIndex(of: 0xF7),
        rest[rest.startIndex + 1..<end].allSatisfy({ $0 < 0x80 })
      else {
        throw .work(
          "\(path) has no complete System Exclusive message at byte \(rest.startIndex); "
            + "give a .syx file.")
      }
      messages.append(Array(rest[...end]))
      rest = rest[(end + 1)...]
    }
    guard !messages.isEmpty else { throw .work("\(path) is empty; give a .syx file.") }
    return messages
  }
}

/// Assembles messages from packets.
private final class SysExCollector: Sendable {
  private struct State {
    var messages: [[UInt8]] = []
    var open = SysExBytes()
  }

  private let state = Mutex(State())

  var messages: [[UInt8]] { state.withLock { $0.messages } }

  func append(_ events: [HostTimedUMP]) {
    state.withLock { state in
      for event in events {
        guard let message = state.open.take(event.ump) else { continue }
        state.messages.append(message)
        Output.note("Received message \(state.messages.count), \(message.count) bytes")
      }
    }
  }
}

import ArgumentParser
import TenutoMIDI
import TenutoTransport

/// `tenuto midi send`: sends one message to a port.
struct MIDISendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Sends a MIDI message to a port.",
    discussion: """
      A message is \(MIDIWords.grammar). A note ends by itself.

      EXAMPLE:
        tenuto midi send synth note C4 100 --seconds 2
        tenuto midi send synth cc 7 100 --channel 2
        tenuto midi send synth 'F0 7E 7F 06 01 F7'
      """)

  @Argument(help: "The port.")
  var port: String

  // Allows negative numbers, which look like options.
  @Argument(parsing: .allUnrecognized, help: "The message.")
  var message: [String]

  @Option(help: "The channel, 1 to 16.")
  var channel = 1

  @Option(help: "The duration of a note.")
  var seconds = 0.5

  @OptionGroup var server: MIDIServerOption

  func validate() throws {
    guard (1...16).contains(channel) else {
      throw ValidationError("a channel must be 1 to 16")
    }
    guard seconds.isFinite, (0...3600).contains(seconds) else {
      throw ValidationError("a note must last 0 to 3600 seconds")
    }
  }

  func run() throws {
    let words = try MIDIWords(message, channel: UInt8(channel - 1))
    var outlet = try MIDIOutlet(server: server, destinations: [port])
    SignalTrap.install()
    guard words.sysEx.isEmpty else {
      try outlet.sendSysEx(words.sysEx) { _ in }
      return outlet.close()
    }
    let now = MonotonicTime.now.nanoseconds
    let end = now + UInt64(seconds * 1e9)
    try outlet.send(words.umps.map { HostTimedUMP(hostTime: now, ump: $0) })
    while !words.notes.isEmpty, MonotonicTime.now.nanoseconds < end,
      !SignalTrap.isStopRequested
    {
      MIDIOutlet.pause()
    }
    try outlet.send(words.notes.map { HostTimedUMP(hostTime: end, ump: words.noteOff($0)) })
    try outlet.finish()
  }
}

extension MIDIWords {
  /// Returns the note off of a key.
  func noteOff(_ note: UInt8) -> UMP {
    VoiceEvent.noteOff(channel: channel, note: note, velocity: 0x8000).ump(group: 0)
  }
}

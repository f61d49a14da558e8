import ArgumentParser
import TenutoJACK
import TenutoMIDI

/// `tenuto midi panic`: silences all notes.
struct MIDIPanicCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "panic",
    abstract: "Ends all hanging notes.",
    discussion: """
      Releases the pedal, sends All Notes Off and All Sound Off, and then a note off for each key, \
      on all channels, because some instruments only understand the last.

      EXAMPLE:
        tenuto midi panic
        tenuto midi panic synth
      """)

  @Argument(help: "The ports; all by default.")
  var ports: [String] = []

  @OptionGroup var server: MIDIServerOption

  func run() throws {
    var outlet = try MIDIOutlet(server: server, destinations: try chosen())
    SignalTrap.install()
    for channel in UInt8(0)..<16 {
      try outlet.send(Self.silence(channel).map { HostTimedUMP(hostTime: 0, ump: $0) })
    }
    try outlet.finish()
  }

  private func chosen() throws -> [String] {
    guard ports.isEmpty else { return ports }
    let directory = try MIDIDirectory(serverName: server.server)
    defer { directory.close() }
    let all = directory.endpoints.filter { $0.direction == .destination && !$0.isPrivate }
    guard !all.isEmpty else { throw Failure.work("There is no MIDI destination to silence.") }
    return all.map(\.portName)
  }

  private static func silence(_ channel: UInt8) -> [UMP] {
    let controllers: [UInt8] = [64, 123, 120]
    let quiet = controllers.map {
      VoiceEvent.controlChange(channel: channel, controller: $0, value: 0).ump(group: 0)
    }
    let keys = (UInt8(0)..<128).map {
      VoiceEvent.noteOff(channel: channel, note: $0, velocity: 0x8000).ump(group: 0)
    }
    return quiet + keys
  }
}

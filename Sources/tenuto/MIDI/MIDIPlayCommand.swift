import ArgumentParser
import TenutoMIDI
import TenutoTransport

/// `tenuto midi play`: plays a MIDI file to a port.
struct MIDIPlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Plays a MIDI file to MIDI ports.",
    discussion: """
      Each event is sent at its own frame. Ctrl-C releases all held keys.

      EXAMPLE:
        tenuto midi play song.mid --to synth
      """)

  @Argument(help: "The MIDI file.", completion: .file(extensions: ["mid", "midi"]))
  var file: String

  @Option(
    name: .customLong("to"), parsing: .upToNextOption,
    help: ArgumentHelp("The ports.", valueName: "port"))
  var destinations: [String]

  @OptionGroup var server: MIDIServerOption

  /// Events are sent ahead of their time, so that a stall of this program stays inaudible.
  private static let lead: UInt64 = 500_000_000

  func run() throws {
    let score = try Score(path: file)
    var outlet = try MIDIOutlet(server: server, destinations: destinations)
    SignalTrap.install()
    var sounding = NoteTracker()
    let start = MonotonicTime.now.nanoseconds + 100_000_000
    for event in score.song.events {
      let time = start + UInt64(event.seconds * 1e9)
      guard Self.wait(until: time) else { break }
      sounding.take(event.ump)
      try outlet.send([HostTimedUMP(hostTime: time, ump: event.ump)])
    }
    if SignalTrap.isStopRequested { outlet.flush() }
    try outlet.send(sounding.releaseAll().map { HostTimedUMP(hostTime: 0, ump: $0) })
    try outlet.finish()
  }

  /// Waits until an event may be sent; returns false if the user stops the program.
  private static func wait(until time: UInt64) -> Bool {
    while !SignalTrap.isStopRequested {
      if MonotonicTime.now.nanoseconds + lead >= time { return true }
      MIDIOutlet.pause()
    }
    return false
  }
}

import ArgumentParser
import Synchronization
import TenutoJACK
import TenutoMIDI
import TenutoTransport

/// `tenuto midi record`: records incoming MIDI to a Standard MIDI File.
struct MIDIRecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Records MIDI ports to a MIDI file.",
    discussion: """
      Records until Ctrl-C, or for '--seconds'. The file has a track for each port, and 25000 \
      ticks per quarter note at 120 beats per minute: 20 µs each. Time starts with the first \
      event. Keys and pedals held at the end are released.

      EXAMPLE:
        tenuto midi record take.mid
        tenuto midi record take.mid --from keyboard --seconds 60
      """)

  @Argument(help: "The file to write.", completion: .file(extensions: ["mid"]))
  var file: String

  @Option(
    name: .customLong("from"), parsing: .upToNextOption,
    help: ArgumentHelp("The ports; all by default.", valueName: "port"))
  var sources: [String] = []

  @OptionGroup var length: MIDILengthOption

  @OptionGroup var server: MIDIServerOption

  func run() throws {
    SignalTrap.install()
    let take = MIDITake()
    let watch = try MIDISourceWatch(sources, server: server) { take.append($1, from: $0) }
    do {
      try watch.wait(length)
    } catch {
      // Keeps the recording from before the error.
      Output.note("\((error as? Failure)?.message ?? "\(error)")")
    }
    watch.close()
    let count = take.eventCount
    guard count > 0 else { throw Failure.work("Nothing was received, so \(file) was not written.") }
    try OutputFile.write(take.file().serialized(), to: file)
    try Output.line("Recorded \(file): \(count) events, \(Numbers.time(take.seconds))")
  }
}

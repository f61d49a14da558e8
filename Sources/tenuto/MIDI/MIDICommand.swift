import ArgumentParser

/// `tenuto midi`: the MIDI ports of a JACK server, without extensions.
struct MIDICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "midi",
    abstract: "Lists, watches, plays and records the MIDI ports of JACK.",
    discussion: """
      A port can be named by its number in 'tenuto midi list', its full name in JACK, its display \
      name, or any part that is unique to it.

      EXAMPLE:
        tenuto midi list
        tenuto midi monitor
        tenuto midi send synth note C4 100
        tenuto midi record take.mid --seconds 60
        tenuto midi play take.mid --to synth
      """,
    subcommands: [
      MIDIListCommand.self, MIDIMonitorCommand.self, MIDISendCommand.self, MIDIPanicCommand.self,
      MIDIRecordCommand.self, MIDIPlayCommand.self, MIDISysExCommand.self,
    ])
}

/// The server option.
struct MIDIServerOption: ParsableArguments {
  @Option(help: ArgumentHelp("The JACK server, if not the default one.", valueName: "name"))
  var server: String?
}

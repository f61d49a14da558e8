import ArgumentParser

/// Options of `play` and `dev`.
struct PlayOptions: ParsableArguments {
  @Flag(
    help: "Connects to the loudspeakers of the JACK server and, without a song, to all MIDI inputs."
  )
  var connect = false

  @OptionGroup var host: HostOptions
  @OptionGroup var format: FormatOptions
}

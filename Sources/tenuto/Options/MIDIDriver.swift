import ArgumentParser

/// Where a session's MIDI inputs and outputs have their ports.
enum MIDIDriver: String, ExpressibleByArgument, CaseIterable {
  /// In the ALSA sequencer; beside those of JACK where a server plays.
  case alsa
  /// In JACK alone.
  case jack
  /// Not in the ALSA sequencer, whatever plays.
  case none
}

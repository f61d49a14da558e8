public import TenutoMIDI
extension StandardMIDIFile {
  /// Creates a file of a clip: of format 0 if the clip uses one group at most, otherwise of format 1
  /// with a first track for what is not sent and a track for each group.
  ///
  /// A group other than 0, and each one of several, is written as a port (meta 0x21) at the start of
  /// its track. Profiles and configuration happen at tick 0. Voice messages of MIDI 2.0 are translated
  /// by `MIDI2ToMIDI1Translator`; system messages become escapes. Texts become the meta events that the
  /// table of `MIDIClipFile.init(_:as:)` says; project and composition names become a sequence name,
  /// performance texts of unknown kind become markers, and all others (composer, date, ruby ...)
  /// become texts. A number of ticks of a quarter note above 32767 is halved, and ticks are rounded.
  ///
  /// Lost: jitter reduction, SysEx8 and mixed data sets, stream messages, chord names, metronome
  /// accents, the channel of a text, reserved message types, what a SysEx or text has that does not
  /// end, texts above 64 KiB and SysEx of 256 MiB, tempos beyond 16.8 s (they are cut) and fractions of a microsecond, modes other than major
  /// and minor, and what MIDI 1.0 has no words for.
  ///
  /// Thread: control.
  public init(_ clip: MIDIClipFile) {
    var flattener = ClipFlattener(clip)
    flattener.appendAll()
    self = flattener.file()
  }
}

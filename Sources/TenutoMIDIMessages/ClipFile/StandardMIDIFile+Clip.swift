public import TenutoMIDI
extension StandardMIDIFile {
  /// Creates a file from a clip: format 0 if the clip uses at most one group, otherwise format 1
  /// with a first track for meta events and a track for each group.
  ///
  /// A single group other than 0, or each of several groups, is written as a port (meta 0x21) at
  /// the start of its track. Profiles and configuration are placed at tick 0. MIDI 2.0 voice
  /// messages are translated by `MIDI2ToMIDI1Translator`; system messages become escapes. Texts
  /// become meta events by the table of `MIDIClipFile.init(_:as:)`; project and composition names
  /// become a sequence name, performance texts of unknown kind become markers, and all others
  /// (composer, date, ruby ...) become texts. More than 32767 ticks of a quarter note are halved,
  /// and ticks are rounded.
  ///
  /// Lost: jitter reduction, SysEx8 and mixed data sets, stream messages, chord names, metronome
  /// accents, the channel of a text, reserved message types, unfinished SysEx messages and texts,
  /// texts above 64 KiB and SysEx of 256 MiB, tempos slower than 16.8 s per quarter note (they are
  /// clamped) and fractions of a microsecond, modes other than major and minor, and everything that
  /// MIDI 1.0 cannot express.
  ///
  /// Thread: control.
  public init(_ clip: MIDIClipFile) {
    var flattener = ClipFlattener(clip)
    flattener.appendAll()
    self = flattener.file()
  }
}

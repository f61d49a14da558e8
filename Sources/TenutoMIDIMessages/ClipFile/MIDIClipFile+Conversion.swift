public import TenutoMIDI
extension MIDIClipFile {
  /// Creates a clip of a Standard MIDI File; nil for one of format 2, whose tracks are pieces of their
  /// own: use `init(_:track:as:)` for them.
  ///
  /// All tracks become one; events at the same tick keep the order of the tracks and, in a track, of
  /// the file. Tempo, time signature, metronome and key become flex data, and so do texts:
  ///
  /// | Meta event | Text in the clip |
  /// |---|---|
  /// | Copyright (2) | copyright notice |
  /// | Sequence name (3 in the first track) | clip name |
  /// | Lyric (5) | lyrics |
  /// | Marker (6), cue point (7) | performance text of unknown kind |
  /// | Text (1), other track names, instrument, program and device names (4, 8, 9) | metadata text of unknown kind |
  ///
  /// The last tempo and time signature at tick 0 go to the front of the configuration, where receivers
  /// look for them. A port (meta 0x21) of 0 to 15 becomes the group of what follows in its track. With
  /// an SMPTE division a quarter note is one second of frames, exactly, and the file's tempos, which
  /// have no influence on it, are left out.
  ///
  /// Lost: the order of tempo and time signature among other events of tick 0, the tracks and all
  /// names of them but the first, the differences within a row of the table, texts that are not UTF-8
  /// (they are taken for Latin-1 and become UTF-8) and NUL in them, a beat of a whole note (it is
  /// written as two halves), a SysEx that does not end, and the metas of sequence number, channel
  /// prefix, SMPTE offset and sequencer-specific data. In MIDI 2.0 also what the translator loses: a
  /// note on of velocity 0 is a note off, and banks and parameters are joined.
  ///
  /// Thread: control.
  public init?(_ file: StandardMIDIFile, as voiceProtocol: VoiceProtocol = .midi2) {
    guard file.format != .sequential else { return nil }
    self.init(file.tracks[...], division: file.division, voiceProtocol)
  }

  /// Creates a clip of one track alone, which must exist; anything else traps at runtime.
  ///
  /// Thread: control.
  public init(_ file: StandardMIDIFile, track: Int, as voiceProtocol: VoiceProtocol = .midi2) {
    self.init(file.tracks[track...track], division: file.division, voiceProtocol)
  }

  private init(
    _ tracks: ArraySlice<[TrackEvent]>, division: StandardMIDIFile.Division,
    _ voiceProtocol: VoiceProtocol
  ) {
    var builder = ClipBuilder(division)
    for (index, track) in tracks.enumerated() { builder.append(track, isFirst: index == 0) }
    self = builder.clip(as: voiceProtocol)
  }
}

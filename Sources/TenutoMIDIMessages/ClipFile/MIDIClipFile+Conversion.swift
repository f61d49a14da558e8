public import TenutoMIDI
extension MIDIClipFile {
  /// Creates a clip from a Standard MIDI File; nil for format 2, whose tracks are separate pieces:
  /// use `init(_:track:as:)` for them.
  ///
  /// The tracks are merged; events at the same tick keep the order of the tracks, and within a
  /// track that of the file. Tempo, time signature, metronome, key and texts become flex data:
  ///
  /// | Meta event | Text in the clip |
  /// |---|---|
  /// | Copyright (2) | copyright notice |
  /// | Sequence name (3 in the first track) | clip name |
  /// | Lyric (5) | lyrics |
  /// | Marker (6), cue point (7) | performance text of unknown kind |
  /// | Text (1), other track names, instrument, program and device names (4, 8, 9) | metadata text of unknown kind |
  ///
  /// The last tempo and time signature at tick 0 move to the front of the configuration, where
  /// receivers expect them. A port (meta 0x21) of 0 to 15 becomes the group of the following events
  /// of its track. With an SMPTE division, a quarter note is exactly one second of frames, and the
  /// file's tempos, which have no effect, are omitted.
  ///
  /// Lost: the order of tempo and time signature among other events of tick 0, the tracks and all
  /// track names except the first, the differences within a row of the table, the encoding of texts
  /// that are not UTF-8 (they are read as Latin-1 and become UTF-8) and NUL in them, a beat of a
  /// whole note (written as two halves), unfinished SysEx messages, and the meta events sequence
  /// number, channel prefix, SMPTE offset and sequencer-specific. In MIDI 2.0 also the losses of
  /// the translator: a note on of velocity 0 becomes a note off, and banks and parameters are
  /// joined.
  ///
  /// Thread: control.
  public init?(_ file: StandardMIDIFile, as voiceProtocol: VoiceProtocol = .midi2) {
    guard file.format != .sequential else { return nil }
    self.init(file.tracks[...], division: file.division, voiceProtocol)
  }

  /// Creates a clip of one track, which must exist; other indices trap.
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

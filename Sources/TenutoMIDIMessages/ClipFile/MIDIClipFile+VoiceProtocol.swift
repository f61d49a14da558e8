extension MIDIClipFile {
  /// The protocol in which a clip has the channel voice messages of a Standard MIDI File.
  public enum VoiceProtocol: Sendable, Hashable {
    /// MIDI 1.0 (message type 2): the messages as they are in the file.
    case midi1

    /// MIDI 2.0 (message type 4), translated by `MIDI1ToMIDI2Translator`.
    case midi2
  }
}

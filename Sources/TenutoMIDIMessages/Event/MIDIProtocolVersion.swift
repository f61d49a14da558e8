/// The protocol in which channel voice messages are written as packets.
public enum MIDIProtocolVersion: Sendable, Hashable, CaseIterable {
  /// MIDI 1.0: message type 2, values of 7 and 14 bits.
  case midi1_0

  /// MIDI 2.0: message type 4, values of 16 and 32 bits.
  case midi2_0
}

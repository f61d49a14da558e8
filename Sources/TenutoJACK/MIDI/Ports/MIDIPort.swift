/// A MIDI port of a `MIDIPortClient`.
///
/// A plain value; it stays the same port through renames and through `MIDIPortClient.reopen()`.
public struct MIDIPort: Sendable, Hashable {
  /// Its number in the client, which no other port of the client ever gets.
  let number: Int
  /// Which way its events flow, seen from the client.
  public let direction: JACKPortDirection
  /// Whether its events are Universal MIDI Packets, as JACK itself says; else MIDI 1.0 bytes.
  public let isUMP: Bool
}

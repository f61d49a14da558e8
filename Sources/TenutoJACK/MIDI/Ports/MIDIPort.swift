/// A MIDI port of a `MIDIPortClient`.
///
/// A plain value that stays valid through renames and through `MIDIPortClient.reopen()`.
public struct MIDIPort: Sendable, Hashable {
  /// Its number, unique in the client.
  let number: Int
  /// The direction of its events, seen from the client.
  public let direction: JACKPortDirection
  /// Whether its events are Universal MIDI Packets, according to JACK; otherwise MIDI 1.0 bytes.
  public let isUMP: Bool
}

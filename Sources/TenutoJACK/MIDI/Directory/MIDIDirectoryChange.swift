/// A change among the MIDI ports of a server.
public enum MIDIDirectoryChange: Sendable, Hashable {
  /// An endpoint has appeared.
  case added(MIDIEndpointRecord)
  /// An endpoint has disappeared.
  case removed(MIDIEndpointRecord)
  /// An endpoint has another name, and keeps its id.
  case renamed(MIDIEndpointRecord, oldName: String)
  /// A property of an endpoint has changed, or a value derived from it, such as the display name.
  case propertyChanged(MIDIEndpointRecord, JACKPropertyKey)
  /// The server has ended, after each endpoint was `removed`; see `MIDIDirectory.reopen()`.
  case serverEnded(reason: String)
  /// `reopen()` has found a server; its endpoints have been `added`.
  case serverReturned
}

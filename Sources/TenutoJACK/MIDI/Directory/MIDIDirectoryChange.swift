/// What changed among the MIDI ports of a server.
public enum MIDIDirectoryChange: Sendable, Hashable {
  /// An endpoint appeared.
  case added(MIDIEndpointRecord)
  /// An endpoint went.
  case removed(MIDIEndpointRecord)
  /// An endpoint has another name now, and the id of before.
  case renamed(MIDIEndpointRecord, oldName: String)
  /// A property of an endpoint changed, or what follows from it, such as the display name.
  case propertyChanged(MIDIEndpointRecord, JACKPropertyKey)
  /// The server ended, after each endpoint was `removed`; see `MIDIDirectory.reopen()`.
  case serverEnded(reason: String)
  /// `reopen()` found a server again; its endpoints have been `added`.
  case serverReturned
}

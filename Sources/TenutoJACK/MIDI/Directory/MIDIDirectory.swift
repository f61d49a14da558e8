/// All MIDI ports of a server, kept up to date by JACK's notifications.
///
/// It is a JACK client without ports. A text file stores ids, so that each endpoint keeps its own.
///
/// Thread: any but render; calls may run on several threads at once.
public final class MIDIDirectory: Sendable {
  private let core: MIDIDirectoryCore

  /// Opens the directory; `endpoints` is complete on return, without notifications.
  ///
  /// - Parameters:
  ///   - serverName: The server, or nil for the default one.
  ///   - clientName: The name that other programs see.
  ///   - idFile: The file of ids; nil for `$XDG_STATE_HOME/tenuto/midi-ids`.
  ///   - onChange: Called in order on the directory's own thread; it may be slow, and may call the
  ///     directory.
  /// - Throws: As `JACKClient.init` and `JACKClient.activate`.
  public init(
    serverName: String? = nil, clientName: String = "midi-directory", idFile: String? = nil,
    onChange: @escaping @Sendable (MIDIDirectoryChange) -> Void = { _ in }
  ) throws(JACKError) {
    core = MIDIDirectoryCore(
      serverName: serverName, clientName: clientName, idFile: idFile, onChange: onChange)
    do throws(JACKError) {
      try core.start()
    } catch {
      core.close()
      throw error
    }
  }

  deinit { core.close() }

  /// The current endpoints, in the order in which they appeared.
  ///
  /// A change is visible here before its notification.
  public var endpoints: [MIDIEndpointRecord] { core.endpoints }

  /// The endpoint with an id.
  public func endpoint(uniqueID: Int32) -> MIDIEndpointRecord? {
    core.endpoints.first { $0.uniqueID == uniqueID }
  }

  /// The endpoint with a port's full name.
  public func endpoint(portNamed name: String) -> MIDIEndpointRecord? {
    core.endpoints.first { $0.portName == name }
  }

  /// The changes from now on, as passed to `onChange`; each call creates another stream.
  ///
  /// An unread stream keeps the newest 4096 changes. It ends when the directory is closed.
  public func changes() -> AsyncStream<MIDIDirectoryChange> { core.changes() }

  /// Reserves an id for a future port of this process; pass it on as `MIDIPortTraits.uniqueID`.
  ///
  /// - Parameters:
  ///   - asked: The requested id, for instance the one of the last run.
  ///   - name: The future full name of the port.
  ///   - direction: The port's direction as seen by its users.
  /// - Returns: `asked`; if that is nil, 0 or the id of another current port, the id of that name.
  public func reserveUniqueID(
    _ asked: Int32? = nil, forPortNamed name: String, direction: MIDIEndpointDirection
  ) -> Int32 {
    core.reserve(asked, MIDIUniqueIDs.Key(direction: direction, name: name))
  }

  /// Frees the id of a port that no longer exists.
  func endReservation(forPortNamed name: String, direction: MIDIEndpointDirection) {
    core.endReservation(MIDIUniqueIDs.Key(direction: direction, name: name))
  }

  /// Whether the directory is up to date: neither closed nor without its server.
  public var isOpen: Bool { core.isOpen }

  /// Opens the directory again after the server's end; `.added` and `.serverReturned` follow.
  ///
  /// Has no effect on an open directory.
  ///
  /// - Throws: As `init`, or `.closed`; try again later after `.noServer`.
  public func reopen() throws(JACKError) { try core.reopen() }

  /// Ends the notifications.
  public func close() { core.close() }
}

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

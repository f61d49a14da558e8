/// All MIDI ports of a server, kept current by JACK's notifications.
///
/// It is a JACK client without ports. Ids are kept in a text file, so that an endpoint keeps its own.
///
/// Thread: any but render; calls may run at once on several threads.
public final class MIDIDirectory: Sendable {
  private let core: MIDIDirectoryCore

  /// Opens the directory; `endpoints` is complete when this returns, and nothing is notified of it.
  ///
  /// - Parameters:
  ///   - serverName: The server, nil for the default one.
  ///   - clientName: The name that other programs see.
  ///   - idFile: Where ids are kept; nil for `$XDG_STATE_HOME/tenuto/midi-ids`.
  ///   - onChange: Called in order on the directory's own thread; may be slow, and may call the
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

  /// The endpoints of now, in the order in which they appeared.
  ///
  /// A change is visible here before it is notified.
  public var endpoints: [MIDIEndpointRecord] { core.endpoints }

  /// The endpoint of an id.
  public func endpoint(uniqueID: Int32) -> MIDIEndpointRecord? {
    core.endpoints.first { $0.uniqueID == uniqueID }
  }

  /// The endpoint of a port's full name.
  public func endpoint(portNamed name: String) -> MIDIEndpointRecord? {
    core.endpoints.first { $0.portName == name }
  }

  /// The changes from now on, as `onChange` gets them; each call makes a stream of its own.
  ///
  /// A stream that nobody reads keeps the newest 4096 changes. It ends when the directory is closed.
  public func changes() -> AsyncStream<MIDIDirectoryChange> { core.changes() }

  /// Reserves an id for a port of this process that does not exist yet: pass it on as
  /// `MIDIPortTraits.uniqueID`.
  ///
  /// - Parameters:
  ///   - asked: The id that is wanted, for instance the one of the last run.
  ///   - name: The full name that the port will have.
  ///   - direction: What the port will be for its users.
  /// - Returns: `asked`; where it is nil, 0 or the id of another port of now, the id of that name.
  public func reserveUniqueID(
    _ asked: Int32? = nil, forPortNamed name: String, direction: MIDIEndpointDirection
  ) -> Int32 {
    core.reserve(asked, MIDIUniqueIDs.Key(direction: direction, name: name))
  }

  /// Frees the id of a port that is no more.
  func endReservation(forPortNamed name: String, direction: MIDIEndpointDirection) {
    core.endReservation(MIDIUniqueIDs.Key(direction: direction, name: name))
  }

  /// Whether the directory is current: not closed, its server not ended.
  public var isOpen: Bool { core.isOpen }

  /// Opens the directory again after the server's end; `.added` and `.serverReturned` follow.
  ///
  /// No effect on one that is open.
  ///
  /// - Throws: As `init`, or `.closed`; try again later after `.noServer`.
  public func reopen() throws(JACKError) { try core.reopen() }

  /// Ends the notifications.
  public func close() { core.close() }
}

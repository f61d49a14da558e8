internal import Synchronization
public import TenutoMIDIMessages

/// A connection to other programs' inputs, maintained as they come and go.
///
/// Each input has a separate JACK port, so that its notes can be ended when it alone is
/// disconnected. The port has the input's protocol: MIDI 1.0 bytes, or Universal MIDI Packets.
public final class MIDIOutputConnection: FollowingConnection {
  private let tag: String
  private let session: ManagerSession
  private let links: ConnectionLinks<MIDIInputEndpoint, SendingPort>
  /// Held while ports are made and connected, so that one thread at a time does so.
  private let refreshing = Mutex(())

  init(
    mode: MIDIOutputConnectionMode, filter: MIDIEndpointFilter, tag: String,
    session: ManagerSession
  ) {
    self.tag = tag
    self.session = session
    links = ConnectionLinks(ConnectionCriteria(mode, filter))
  }
}

// MARK: - Sending

extension MIDIOutputConnection {
  /// Sends an event to all connected inputs.
  ///
  /// - Parameters:
  ///   - event: The event; inputs of MIDI 1.0 bytes do not get it if MIDI 1.0 cannot express it.
  ///   - hostTime: Nanoseconds of `CLOCK_MONOTONIC`, exact to the frame; 0 means now.
  /// - Throws: As `MIDIOutput.send(event:at:)`, after all inputs were tried.
  public func send(event: MIDIEvent, at hostTime: UInt64 = 0) throws(MIDIIOError) {
    try send(events: [event], at: hostTime)
  }

  /// Sends simultaneous events, in this order; see `send(event:at:)`.
  public func send(events: [MIDIEvent], at hostTime: UInt64 = 0) throws(MIDIIOError) {
    var failure: MIDIIOError?
    for link in links.connected {
      do throws(MIDIIOError) {
        try link.service.send(events, at: hostTime)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Sends a note off for each sounding note of this connection, and releases pedals.
  ///
  /// Events that wait for a later time are dropped. Disconnecting and removing do the same.
  public func releaseNotes() {
    for link in links.connected { _ = link.service.releaseNotes() }
  }
}

// // MARK: - Criteria

extension MIDIOutputConnection {
  /// The inputs to send to; a change takes effect at once.
  public var mode: MIDIOutputConnectionMode {
    get { links.criteria.outputMode }
    set { change { $0 = ConnectionCriteria(newValue, $0.filter) } }
  }

  /// The inputs to exclude; a change takes effect at once.
  public var filter: MIDIEndpointFilter {
    get { links.criteria.filter }
    set { change { $0.filter = newValue } }
  }

  /// The inputs that are selected individually.
  public var inputsCriteria: Set<MIDIEndpointIdentity> { links.criteria.identities }

  /// The inputs that are connected now.
  public var endpoints: [MIDIInputEndpoint] { links.connected.map(\.endpoint) }

  /// Adds inputs to the criteria.
  public func add(inputs: [MIDIEndpointIdentity]) {
    change { $0.identities.formUnion(inputs) }
  }

  /// Adds inputs to the criteria.
  @_disfavoredOverload
  public func add(inputs: [MIDIInputEndpoint]) { add(inputs: inputs.map { .endpoint($0) }) }

  /// Removes inputs from the criteria.
  public func remove(inputs: [MIDIEndpointIdentity]) {
    change { $0.identities.subtract(inputs) }
  }

  /// Removes inputs from the criteria.
  @_disfavoredOverload
  public func remove(inputs: [MIDIInputEndpoint]) { change { $0.remove(inputs) } }

  /// Removes all inputs from the criteria.
  public func removeAllInputs() { change { $0.removeAll() } }

  private func change(_ edit: (inout ConnectionCriteria) -> Void) {
    links.edit(edit)
    refresh()
  }
}

// MARK: - Following

extension MIDIOutputConnection {
  func refresh() {
    refreshing.withLock { _ in
      let inputs = session.endpoints.inputs
      let wanted = links.wanted(among: inputs, owned: session.ownedIDs)
      // A matching input that is absent keeps its port, which knows the notes to end when it
      // reappears.
      let present = Set(inputs.map(\.uniqueID))
      for id in links.all.keys where !present.contains(id) { links.forget(id) }
      let isDisposed = links.isDisposed
      drop(links.takeUnwanted(wanted) { !present.contains($0) && !isDisposed })
      for endpoint in wanted { keep(endpoint) }
    }
  }

  func forget(_ endpoint: MIDIIdentifier?) { links.forget(endpoint) }

  func dispose() {
    links.dispose()
    refresh()
  }

  private func keep(_ endpoint: MIDIInputEndpoint) {
    do throws(MIDIIOError) {
      try links.keep(endpoint) { () throws(MIDIIOError) in
        try session.makePrivateOutput("\(tag) out", isUMP: endpoint.isUMP)
      } connect: { (sending) throws(MIDIIOError) in
        guard let own = sending.fullName else { return false }
        try session.connect(source: own, destination: endpoint.portName)
        _ = sending.releaseNotes()
        return true
      }
    } catch {
      session.report(error, endpoint.record)
    }
  }

  /// Ends all notes first, so that the waits for the inputs overlap.
  private func drop(_ unwanted: [ConnectionLinks<MIDIInputEndpoint, SendingPort>.Link]) {
    let waits = unwanted.map { ($0.service, $0.isConnected ? $0.service.releaseNotes() : nil) }
    for (sending, passed) in waits {
      sending.awaitRelease(passed)
      session.removePort(sending.port)
    }
  }
}

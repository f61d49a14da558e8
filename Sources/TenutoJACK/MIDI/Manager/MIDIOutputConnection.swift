internal import Synchronization
public import TenutoMIDIMessages

/// A connection to inputs of others, which is kept while they come and go.
///
/// Each input has a port of its own in JACK, so that its notes can be ended when it alone is
/// disconnected. The port speaks what the input speaks: MIDI 1.0 bytes, or Universal MIDI Packets.
public final class MIDIOutputConnection: FollowingConnection {
  private let tag: String
  private let session: ManagerSession
  private let links: ConnectionLinks<MIDIInputEndpoint, SendingPort>
  /// Held while ports are made and connected, so that this is done by one thread at a time.
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
  /// Sends an event to all inputs that are connected.
  ///
  /// - Parameters:
  ///   - event: An input of Universal MIDI Packets gets all of it. What MIDI 1.0 has no words for
  ///     is left out at the others.
  ///   - hostTime: Nanoseconds of `CLOCK_MONOTONIC`, honoured to the frame; 0 is now.
  /// - Throws: As `MIDIOutput.send(event:at:)`, after all inputs were tried.
  public func send(event: MIDIEvent, at hostTime: UInt64 = 0) throws(MIDIIOError) {
    try send(events: [event], at: hostTime)
  }

  /// Sends events of one time, in this order; see `send(event:at:)`.
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

  /// Sends a note off for each note that sounds because of this connection, and pedals up.
  ///
  /// What waits for a later time is dropped. Disconnecting and removing do this by themselves.
  public func releaseNotes() {
    for link in links.connected { _ = link.service.releaseNotes() }
  }
}

// MARK: - What is wanted

extension MIDIOutputConnection {
  /// Which inputs are sent to; a change takes effect at once.
  public var mode: MIDIOutputConnectionMode {
    get { links.criteria.outputMode }
    set { change { $0 = ConnectionCriteria(newValue, $0.filter) } }
  }

  /// Which inputs are left out; a change takes effect at once.
  public var filter: MIDIEndpointFilter {
    get { links.criteria.filter }
    set { change { $0.filter = newValue } }
  }

  /// The inputs that are asked for one by one.
  public var inputsCriteria: Set<MIDIEndpointIdentity> { links.criteria.identities }

  /// The inputs that are connected now.
  public var endpoints: [MIDIInputEndpoint] { links.connected.map(\.endpoint) }

  /// Asks for more inputs.
  public func add(inputs: [MIDIEndpointIdentity]) {
    change { $0.identities.formUnion(inputs) }
  }

  /// Asks for more inputs.
  @_disfavoredOverload
  public func add(inputs: [MIDIInputEndpoint]) { add(inputs: inputs.map { .endpoint($0) }) }

  /// Asks for some inputs no longer.
  public func remove(inputs: [MIDIEndpointIdentity]) {
    change { $0.identities.subtract(inputs) }
  }

  /// Asks for some inputs no longer.
  @_disfavoredOverload
  public func remove(inputs: [MIDIInputEndpoint]) { change { $0.remove(inputs) } }

  /// Asks for none of the inputs any more.
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
      // One that is only gone keeps its port, which knows what to end there when it is back.
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

  /// Ends all notes first, so that the inputs are waited for together.
  private func drop(_ unwanted: [ConnectionLinks<MIDIInputEndpoint, SendingPort>.Link]) {
    let waits = unwanted.map { ($0.service, $0.isConnected ? $0.service.releaseNotes() : nil) }
    for (sending, passed) in waits {
      sending.awaitRelease(passed)
      session.removePort(sending.port)
    }
  }
}

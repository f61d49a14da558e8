internal import Synchronization

/// A connection from other programs' outputs to a receiver, maintained as they come and go.
///
/// Each output has a separate JACK port, so that the receiver learns the source of events. The port
/// has the output's protocol: MIDI 1.0 bytes, or Universal MIDI Packets.
public final class MIDIInputConnection: FollowingConnection {
  private struct SourcePort: Sendable {
    let port: MIDIPort
    let receiving: ReceivingPort
  }

  private let tag: String
  private let session: ManagerSession
  private let thread: MIDIReceiverThread
  private let links: ConnectionLinks<MIDIOutputEndpoint, SourcePort>
  private let receiver: Mutex<MIDIReceiver>
  /// Held while ports are made and connected, so that one thread at a time does so.
  private let refreshing = Mutex(())

  init(
    mode: MIDIInputConnectionMode, filter: MIDIEndpointFilter, tag: String,
    receiver: MIDIReceiver, session: ManagerSession
  ) {
    self.tag = tag
    self.session = session
    thread = MIDIReceiverThread(name: tag)
    links = ConnectionLinks(ConnectionCriteria(mode, filter))
    self.receiver = Mutex(receiver)
  }
}

// MARK: - Criteria

extension MIDIInputConnection {
  /// The outputs to listen to; a change takes effect at once.
  public var mode: MIDIInputConnectionMode {
    get { links.criteria.inputMode }
    set { change { $0 = ConnectionCriteria(newValue, $0.filter) } }
  }

  /// The outputs to exclude; a change takes effect at once.
  public var filter: MIDIEndpointFilter {
    get { links.criteria.filter }
    set { change { $0.filter = newValue } }
  }

  /// The outputs that are selected individually.
  public var outputsCriteria: Set<MIDIEndpointIdentity> { links.criteria.identities }

  /// The outputs that are connected now.
  public var endpoints: [MIDIOutputEndpoint] { links.connected.map(\.endpoint) }

  /// Adds outputs to the criteria.
  public func add(outputs: [MIDIEndpointIdentity]) {
    change { $0.identities.formUnion(outputs) }
  }

  /// Adds outputs to the criteria.
  @_disfavoredOverload
  public func add(outputs: [MIDIOutputEndpoint]) { add(outputs: outputs.map { .endpoint($0) }) }

  /// Removes outputs from the criteria.
  public func remove(outputs: [MIDIEndpointIdentity]) {
    change { $0.identities.subtract(outputs) }
  }

  /// Removes outputs from the criteria.
  @_disfavoredOverload
  public func remove(outputs: [MIDIOutputEndpoint]) { change { $0.remove(outputs) } }

  /// Removes all outputs from the criteria.
  public func removeAllOutputs() { change { $0.removeAll() } }

  /// Sets the receiver of all later events.
  public func setReceiver(_ receiver: MIDIReceiver) {
    _ = self.receiver.exchange(receiver)
    for link in links.all.values { link.service.receiving.setReceiver(receiver) }
  }

  /// Counts of received and lost events for each connected output.
  public var counters: [MIDIIdentifier: MIDIPortCounters] {
    links.all.mapValues { session.client.counters(of: $0.service.port) }
  }

  private func change(_ edit: (inout ConnectionCriteria) -> Void) {
    links.edit(edit)
    refresh()
  }
}

// MARK: - Following

extension MIDIInputConnection {
  func refresh() {
    refreshing.withLock { _ in
      let wanted = links.wanted(among: session.endpoints.outputs, owned: session.ownedIDs)
      for link in links.takeUnwanted(wanted) { session.removePort(link.service.port) }
      for endpoint in wanted { keep(endpoint) }
    }
  }

  func forget(_ endpoint: MIDIIdentifier?) { links.forget(endpoint) }

  func dispose() {
    links.dispose()
    refresh()
  }

  private func keep(_ endpoint: MIDIOutputEndpoint) {
    links.all[endpoint.uniqueID]?.service.receiving.setSource(endpoint)
    do throws(MIDIIOError) {
      try links.keep(endpoint) { () throws(MIDIIOError) in
        try makeSourcePort(endpoint)
      } connect: { (sourcePort) throws(MIDIIOError) in
        guard let own = session.client.fullName(of: sourcePort.port) else { return false }
        try session.connect(source: endpoint.portName, destination: own)
        return true
      }
    } catch {
      session.report(error, endpoint.record)
    }
  }

  private func makeSourcePort(_ endpoint: MIDIOutputEndpoint) throws(MIDIIOError) -> SourcePort {
    let receiving = ReceivingPort(
      receiver: receiver.withLock { $0 }, source: endpoint, clock: session.parameterClock)
    let port = try session.makePrivateInput("\(tag) in", isUMP: endpoint.isUMP, on: thread) {
      receiving.receive($0)
    }
    return SourcePort(port: port, receiving: receiving)
  }
}

internal import Glibc
internal import Synchronization
internal import TenutoMIDI

/// A connection from other programs' outputs to their inputs, maintained as they come and go.
public final class MIDIThruConnection: FollowingConnection {
  private struct SourcePort {
    let port: MIDIPort
    var isConnected: Bool
  }

  private struct Voice {
    let sending: SendingPort
    var isConnected: Bool
  }

  private struct Pair: Hashable {
    let source: MIDIIdentifier
    let destination: MIDIIdentifier
  }

  private struct State {
    var sourcePorts: [MIDIIdentifier: SourcePort] = [:]
    var voices: [MIDIIdentifier: Voice] = [:]
    /// The pairs that JACK has connected directly.
    var direct: [Pair: (source: String, destination: String)] = [:]
    var isDisposed = false
  }

  /// The outputs of the connection.
  public let outputs: [MIDIOutputEndpoint]
  /// The inputs of the connection.
  public let inputs: [MIDIInputEndpoint]
  /// The processing of events.
  public let parameters: Parameters
  private let tag: String
  private let session: ManagerSession
  private let thread: MIDIReceiverThread
  private let state = Mutex(State())
  /// The sounding notes of each source, as they were passed on.
  private let trackers: Mutex<ThruTrackers>
  private let refreshing = Mutex(())

  init(
    outputs: [MIDIOutputEndpoint], inputs: [MIDIInputEndpoint], parameters: Parameters,
    tag: String, session: ManagerSession
  ) {
    self.outputs = outputs
    self.inputs = inputs
    self.parameters = parameters
    self.tag = tag
    self.session = session
    thread = MIDIReceiverThread(name: tag)
    trackers = Mutex(ThruTrackers())
  }

  /// Whether JACK can connect the ports directly: nothing is processed and both have the same form.
  private var isDirect: Bool {
    let forms = Set(outputs.map(\.isUMP) + inputs.map(\.isUMP))
    return parameters == Parameters() && forms.count <= 1
  }
}

// MARK: - Following

extension MIDIThruConnection {
  func refresh() {
    refreshing.withLock { _ in
      let isDisposed = state.withLock { $0.isDisposed }
      let endpoints = session.endpoints
      let sources = isDisposed ? [] : Self.located(outputs, in: endpoints.outputs)
      let destinations = isDisposed ? [] : Self.located(inputs, in: endpoints.inputs)
      for (id, destination) in destinations { keepVoice(id, destination) }
      for (id, source) in sources { keepSourcePort(id, source) }
      if isDirect { connectDirectly(sources, destinations) }
      if isDisposed { takeApart() }
    }
  }

  func forget(_ endpoint: MIDIIdentifier?) {
    let gone = state.withLock { state in
      for id in state.voices.keys where endpoint == nil || id == endpoint {
        state.voices[id]?.isConnected = false
      }
      let sourcePorts = state.sourcePorts.keys.filter { endpoint == nil || $0 == endpoint }
      for id in sourcePorts { state.sourcePorts[id]?.isConnected = false }
      state.direct = state.direct.filter { pair, _ in
        endpoint != nil && pair.source != endpoint && pair.destination != endpoint
      }
      return sourcePorts
    }
    for id in gone { release(id) }
  }

  func dispose() {
    state.withLock { $0.isDisposed = true }
    refresh()
  }

  /// The current endpoints, by the numbers of those in the connection.
  private static func located<Endpoint: MIDIEndpoint>(
    _ wanted: [Endpoint], in endpoints: [Endpoint]
  ) -> [(MIDIIdentifier, Endpoint)] {
    wanted.compactMap { endpoint in
      MIDIEndpointIdentity.endpoint(endpoint).locate(in: endpoints)
        .map { ($0.uniqueID, $0) }
    }
  }

  private func keepSourcePort(_ id: MIDIIdentifier, _ endpoint: MIDIOutputEndpoint) {
    let known = state.withLock { $0.sourcePorts[id] }
    guard known?.isConnected != true else { return }
    do throws(MIDIIOError) {
      let sourcePort = if let known { known } else { try makeSourcePort(id, isUMP: endpoint.isUMP) }
      state.withLock { $0.sourcePorts[id] = sourcePort }
      guard let own = session.client.fullName(of: sourcePort.port) else { return }
      try session.connect(source: endpoint.portName, destination: own)
      state.withLock { $0.sourcePorts[id]?.isConnected = true }
    } catch {
      session.report(error, endpoint.record)
    }
  }

  private func makeSourcePort(_ id: MIDIIdentifier, isUMP: Bool) throws(MIDIIOError) -> SourcePort {
    let port = try session.makePrivateInput("\(tag) thru in", isUMP: isUMP, on: thread) {
      [weak self] arrival in self?.pass(arrival.events, from: id)
    }
    return SourcePort(port: port, isConnected: false)
  }

  private func keepVoice(_ id: MIDIIdentifier, _ endpoint: MIDIInputEndpoint) {
    let known = state.withLock { $0.voices[id] }
    guard known?.isConnected != true else { return }
    do throws(MIDIIOError) {
      let voice = if let known { known } else { try makeVoice(isUMP: endpoint.isUMP) }
      state.withLock { $0.voices[id] = voice }
      guard let own = voice.sending.fullName else { return }
      try session.connect(source: own, destination: endpoint.portName)
      state.withLock { $0.voices[id]?.isConnected = true }
    } catch {
      session.report(error, endpoint.record)
    }
  }

  private func makeVoice(isUMP: Bool) throws(MIDIIOError) -> Voice {
    let sending = try session.makePrivateOutput("\(tag) thru out", isUMP: isUMP)
    return Voice(sending: sending, isConnected: false)
  }

  private func connectDirectly(
    _ sources: [(MIDIIdentifier, MIDIOutputEndpoint)],
    _ destinations: [(MIDIIdentifier, MIDIInputEndpoint)]
  ) {
    for (sourceID, source) in sources {
      for (destinationID, destination) in destinations where source.isUMP == destination.isUMP {
        let pair = Pair(source: sourceID, destination: destinationID)
        let names = (source: source.portName, destination: destination.portName)
        guard state.withLock({ $0.direct[pair] == nil }) else { continue }
        do throws(MIDIIOError) {
          try session.connect(source: names.source, destination: names.destination)
          state.withLock { $0.direct[pair] = names }
        } catch {
          session.report(error, destination.record)
        }
      }
    }
  }

  private func takeApart() {
    let old = state.withLock { state in
      defer {
        state = State()
        state.isDisposed = true
      }
      return state
    }
    for pair in old.direct.values {
      session.disconnect(source: pair.source, destination: pair.destination)
    }
    old.voices.values.first?.sending.awaitCycle()
    awaitEvents(old.sourcePorts.values.map(\.port))
    for sourcePort in old.sourcePorts.values { session.removePort(sourcePort.port) }
    let packets = trackers.withLock { $0.releaseAll() }
    let voices = old.voices.values.map { ($0.sending, $0.isConnected ? packets : []) }
    let waits = voices.map { sending, packets in (sending, sending.sendReleases(packets)) }
    for (sending, passed) in waits {
      sending.awaitRelease(passed)
      session.removePort(sending.port)
    }
  }
}

// MARK: - Passing events on

extension MIDIThruConnection {
  /// Waits briefly until all arrived events have been tracked.
  private func awaitEvents(_ ports: [MIDIPort]) {
    for _ in 0..<200 {
      let arrived = ports.reduce(0 as UInt64) {
        $0 + session.client.counters(of: $1).passed
      }
      guard trackers.withLock({ $0.messageCount }) < arrived, session.client.isOpen else { return }
      usleep(1000)
    }
  }

  /// Handles a source's events: passes them on, or only tracks them if JACK passes them directly.
  private func pass(_ events: [HostTimedUMP], from source: MIDIIdentifier) {
    let transform = ThruTransform(parameters: parameters)
    let passed = events.compactMap { event in
      transform.apply(event.ump).map {
        HostTimedUMP(
          hostTime: parameters.delay == 0 ? 0 : event.hostTime + parameters.delay, ump: $0)
      }
    }
    trackers.withLock { trackers in
      trackers.take(passed, from: source)
      trackers.count(events)
    }
    guard !isDirect else { return }
    for voice in connectedVoices { try? voice.send(passed) }
  }

  /// Ends the sounding notes of a source that has disappeared.
  private func release(_ source: MIDIIdentifier) {
    let packets = trackers.withLock { $0.release(source) }
    guard !packets.isEmpty else { return }
    for voice in connectedVoices { try? voice.send(packets) }
  }

  private var connectedVoices: [SendingPort] {
    state.withLock { $0.voices.values.filter(\.isConnected).map(\.sending) }
  }
}

/// The sounding notes of each source of a thru connection.
private struct ThruTrackers: ~Copyable {
  private final class Cell {
    var tracker = NoteTracker()
  }

  private var cells: [MIDIIdentifier: Cell] = [:]
  /// The number of complete messages that have arrived.
  private(set) var messageCount: UInt64 = 0

  mutating func count(_ events: [HostTimedUMP]) {
    // Of a SysEx in several packets only the last one counts.
    for ump in events.map(\.ump) {
      let isPart = ump.messageType == 0x3 && (1...2).contains(ump.status >> 4)
      if !isPart { messageCount += 1 }
    }
  }

  mutating func take(_ events: [HostTimedUMP], from source: MIDIIdentifier) {
    let cell = cells[source] ?? Cell()
    cells[source] = cell
    for event in events { cell.tracker.take(event.ump) }
  }

  mutating func release(_ source: MIDIIdentifier) -> [HostTimedUMP] {
    (cells[source]?.tracker.releaseAll() ?? []).map { HostTimedUMP(hostTime: 0, ump: $0) }
  }

  mutating func releaseAll() -> [HostTimedUMP] {
    var packets: [HostTimedUMP] = []
    for source in cells.keys { packets += release(source) }
    return packets
  }
}

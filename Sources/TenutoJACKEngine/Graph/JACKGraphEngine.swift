internal import Synchronization
public import TenutoCore
public import TenutoRender
public import TenutoSystem

/// Plays a graph in JACK, as one client or as one for each of its nodes; it may be edited meanwhile.
///
/// As one client, the graph's audio and MIDI inputs and outputs are its ports, named after their
/// nodes: `NAME`, or `NAME_1`, `NAME_2`… for several channels. Edits are heard without a click.
///
/// As one client per node, each node has the ports of its busses and its MIDI (`in_1`, `out_1`,
/// `midi_in`…), and the graph's connections are connections in JACK, which the user may change with
/// any program: `graph` shows what he does, and `onPatch` tells it. A node that an edit connects for
/// the first time, or to nothing any more, fades; otherwise JACK connects and disconnects without a
/// fade. It delays nothing so that ways of different latency meet: it only knows the latencies. Audio and MIDI inputs and outputs of the graph have no client there; they stand for the
/// ports of others that their rules name. A MIDI connection with a filter ends at a port of its own,
/// `midi_from_NODE`, behind which the receiving node's client filters.
///
/// The server may go and return, and change its period and sample rate: connections are made again,
/// instances stay. `stop()` ends it; instances are ended by `Instance.terminate()`.
public final class JACKGraphEngine: GraphEngine {
  /// The presentation of the graph to other programs.
  public enum Clients: Sendable, Equatable {
    /// One client, with a port for each input and output channel.
    case one
    /// A client for each node.
    case each
  }

  /// How an engine is to play.
  public struct Options: Sendable {
    /// The presentation of the graph to other programs.
    public var clients = Clients.one
    /// The name of the single client, or of the client that manages the connections if each node
    /// has its own.
    public var name = "Tenuto"
    /// The ports of others that nodes are connected to.
    public var rules: [Graph.NodeID: [PortRule]] = [:]
    /// The share of a period after which an extension is late, `0.05...0.95`, as
    /// `EngineFormat.deadlineShare`.
    public var deadlineShare = EngineFormat.usualDeadlineShare
    /// The engine's role in JACK's transport.
    public var transport = JACKTransportSettings()
    /// Whether `takeMIDI` tells what comes in at the graph's MIDI inputs.
    ///
    /// If each node is a client, the managing client then has a port for each MIDI input, named
    /// after it, that only listens.
    public var hearsMIDI = false
    /// Where the sound of the graph's audio outputs goes besides JACK; nil for nowhere.
    ///
    /// As long as the music: silent where cycles were skipped. If each node is a client, the
    /// managing client then has an input port for each channel of an audio output, with the same
    /// connections as the graph's output.
    public var recording: Recording?
    /// The server, nil for the default one.
    public var serverName: String?
    /// Called on a control thread with what the user has patched in JACK; it may edit the engine.
    public var onPatch: @Sendable (JACKPatchChange) -> Void = { _ in }

    /// One client named Tenuto, without rules.
    public init() {}
  }

  /// A recording of what an engine plays; it ends where the server's rate becomes another one.
  public struct Recording: Sendable {
    /// Takes the engine's channels, the first ones where it has fewer; `finish` is the caller's.
    public var recorder: Recorder
    /// The file's rate, in Hz.
    public var sampleRate: Double

    /// States a recording.
    public init(_ recorder: Recorder, sampleRate: Double) {
      self.recorder = recorder
      self.sampleRate = sampleRate
    }
  }

  /// Events while it plays; for one reader, ends at `stop()`.
  public let events: AsyncStream<JACKEngineEvent>
  let control: GraphControl
  private let isStopped = Mutex(false)

  /// Opens the clients, allocates the instances and plays.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - graph: What plays; its instances are not allocated.
  ///   - options: How.
  /// - Throws: `.engineFailed` without a server, and as `PreparedGraph.init`. A connection that cannot be made is an event, not an error.
  public init(_ graph: Graph, options: Options = Options()) throws(HostError) {
    let (events, continuation) = AsyncStream.makeStream(
      of: JACKEngineEvent.self, bufferingPolicy: .bufferingNewest(256))
    let control = GraphControl(options, events: continuation)
    // An engine that throws here has nothing to stop.
    try control.openFirst(graph)
    control.start()
    self.events = events
    self.control = control
  }

  deinit { stop() }

  /// Stops after a fade of one cycle; returns when no client is left.
  ///
  /// Thread: control. No effect the second time.
  public func stop() {
    let isFirst = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return !isStopped
    }
    if isFirst { control.stop() }
  }
}

// MARK: - Edits

extension JACKGraphEngine {
  /// The server, nil for the default one.
  ///
  /// Thread: any.
  public var serverName: String? { control.options.serverName }

  /// The graph that plays, with the user's patches if each node is a client.
  ///
  /// Thread: any but render.
  public var graph: Graph { control.graph }

  /// Plays `graph` from a cycle boundary on; what is in both goes on unharmed.
  ///
  /// Thread: control; edits of several threads wait for each other.
  ///
  /// - Throws: As `PreparedGraph.update`, `.engineFailed` where JACK has no place for a client or a
  ///   port. Then nothing has changed.
  public func update(_ graph: Graph) throws(HostError) { try control.update(graph, rules: nil) }

  /// As `update(_:)`, with other rules at the same time.
  ///
  /// Thread: control.
  ///
  /// - Throws: As `update(_:)`.
  public func update(
    _ graph: Graph, rules: [Graph.NodeID: [PortRule]]
  ) throws(HostError) {
    try control.update(graph, rules: rules)
  }

  /// The ports of others that nodes are connected to.
  ///
  /// Thread: control. What no rule names any more is disconnected, what one names for the first time
  /// is connected.
  public var rules: [Graph.NodeID: [PortRule]] {
    get { control.rules }
    set { control.setRules(newValue) }
  }

  /// Where the music is: on JACK's transport where it follows that, else on its own.
  ///
  /// Thread: any but render.
  public var transport: TransportPosition { control.position }

  /// Moves JACK's transport where it follows that, else its own.
  ///
  /// Thread: control. While there is no server it is the place from which the music goes on.
  public func move(_ move: TransportMove) { control.move(move) }

  /// The tempo and what it has to do with JACK's transport.
  ///
  /// Thread: control. From the next cycle on.
  public var transportSettings: JACKTransportSettings {
    get { control.transportSettings }
    set { control.setTransport(newValue) }
  }

  /// Has an event happen at a node, exactly at its frame; as `PreparedGraph.schedule`.
  ///
  /// Thread: control, several at once.
  ///
  /// - Returns: False where too many events wait already, or the node has no place: an input or an
  ///   output where each node is a client.
  public func schedule(
    _ payload: TimedEvent.Payload, to node: Graph.NodeID, at time: ScheduleTime,
    originator: Observation?
  ) -> Bool {
    guard let (client, inner) = control.route(to: node), let prepared = client.prepared else {
      return false
    }
    return prepared.schedule(payload, to: inner, at: time, originator: originator)
  }

  /// As `GraphEngine.takeMIDI`, where the options have it hear MIDI; a packet that found no room is
  /// counted.
  ///
  /// Thread: control, one at a time.
  public func takeMIDI(milliseconds: UInt64) -> MIDIArrivals? {
    control.options.hearsMIDI ? control.arrivals.take(milliseconds: milliseconds) : nil
  }

  /// A node's place for a supervisor; it survives the loss of the server and another format.
  ///
  /// Thread: control. A node that is not an instance is a programmer error and traps.
  public func slot(of node: Graph.NodeID) -> any NodeSlot {
    guard let instance = graph[node]?.instance else {
      preconditionFailure("the node has no instance")
    }
    return JACKGraphSlot(control, node, instance)
  }
}

// MARK: - Readings

extension JACKGraphEngine {
  /// The present format, or the last server's if none runs.
  ///
  /// Thread: any but render. `frameCount` is the server's period.
  public var format: EngineFormat {
    let format = control.format
    return EngineFormat(
      sampleRate: format.sampleRate, frameCount: format.bufferSize,
      inputChannelCount: control.main.prepared?.format.inputChannelCount ?? 0,
      outputChannelCount: control.main.prepared?.format.outputChannelCount ?? 0,
      priority: control.priority, deadlineShare: control.options.deadlineShare)
  }

  /// Whether there is a server.
  ///
  /// Thread: any but render.
  public var isOpen: Bool { control.isOpen }

  /// The server's format, or that of the last server.
  ///
  /// Thread: any but render.
  public var serverFormat: JACKServerFormat { control.format }

  /// The engine's counters so far, of all clients together.
  ///
  /// Thread: any but render.
  public var reading: EngineReading { control.reading }

  /// When the newest cycles of the first client began and what they took, in ns; 16 at most.
  ///
  /// Thread: any but render.
  package var recentCycles: [(began: UInt64, duration: UInt64)] {
    control.main.words.cycles.entries.map { ($0.began, $0.duration) }
  }

  /// The counters of each node so far; the peaks are those since the last call.
  ///
  /// Thread: control.
  public func readings() -> [Graph.NodeID: NodeReading] { control.readings() }

  /// How the nodes with sound files fare.
  ///
  /// Thread: any but render.
  public func fileStates() -> [Graph.NodeID: FileNodeState] { control.fileStates() }

  /// The newest cycles that the server missed, 64 at most, the newest last.
  ///
  /// Thread: any but render.
  public var xrunReports: [XrunReport] { control.xruns.reports }

  /// The names of the clients; the first has the name in the options.
  ///
  /// Thread: any but render.
  public var clientNames: [String] { control.clientNames }

  /// The connections of its ports as last seen, by full names.
  ///
  /// Thread: any but render.
  public var connections: Set<JACKEngineConnection> { control.connections }

  /// The connections that neither the graph nor a rule asks for: what the user has made besides.
  ///
  /// Thread: any but render.
  public var patches: Set<JACKPatch> { control.patches }
}

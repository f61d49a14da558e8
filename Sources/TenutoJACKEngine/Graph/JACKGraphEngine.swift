internal import Synchronization
public import TenutoCore
public import TenutoRender
public import TenutoSystem

/// Plays a graph in JACK, as one client or as one client per node; the graph may be edited while it
/// plays.
///
/// As one client, the graph's audio and MIDI inputs and outputs are its ports, named after their
/// nodes: `NAME`, or `NAME_1`, `NAME_2`… for several channels. Edits cause no click.
///
/// As one client per node, each node has the ports of its busses and its MIDI (`in_1`, `out_1`,
/// `midi_in`…), and the graph's connections are connections in JACK, which the user may change with
/// any program: `graph` shows the changes, and `onPatch` reports them. A node fades if an edit
/// makes its first connection or removes its last; otherwise JACK connects and disconnects without
/// a fade. Paths of different latency are not aligned, but their latencies are reported. Audio and
/// MIDI inputs and outputs of the graph have no client; they stand for the other programs' ports
/// that their rules name. A MIDI connection with a filter ends at a separate port,
/// `midi_from_NODE`, and the receiving node's client filters its input.
///
/// The server may end and return, and change its period and sample rate: connections are restored,
/// instances stay. `stop()` ends the engine; `Instance.terminate()` ends the instances.
public final class JACKGraphEngine: GraphEngine {
  /// The presentation of the graph to other programs.
  public enum Clients: Sendable, Equatable {
    /// One client, with a port for each input and output channel.
    case one
    /// A client for each node.
    case each
  }

  /// The options of an engine.
  public struct Options: Sendable {
    /// The presentation of the graph to other programs.
    public var clients = Clients.one
    /// The name of the single client, or of the client that manages the connections if each node
    /// has its own.
    public var name = "Tenuto"
    /// The other programs' ports that nodes are connected to.
    public var rules: [Graph.NodeID: [PortRule]] = [:]
    /// The share of a period after which an extension is late, `0.05...0.95`, as in
    /// `EngineFormat.deadlineShare`.
    public var deadlineShare = EngineFormat.usualDeadlineShare
    /// The engine's role in JACK's transport.
    public var transport = JACKTransportSettings()
    /// Whether `takeMIDI` reports MIDI that arrives at the graph's MIDI inputs.
    ///
    /// If each node is a client, the managing client then has a port for each MIDI input, named
    /// after it, that only listens.
    public var hearsMIDI = false
    /// The destination of the audio outputs' sound besides JACK, or nil.
    ///
    /// The recording is as long as the music: skipped cycles are silent. If each node is a client,
    /// the managing client then has an input port for each channel of an audio output, with the
    /// same connections as the graph's output.
    public var recording: Recording?
    /// The server, or nil for the default one.
    public var serverName: String?
    /// Called on a control thread with the user's patches in JACK; it may edit the engine.
    public var onPatch: @Sendable (JACKPatchChange) -> Void = { _ in }

    /// Creates options for one client named Tenuto, without rules.
    public init() {}
  }

  /// A recording of an engine's output, which ends when the server's sample rate changes.
  public struct Recording: Sendable {
    /// Records the engine's channels, or the first of them if it has fewer; the caller calls
    /// `finish`.
    public var recorder: Recorder
    /// The file's rate, in Hz.
    public var sampleRate: Double

    /// Creates a recording.
    public init(_ recorder: Recorder, sampleRate: Double) {
      self.recorder = recorder
      self.sampleRate = sampleRate
    }
  }

  /// Events while it plays, for one reader; ends at `stop()`.
  public let events: AsyncStream<JACKEngineEvent>
  let control: GraphControl
  private let isStopped = Mutex(false)

  /// Opens the clients, allocates the instances and plays.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - graph: The graph to play; its instances are not allocated.
  ///   - options: The options.
  /// - Throws: `.engineFailed` without a server, and as `PreparedGraph.init`. A connection that
  ///   fails is an event, not an error.
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

  /// Stops after a fade of one cycle; returns when all clients are closed.
  ///
  /// Thread: control. Has no effect the second time.
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
  /// The server, or nil for the default one.
  ///
  /// Thread: any.
  public var serverName: String? { control.options.serverName }

  /// The playing graph, with the user's patches if each node is a client.
  ///
  /// Thread: any but render.
  public var graph: Graph { control.graph }

  /// Plays `graph` from the next cycle boundary on; common parts play on unchanged.
  ///
  /// Thread: control; edits of several threads wait for each other.
  ///
  /// - Throws: As `PreparedGraph.update`; `.engineFailed` if JACK has no room for a client or a
  ///   port. The old graph then plays on.
  public func update(_ graph: Graph) throws(HostError) { try control.update(graph, rules: nil) }

  /// Plays `graph` as `update(_:)` does, with other rules at the same time.
  ///
  /// Thread: control.
  ///
  /// - Throws: As `update(_:)`.
  public func update(
    _ graph: Graph, rules: [Graph.NodeID: [PortRule]]
  ) throws(HostError) {
    try control.update(graph, rules: rules)
  }

  /// The other programs' ports that nodes are connected to.
  ///
  /// Thread: control. Ports that no rule names are disconnected, newly named ones are connected.
  public var rules: [Graph.NodeID: [PortRule]] {
    get { control.rules }
    set { control.setRules(newValue) }
  }

  /// The position in the music, on JACK's transport if the engine follows it, otherwise on its own.
  ///
  /// Thread: any but render.
  public var transport: TransportPosition { control.position }

  /// Moves JACK's transport if the engine follows it, otherwise its own.
  ///
  /// Thread: control. Without a server it sets the position from which the music continues.
  public func move(_ move: TransportMove) { control.move(move) }

  /// The tempo, and the engine's role in JACK's transport.
  ///
  /// Thread: control. Takes effect at the next cycle.
  public var transportSettings: JACKTransportSettings {
    get { control.transportSettings }
    set { control.setTransport(newValue) }
  }

  /// Schedules an event at a node, exactly at its frame, as `PreparedGraph.schedule`.
  ///
  /// Thread: control, any number at once.
  ///
  /// - Returns: False if too many events are waiting, or if the node is not rendered: an input or
  ///   output if each node is a client.
  public func schedule(
    _ payload: TimedEvent.Payload, to node: Graph.NodeID, at time: ScheduleTime,
    originator: Observation?
  ) -> Bool {
    guard let (client, inner) = control.route(to: node), let prepared = client.prepared else {
      return false
    }
    return prepared.schedule(payload, to: inner, at: time, originator: originator)
  }

  /// Takes MIDI as `GraphEngine.takeMIDI` does, if the option `hearsMIDI` is set; packets without
  /// room are counted.
  ///
  /// Thread: control, one at a time.
  public func takeMIDI(milliseconds: UInt64) -> MIDIArrivals? {
    control.options.hearsMIDI ? control.arrivals.take(milliseconds: milliseconds) : nil
  }

  /// A node's slot for a supervisor; it survives the loss of the server and a change of format.
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
  /// The current format, or the last server's if none runs.
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

  /// Whether the server has run no cycle for two seconds, as jackd without its sound card.
  ///
  /// Thread: any but render.
  public var isStalled: Bool { control.isStalled }

  /// The server's format, or that of the last server.
  ///
  /// Thread: any but render.
  public var serverFormat: JACKServerFormat { control.format }

  /// The engine's counters, of all clients together.
  ///
  /// Thread: any but render.
  public var reading: EngineReading { control.reading }

  /// The start and duration of the newest cycles of the first client, in ns; 16 at most.
  ///
  /// Thread: any but render.
  package var recentCycles: [(began: UInt64, duration: UInt64)] {
    control.main.words.cycles.entries.map { ($0.began, $0.duration) }
  }

  /// The number of clients whose cycles one thread runs, including the main client; 0 if each
  /// client has a thread.
  ///
  /// Thread: control.
  package var sharedClientCount: Int {
    control.work.withLock { work in
      control.clients(work).count { $0.served?.isRunners ?? false }
    }
  }

  /// The number of cycles in which a client's extension got its input from another client's, without
  /// the host.
  ///
  /// Thread: any but render.
  package var handedOnCycleCount: UInt { control.runner?.words.handedOnCount ?? 0 }

  /// The counters of each node, with peaks since the last call.
  ///
  /// Thread: control.
  public func readings() -> [Graph.NodeID: NodeReading] { control.readings() }

  /// The state of each node with a sound file.
  ///
  /// Thread: any but render.
  public func fileStates() -> [Graph.NodeID: FileNodeState] { control.fileStates() }

  /// The newest cycles that the server missed, 64 at most, newest last.
  ///
  /// Thread: any but render.
  public var xrunReports: [XrunReport] { control.xruns.reports }

  /// The names of the clients; the first one has the name of the options.
  ///
  /// Thread: any but render.
  public var clientNames: [String] { control.clientNames }

  /// The connections of its ports as last seen, by full names.
  ///
  /// Thread: any but render.
  public var connections: Set<JACKEngineConnection> { control.connections }

  /// Connections that neither the graph nor a rule requires, made by the user.
  ///
  /// Thread: any but render.
  public var patches: Set<JACKPatch> { control.patches }
}

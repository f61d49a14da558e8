internal import Synchronization
internal import TenutoCore
internal import TenutoRender
internal import TenutoSystem
internal import TenutoTransport

/// The internals of the engine: clients, connections, and the thread that manages them.
@safe final class GraphControl: @unchecked Sendable {  // memory is freed only at the end
  let options: JACKGraphEngine.Options
  let words = EngineWords.allocate()
  let transportWords: TransportWords
  let inbox = EngineInbox()
  let xruns = XrunAttribution()
  let activity = Mutex(NodeActivity())
  let events: AsyncStream<JACKEngineEvent>.Continuation
  /// MIDI from the graph's MIDI inputs.
  let arrivals = ArrivalRing.allocate()
  /// Its number among the engines of this process.
  let number = numbers.add(1, ordering: .relaxed).newValue
  private static let numbers = Atomic(0)
  /// Runs the cycles of all clients, if each node has a separate client.
  let runner: RunnerControl?
  /// The client of the whole graph; without nodes if each node has a separate client.
  let main: GraphClient
  /// Held by edits and by the thread that follows the server; notifications need only `shown`.
  let work: Mutex<Work>
  let shown: Mutex<Shown>
  /// Called when ports and connections of the server have changed.
  let portWatcher = Mutex<(@Sendable () -> Void)?>(nil)
  private let ended = Signal()
  private let leader: UnsafeMutablePointer<TimebaseLeader>

  /// The state that edits change.
  struct Work: Sendable {
    var graph = Graph()
    var rules: [Graph.NodeID: [PortRule]]
    /// The clients of nodes that have a separate one.
    var clients: [Graph.NodeID: GraphClient] = [:]
    var layouts: [Graph.NodeID: NodeLayout] = [:]
    var patchbay = GraphPatchbay()
    var ports = PortList()
    /// The time between a change of connections and their comparison.
    var pause = PatchPause()
    var stall = StallWatch()
    var leads = false
  }

  /// The state for other threads, readable without waiting for an edit.
  struct Shown: Sendable {
    var graph = Graph()
    var rules: [Graph.NodeID: [PortRule]] = [:]
    var transport: JACKTransportSettings
    /// The position in the music when the last server ended.
    var music = TransportPosition(frame: 0, isPlaying: true)
    /// The frames per second of that position, in Hz; 0 before the first server.
    var musicRate = 0.0
    var format = JACKServerFormat(sampleRate: 0, bufferSize: 0, isRealtime: false)
    var priority: Int32?
    var isOpen = false
    /// Whether the server runs no cycles.
    var isStalled = false
    var connections: Set<JACKEngineConnection> = []
    var patches: Set<JACKPatch> = []
    /// The client that renders each node.
    var routes: [Graph.NodeID: Route] = [:]
  }

  /// The client that renders a node, and the node's id in the client's own graph.
  struct Route: Sendable {
    let client: GraphClient
    let node: Graph.NodeID
  }

  /// Milliseconds between two attempts to open a server again.
  private static let retryPause: UInt64 = 500
  /// Milliseconds between two checks of the nodes' latencies.
  private static let longTime: UInt64 = 2000

  init(
    _ options: JACKGraphEngine.Options, events: AsyncStream<JACKEngineEvent>.Continuation
  ) {
    self.options = options
    self.events = events
    transportWords = .allocate(options.transport)
    runner = options.clients == .each ? RunnerControl() : nil
    main = GraphClient(
      name: options.name, prettyName: options.name, layout: ClientLayout(), engine: words,
      transport: transportWords, deadlineShare: options.deadlineShare,
      arrivals: options.hearsMIDI ? arrivals : nil, recording: options.recording,
      listens: options.clients == .each, isMain: true, runner: runner)
    work = Mutex(Work(rules: options.rules))
    shown = Mutex(Shown(rules: options.rules, transport: options.transport))
    unsafe leader = .allocate(capacity: 1)
    unsafe leader.initialize(to: TimebaseLeader(transportWords))
  }

  deinit {
    words.deallocate()
    transportWords.deallocate()
    arrivals.deallocate()
    unsafe leader.deallocate()
  }

  /// The context of the timebase callback.
  var leaderContext: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(leader) }

  /// The format of each client that has a prepared graph.
  var clientFormats: [EngineFormat] {
    work.withLock { work in clients(work).compactMap { $0.prepared?.format } }
  }

  /// Whether each node is a client.
  var hasClientForEach: Bool { options.clients == .each }

  /// The format of the allocated memory, or nil before the first server.
  var target: GraphClient.Target? {
    shown.withLock { shown in
      guard shown.format.sampleRate > 0 else { return nil }
      return GraphClient.Target(
        sampleRate: shown.format.sampleRate, bufferSize: shown.format.bufferSize,
        priority: shown.priority)
    }
  }
}

// MARK: - The control thread

extension GraphControl {
  /// Starts the control thread, which lives until `stop`.
  func start() { DetachedThread.startOrTrap { self.run() } }

  /// Makes the control thread close everything, and waits for it.
  func stop() {
    inbox.post { $0.isStopping = true }
    ended.wait()
    arrivals.end()
  }

  private func run() {
    while true {
      let mail = inbox.take(milliseconds: timeout)
      if mail.isStopping { break }
      let wasOpen = isOpen
      let changes = work.withLock { work -> JACKPatchChange? in
        if let reason = mail.shutdownReason { leave(&work, reason) }
        guard isOpen else {
          reconnect(&work)
          return nil
        }
        defer { watchCycles(&work) }
        return handle(mail, &work)
      }
      // Outside the lock: the callbacks may edit.
      if let changes { options.onPatch(changes) }
      if mail.hasNewPorts || mail.hasNewConnections || wasOpen != isOpen {
        portWatcher.withLock(\.self)?()
      }
    }
    work.withLock { shutDown(&$0) }
    ended.send()
  }

  private var timeout: UInt64 {
    if !isOpen { return Self.retryPause }
    return work.withLock { $0.pause.isActive } ? PatchPause.quietTime : Self.longTime
  }

  private func leave(_ work: inout Work, _ reason: String) {
    guard isOpen else { return }
    isOpen = false
    isStalled = false
    work.stall.reset()
    lose(&work)
    holdMusic()
    // First, because closing in libjack has no time limit.
    events.yield(.serverGone(reason: reason))
    closeClients(work)
    inbox.forgetShutdown()
  }

  /// Tries to open a server again, and plays on.
  private func reconnect(_ work: inout Work) {
    do throws(HostError) {
      try openClients(&work)
    } catch {
      closeClients(work)
      return
    }
    isOpen = true
    patch(&work)
    noteLatencies(work, always: true)
    startMusic()
    events.yield(.serverReturned)
  }

  /// Reports that the server has stopped running cycles, or runs them again.
  private func watchCycles(_ work: inout Work) {
    guard isOpen, work.stall.look(cycle: main.words.cycleCount, at: .now) else { return }
    isStalled = work.stall.isStalled
    events.yield(isStalled ? .serverStalled : .serverResumed)
  }

  private func handle(_ mail: EngineInbox.Mail, _ work: inout Work) -> JACKPatchChange? {
    if let rate = mail.sampleRate, Double(rate) != format.sampleRate {
      // Rare (PipeWire): everything is prepared again at the new rate.
      isOpen = false
      lose(&work)
      holdMusic()
      closeClients(work)
      reconnect(&work)
      return nil
    }
    if let size = mail.bufferSize { follow(bufferSize: size, work) }
    _ = transportWords.frame
    readNodes()
    noteLatencies(work, always: mail.hasNewLatency)
    if mail.hasNewPorts {
      renew(mail.newPorts, &work)
      patch(&work)
    }
    // A port that disappears breaks its connections first, so wait for further changes.
    if mail.hasNewConnections || (mail.hasNewPorts && work.pause.isActive) {
      work.pause.begin(at: .now, cycle: main.words.cycleCount)
    }
    guard work.pause.end(at: .now, cycle: main.words.cycleCount) else { return nil }
    return comparePatches(&work)
  }

  /// Fades out within a cycle, then closes the clients.
  private func shutDown(_ work: inout Work) {
    if isOpen {
      words.isStopRequested = true
      let all = clients(work)
      _ = Pause.until(milliseconds: 400) { all.allSatisfy(\.words.hasFaded) }
    }
    isOpen = false
    closeClients(work)
    for client in clients(work) { client.release() }
    events.finish()
  }
}

internal import Synchronization
internal import TenutoCore
internal import TenutoHost

/// A place of the chain, shown as a JACK client of its own; its instance may change.
///
/// Thread: control, where not stated otherwise.
@safe final class JACKNode: @unchecked Sendable {  // the state is the render thread's
  let client: EngineClient
  let words = NodeWords.allocate()
  let statistics = EngineStatistics.allocate()
  private let timeline: SongTimeline?
  private let state: UnsafeMutablePointer<NodeState>
  /// By the names of the audio outputs, in their order.
  private let guards: [(port: String, guard: PortGuard)]
  let held: Mutex<Held>
  /// Held while the node gets other memory or another instance, which may take its time; nobody
  /// else waits for it.
  let turn = Mutex(())

  struct Held: Sendable {
    var instance: Instance
    var prepared: Prepared?
    var wishes = Wishes()
    /// Who hears that it was prepared anew.
    var listeners: [@Sendable () -> Void] = []
    /// What it was to be prepared for at last.
    var target: Target?
  }

  /// What outlives the graph.
  struct Wishes: Sendable {
    var isBypassed = false
    var isMuted = false
    var timing = NodeTiming.sameCycle
  }

  /// What the server runs with.
  struct Target: Sendable {
    var sampleRate: Double
    var bufferSize: Int
    var priority: Int32?
  }

  /// The instance in a graph of its own.
  struct Prepared: Sendable {
    let graph: PreparedGraph
    let node: Graph.NodeID
  }

  /// Frames that a cycle may have without a new allocation.
  private static let frameCapacity = 8192

  init(
    _ instance: Instance, client: EngineClient, place: NodeState.Place, engine: EngineWords,
    timeline: SongTimeline?, recorder: Recorder?
  ) {
    held = Mutex(Held(instance: instance))
    self.client = client
    guards = client.plan.filter { $0.kind == .audio && $0.direction == .output }
      .map { ($0.name, .allocate()) }
    self.timeline = timeline
    unsafe state = .allocate(capacity: 1)
    let tap = recorder.map { OutputTap($0.ring, words: engine, statistics: statistics) }
    let midiOutputs = client.plan.filter { $0.kind == .midi && $0.direction == .output }
    unsafe state.initialize(
      to: NodeState(
        words: words, engine: engine, statistics: statistics, place: place,
        midiOutputCount: midiOutputs.count, tap: tap))
  }

  deinit {
    client.close()
    endRendering()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
    statistics.deallocate()
    words.deallocate()
    for entry in guards { entry.guard.deallocate() }
  }

  /// Takes note of who hears its outputs.
  func follow(_ reach: PortReach) {
    for entry in guards {
      entry.guard.ownConnectionCount = reach.ownConnectionCount(of: client.fullName(entry.port))
    }
  }

  /// What plays, or is about to.
  ///
  /// Thread: any.
  var instance: Instance {
    // A spare takes over by itself.
    held.withLock { held in held.prepared?.graph.instances.first ?? held.instance }
  }

  /// What the node has done.
  ///
  /// Thread: any.
  func reading() -> NodeReading? {
    guard let prepared = held.withLock({ $0.prepared }),
      var reading = prepared.graph.readings().first
    else { return nil }
    reading.lostEvents += words.lostMessages
    reading.clippedSamples = guards.reduce(0) { $0 + $1.guard.clippedSampleCount }
    return reading
  }

  /// Opens the client with its ports and its callback; `notifications` may be completed.
  func open(serverName: String?, _ notifications: JACKNotifications) throws(JACKError) {
    try client.open(serverName: serverName, notifications)
    unsafe state.pointee.resetMIDI()
    let ports = client.ports
    try unsafe client.setProcess(renderNode) { handle in
      unsafe NodeProcessor(
        state, ports: NodePorts(ports, guards: guards.map(\.guard)), handle: handle)
    }
  }
}

// MARK: - Memory

extension JACKNode {
  /// Allocates the instance, or follows a format that its memory is not made for.
  ///
  /// While the client is active: only between cycles. Parameters stay: the extension has them.
  ///
  /// - Throws: As `PreparedGraph.init`; then the node is silent.
  func prepare(sampleRate: Double, bufferSize: Int, priority: Int32?) throws(HostError) {
    let target = Target(sampleRate: sampleRate, bufferSize: bufferSize, priority: priority)
    try turn.withLock { _ throws(HostError) in try prepare(target) }
  }

  /// As `prepare`, in the node's turn.
  func prepare(_ target: Target) throws(HostError) {
    let instance = self.instance
    let old = held.withLock { held in
      held.target = target
      return held.prepared
    }
    guard
      old?.graph.format.sampleRate != target.sampleRate
        || target.bufferSize > old?.graph.format.frameCount ?? 0
    else { return applyWishes() }
    let layout = instance.layout
    let format = EngineFormat(
      sampleRate: target.sampleRate, frameCount: max(Self.frameCapacity, target.bufferSize),
      inputChannelCount: layout.inputChannelCount,
      outputChannelCount: layout.outputChannelCount, priority: target.priority)
    endRendering()
    held.withLock { $0.prepared = nil }
    // Also where it fails: what stood by in the old graph does not any more.
    defer { if old != nil { tellListeners() } }
    let (graph, node) = makeGraph(instance, layout)
    let prepared = Prepared(graph: try PreparedGraph(graph, format: format), node: node)
    held.withLock { $0.prepared = prepared }
    applyWishes()
    beginRendering(prepared.graph)
  }

  private func tellListeners() {
    let listeners = held.withLock { $0.listeners }
    // They may ask the extension or this node.
    DetachedThread.startOrTrap { for listener in listeners { listener() } }
  }

  /// Has the graph follow what is wished of the node, and JACK know its latency.
  func applyWishes() {
    let (prepared, wishes, target) = held.withLock { ($0.prepared, $0.wishes, $0.target) }
    guard let prepared else { return }
    prepared.graph.setBypass(wishes.isBypassed, node: prepared.node)
    if wishes.timing != .sameCycle || prepared.graph.timing(of: prepared.node) != wishes.timing {
      prepared.graph.setTiming(
        wishes.timing, node: prepared.node, periodFrames: target?.bufferSize)
    }
    noteLatency(prepared)
  }

  /// A graph in which every channel of every bus has its port; where the node is muted, nothing goes
  /// to any.
  func makeGraph(_ instance: Instance, _ layout: BusLayout) -> (Graph, Graph.NodeID) {
    var graph = Graph()
    let node = graph.add(instance)
    var first = 0
    for (bus, count) in layout.inputs.enumerated() where count > 0 {
      graph.connectInput(to: node, inputBus: bus, firstChannel: first)
      first += count
    }
    first = 0
    for (bus, count) in layout.outputs.enumerated() where count > 0 {
      graph.connectOutput(of: node, outputBus: bus, firstChannel: first)
      first += count
    }
    if client.plan.contains(where: { $0.kind == .midi && $0.direction == .output }) {
      graph.connectMIDIOutput(of: node)
    }
    if isMuted { graph.disconnectOutputs(of: node) }
    return (graph, node)
  }

  /// Notes by how much the output is later than the input.
  func noteLatency(_ prepared: Prepared) {
    client.latency = prepared.graph.latency(of: prepared.node)
  }

  private func beginRendering(_ graph: PreparedGraph) {
    let rendering = UnsafeMutablePointer<NodeRendering>.allocate(capacity: 1)
    unsafe rendering.initialize(to: NodeRendering(graph, timeline))
    unsafe words.rendering = rendering
  }

  private func endRendering() {
    guard let rendering = unsafe words.rendering else { return }
    unsafe words.rendering = nil
    unsafe rendering.deinitialize(count: 1)
    unsafe rendering.deallocate()
  }

  /// Follows a buffer size: a new allocation only beyond what the memory was made for.
  ///
  /// Thread: the bufferSize notification, while the server waits.
  ///
  /// - Throws: As `prepare`.
  func follow(bufferSize: Int) throws(HostError) {
    guard var target = held.withLock({ $0.prepared == nil ? nil : $0.target }) else { return }
    target.bufferSize = bufferSize
    try turn.withLock { _ throws(HostError) in try prepare(target) }
  }
}

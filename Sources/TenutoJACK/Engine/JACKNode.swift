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
  let held: Mutex<Held>

  struct Held: Sendable {
    var instance: Instance
    var prepared: Prepared?
    var isBypassed = false
  }

  /// The instance in a graph of its own.
  struct Prepared: Sendable {
    let graph: PreparedGraph
    let node: Graph.NodeID
  }

  /// Frames that a cycle may have without a new allocation.
  private static let frameCapacity = 8192
  /// Frames of latency that an extension is believed, as in a `Graph`.
  private static let latencyLimit = 1 << 18

  init(
    _ instance: Instance, client: EngineClient, place: NodeState.Place, engine: EngineWords,
    timeline: SongTimeline?, recorder: Recorder?
  ) {
    held = Mutex(Held(instance: instance))
    self.client = client
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
  }

  /// What plays, or is about to.
  ///
  /// Thread: any.
  var instance: Instance { held.withLock { $0.instance } }

  /// What the node has done.
  ///
  /// Thread: any.
  func reading() -> NodeReading? {
    guard var reading = held.withLock({ $0.prepared?.graph.readings().first }) else { return nil }
    reading.lostEvents += words.lostMessages
    return reading
  }

  /// Opens the client with its ports and its callback; `notifications` may be completed.
  func open(serverName: String?, _ notifications: JACKNotifications) throws(JACKError) {
    try client.open(serverName: serverName, notifications)
    unsafe state.pointee.resetMIDI()
    let ports = client.ports
    try unsafe client.setProcess(renderNode) { handle in
      unsafe NodeProcessor(state, ports: NodePorts(ports), handle: handle)
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
    try held.withLock { held throws(HostError) in
      let old = held.prepared?.graph.format
      guard old?.sampleRate != sampleRate || bufferSize > old?.frameCount ?? 0 else { return }
      let layout = held.instance.layout
      let format = EngineFormat(
        sampleRate: sampleRate, frameCount: max(Self.frameCapacity, bufferSize),
        inputChannelCount: layout.inputChannelCount,
        outputChannelCount: layout.outputChannelCount, priority: priority)
      endRendering()
      held.prepared = nil
      let (graph, node) = makeGraph(held.instance, layout)
      let prepared = Prepared(graph: try PreparedGraph(graph, format: format), node: node)
      prepared.graph.setBypass(held.isBypassed, node: node)
      held.prepared = prepared
      noteLatency(of: held.instance)
      beginRendering(prepared.graph)
    }
  }

  /// A graph in which every channel of every bus has its port.
  private func makeGraph(_ instance: Instance, _ layout: BusLayout) -> (Graph, Graph.NodeID) {
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
    return (graph, node)
  }

  /// Notes what the instance says of its latency.
  func noteLatency(of instance: Instance) {
    client.latency = min(max(0, instance.latency), Self.latencyLimit)
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
    guard let format = held.withLock({ $0.prepared?.graph.format }) else { return }
    try prepare(
      sampleRate: format.sampleRate, bufferSize: bufferSize, priority: format.priority)
  }
}

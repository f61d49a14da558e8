internal import Synchronization
internal import TenutoCore
internal import TenutoHost
internal import TenutoTransport

/// An instance shown as a JACK client of its own.
///
/// Thread: control, where not stated otherwise.
@safe final class JACKNode: @unchecked Sendable {  // the state is the render thread's
  let instance: Instance
  let client: EngineClient
  let words = NodeWords.allocate()
  let statistics = EngineStatistics.allocate()
  private let parameters = EventRing.allocate(capacity: 1024)
  private let state: UnsafeMutablePointer<NodeState>
  private let held = Mutex(Held())

  private struct Held: Sendable {
    var graph: PreparedGraph?
    var capacity = 0
    /// What the parameters were set to: a kernel that starts anew gets it again.
    var settings: [(address: ParameterAddress, value: Float)] = []
  }

  /// Frames that a cycle may have without a new allocation.
  private static let frameCapacity = 8192

  init(
    _ instance: Instance, client: EngineClient, place: NodeState.Place, engine: EngineWords,
    recorder: Recorder?
  ) {
    self.instance = instance
    self.client = client
    unsafe state = .allocate(capacity: 1)
    let tap = recorder.map { OutputTap($0.ring, words: engine, statistics: statistics) }
    unsafe state.initialize(
      to: NodeState(
        words: words, engine: engine, statistics: statistics, parameters: parameters,
        place: place, tap: tap))
  }

  deinit {
    client.close()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
    parameters.deallocate()
    statistics.deallocate()
    words.deallocate()
  }

  /// The ports of a component: `midi_in`, `in_1`…, `out_1`….
  static func plan(_ description: ComponentDescription) -> [EngineClient.PortPlan] {
    var plan: [EngineClient.PortPlan] = []
    if description.acceptsMIDI {
      plan.append(.init(name: "midi_in", prettyName: "MIDI In", kind: .midi, direction: .input))
    }
    for (buses, name, pretty, direction) in [
      (description.inputs, "in", "In", JACKPortDirection.input),
      (description.outputs, "out", "Out", .output),
    ] {
      var number = 0
      for bus in buses {
        for channel in 0..<bus.channelCount {
          number += 1
          let side = side(channel, of: bus.channelCount)
          let prefix = buses.count > 1 ? "\(bus.name) " : ""
          plan.append(
            .init(
              name: "\(name)_\(number)", prettyName: "\(prefix)\(pretty)\(side)", kind: .audio,
              direction: direction))
        }
      }
    }
    return plan
  }

  private static func side(_ channel: Int, of count: Int) -> String {
    switch count {
    case 1: ""
    case 2: channel == 0 ? " Left" : " Right"
    default: " \(channel + 1)"
    }
  }
}

// MARK: - The client

extension JACKNode {
  /// Opens the client with its ports and its callback; `notifications` may be completed.
  func open(serverName: String?, _ notifications: JACKNotifications) throws(JACKError) {
    try client.open(serverName: serverName, notifications)
    unsafe state.pointee.resetInput()
    let ports = client.ports
    let inputs = ports.filter { $0.kind == .audio && $0.direction == .input }
    let outputs = ports.filter { $0.kind == .audio && $0.direction == .output }
    try unsafe client.setProcess(renderNode) { handle in
      let own = NodePorts(
        midi: ports.first { $0.kind == .midi }, inputs: inputs, outputs: outputs)
      return unsafe NodeProcessor(state, ports: own, handle: handle)
    }
  }
}

// MARK: - The instance

extension JACKNode {
  /// Allocates the instance, or follows a format that its memory is not made for.
  ///
  /// While the client is active: only between cycles.
  ///
  /// - Throws: As `PreparedGraph.init`; then the node is silent.
  func prepare(sampleRate: Double, bufferSize: Int, priority: Int32?) throws(HostError) {
    let isEnough = held.withLock { held in
      held.graph?.format.sampleRate == sampleRate && bufferSize <= held.capacity
    }
    guard !isEnough else { return }
    var graph = Graph()
    let node = graph.add(instance)
    let layout = instance.layout
    connect(layout, of: node, in: &graph)
    let format = EngineFormat(
      sampleRate: sampleRate, frameCount: max(Self.frameCapacity, bufferSize),
      inputChannelCount: layout.inputChannelCount,
      outputChannelCount: layout.outputChannelCount, priority: priority)
    unsafe words.renderer = nil
    let prepared = try PreparedGraph(graph, format: format)
    held.withLock { held in
      held.graph = prepared
      held.capacity = format.frameCount
      for (address, value) in held.settings {
        unsafe prepared.renderer.pointee.send(
          TimedEvent(frameOffset: 0, payload: .parameter(address: address, value: value)),
          toSlot: 0)
      }
    }
    words.sampleRate = sampleRate
    unsafe words.renderer = prepared.renderer
  }

  /// Gives every channel of every bus its port.
  private func connect(_ layout: BusLayout, of node: Graph.NodeID, in graph: inout Graph) {
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
    graph.connectMIDIOutput(of: node)
  }

  /// Follows a buffer size: a new allocation only beyond what the memory was made for.
  ///
  /// Thread: the bufferSize notification, while the server waits.
  ///
  /// - Throws: As `prepare`.
  func follow(bufferSize: Int) throws(HostError) {
    guard let format = held.withLock({ $0.graph?.format }) else { return }
    try prepare(
      sampleRate: format.sampleRate, bufferSize: bufferSize, priority: format.priority)
  }

  /// Notes what a parameter is to be from the first cycle on.
  func preset(_ address: ParameterAddress, _ value: Float) {
    held.withLock { Self.note(&$0, address, value) }
  }

  /// Sets a parameter from the next cycle on; false where too many wait already.
  ///
  /// Thread: any.
  func setParameter(_ address: ParameterAddress, _ value: Float) -> Bool {
    held.withLock { held in
      guard
        parameters.write(
          TimedEvent(frameOffset: 0, payload: .parameter(address: address, value: value)))
      else { return false }
      Self.note(&held, address, value)
      return true
    }
  }

  private static func note(_ held: inout Held, _ address: ParameterAddress, _ value: Float) {
    held.settings.removeAll { $0.address == address }
    held.settings.append((address, value))
  }

  /// What the node has done.
  ///
  /// Thread: any.
  func reading() -> NodeReading? {
    guard var reading = held.withLock({ $0.graph?.readings().first }) else { return nil }
    reading.lostEvents += words.lostMessages
    return reading
  }
}

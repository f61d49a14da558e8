import Synchronization
import TenutoCore

@testable import TenutoRender
@testable import TenutoSystem

/// An engine that plays nothing: edits take effect at once, and values reach instances.
final class FakeEngine: GraphEngine {
  private struct State: Sendable {
    var graph: Graph
    var cycles: UInt64 = 0
    var transport = TransportPosition(frame: 0, isPlaying: false)
    var updateCount = 0
    var refusal: HostError?
    var fileStates: [Graph.NodeID: FileNodeState] = [:]
    var scheduled: [(Graph.NodeID, TimedEvent.Payload)] = []
  }

  private let state: Mutex<State>

  init(_ graph: Graph) { state = Mutex(State(graph: graph)) }

  var graph: Graph { state.withLock(\.graph) }
  let format = EngineFormat(sampleRate: 48_000, frameCount: 128)

  /// Cycles pass whenever they are read.
  var reading: EngineReading {
    var reading = EngineReading()
    reading.cycles = state.withLock { state in
      state.cycles += 1
      return state.cycles
    }
    return reading
  }

  /// Makes the next updates fail; nil for success.
  func refuse(_ error: HostError?) { state.withLock { $0.refusal = error } }

  var updateCount: Int { state.withLock(\.updateCount) }

  /// The events scheduled since the last call.
  func takeScheduled() -> [(Graph.NodeID, TimedEvent.Payload)] {
    state.withLock { state in
      defer { state.scheduled = [] }
      return state.scheduled
    }
  }

  /// Like a user who connects ports in JACK.
  func patch(_ body: @Sendable (inout Graph) -> Void) { state.withLock { body(&$0.graph) } }

  /// The position in the music, which changes only by moves.
  var transport: TransportPosition { state.withLock(\.transport) }

  func move(_ move: TransportMove) {
    state.withLock { $0.transport = $0.transport.moved(by: move, endingAt: nil) }
  }

  func update(_ graph: Graph) throws(HostError) {
    let refusal = state.withLock { state in
      if state.refusal == nil {
        state.graph = graph
        state.updateCount += 1
      }
      return state.refusal
    }
    if let refusal { throw refusal }
  }

  /// Simulates the states of sound files.
  func setFileStates(_ states: [Graph.NodeID: FileNodeState]) {
    state.withLock { $0.fileStates = states }
  }

  func fileStates() -> [Graph.NodeID: FileNodeState] { state.withLock(\.fileStates) }

  func readings() -> [Graph.NodeID: NodeReading] { [:] }

  func slot(of node: Graph.NodeID) -> any NodeSlot {
    guard let instance = graph[node]?.instance else { preconditionFailure("no instance") }
    return FakeSlot(engine: self, node: node, instance: instance)
  }

  func schedule(
    _ payload: TimedEvent.Payload, to node: Graph.NodeID, at time: ScheduleTime,
    originator: Observation?
  ) -> Bool {
    let instance = state.withLock { state in
      state.scheduled.append((node, payload))
      return state.graph[node]?.instance
    }
    switch payload {
    case .parameter(let address, let value), .ramp(let address, let value, _):
      try? instance?.set(address, to: value, originator: originator)
    default: break
    }
    return true
  }

  func stop() {}
}

/// A slot of a `FakeEngine`, valid even after the node was removed.
final class FakeSlot: NodeSlot {
  private let engine: FakeEngine
  private let node: Graph.NodeID
  private let last: Mutex<Instance>

  init(engine: FakeEngine, node: Graph.NodeID, instance: Instance) {
    self.engine = engine
    self.node = node
    last = Mutex(instance)
  }

  var instance: Instance {
    let now = engine.graph[node]?.instance
    return last.withLock { last in
      last = now ?? last
      return last
    }
  }

  var counters: NodeReading? { nil }

  func replace(
    with instance: Instance, whenDone: @escaping @Sendable (Instance) -> Void
  ) throws(HostError) {
    let old = self.instance
    engine.patch { [node] in $0.replace(node, with: .instance(instance)) }
    whenDone(old)
  }

  func setSpare(
    _ spare: Instance?, whenTaken: @escaping @Sendable (Instance) -> Void
  ) throws(HostError) {}

  func setBypass(_ isBypassed: Bool) {}
  func park(_ instance: Instance) {}
  func setTiming(_ timing: NodeTiming) throws(HostError) {}
  func setDeadlineShare(_ share: Double?) {}
  func unmute() {}

  func schedule(_ payload: TimedEvent.Payload, at time: ScheduleTime) -> Bool {
    engine.schedule(payload, to: node, at: time)
  }

  func onReallocation(_ action: @escaping @Sendable () -> Void) {}
}

import Glibc
import Synchronization
import TenutoCore
import TenutoMIDI
import TenutoRender
import TenutoSupervision
import TenutoSystem
import TenutoTransport
import TestSupport

extension Instance {
  /// Starts the instrument that crashes on command.
  static func unruly() throws(HostError) -> Instance {
    try Instance(built: "UnrulyExtension", "aumu unru Test")
  }
}

/// The faults of the unruly instrument.
enum UnrulyFault: Int {
  case segmentationFault = 1
  case abort, exit, exitWithSeven, spin, deadlock, stop, endThread, fillMemory, badCall, outliveExit
  case fatalError

  var payload: TimedEvent.Payload { .parameter(address: 2, value: Float(rawValue)) }
}

/// A test's state store for a node.
final class TestKeeping: StateKeeping {
  private let state: Locked<(kept: KeptState, crashes: Int, attached: Int)>
  private let time = Locked<MonotonicTime?>(nil)

  init(_ kept: KeptState = KeptState()) { state = Locked((kept, 0, 0)) }

  var stateTime: MonotonicTime? { time.withLock { $0 } }
  func setStateTime(_ time: MonotonicTime) { self.time.withLock { $0 = time } }

  func kept() -> KeptState { state.withLock { $0.kept } }
  func set(_ kept: KeptState) { state.withLock { $0.kept = kept } }
  var crashes: Int { state.withLock { $0.crashes } }
  var attachments: Int { state.withLock { $0.attached } }

  /// The second crash sets the state aside.
  func noteCrashDuringLoad(of state: ComponentState) -> Bool {
    self.state.withLock { known in
      known.crashes += 1
      if known.crashes == 2 { known.kept.state = nil }
      return known.crashes == 2
    }
  }

  func attach(_ instance: Instance) { state.withLock { $0.attached += 1 } }
}

/// Unruly instruments in parallel, each with a supervisor, rendered in real time.
final class Stage {
  let graph: PreparedGraph
  let nodes: [Graph.NodeID]
  let supervisors: [NodeSupervisor]
  let keeping: [TestKeeping]
  let starts = Locked(0)
  private let rig: Rig
  static let frameCount = 128

  /// `makeNext` starts the replacements of the first instances; `keep` makes their state stores,
  /// instead of `keeping`.
  init(
    count: Int = 1, policy: SupervisionPolicy, kept: KeptState = KeptState(),
    makeNext: (@Sendable (Int) throws(HostError) -> Instance)? = nil,
    keep: ((Instance) -> (any StateKeeping)?)? = nil
  ) throws {
    var graph = Graph()
    var nodes: [Graph.NodeID] = []
    for _ in 0..<count {
      let node = graph.add(try Instance.unruly())
      graph.connectOutput(of: node)
      nodes.append(node)
    }
    rig = try Rig(graph, frameCount: Self.frameCount)
    self.graph = rig.graph
    self.nodes = nodes
    keeping = nodes.map { _ in TestKeeping(kept) }
    let starts = starts
    supervisors = zip(nodes, keeping).enumerated().map { [graph = rig.graph] index, pair in
      NodeSupervisor(
        name: "unruly\(index + 1)", slot: graph.slot(of: pair.0), policy: policy,
        keeping: keep.map { $0(graph.slot(of: pair.0).instance) } ?? pair.1
      ) { () throws(HostError) -> Instance in
        let number = starts.withLock { starts in
          starts += 1
          return starts
        }
        if let makeNext { return try makeNext(number) }
        return try Instance.unruly()
      }
    }
  }

  var supervisor: NodeSupervisor { supervisors[0] }
  var status: NodeSupervisor.Status { supervisor.status }

  /// Plays and holds a note on all nodes.
  func holdNotes() {
    for node in nodes { rig.play(60, on: node) }
    render()
  }

  /// Plays and holds a note on the first node in the next cycle.
  func play(_ note: UInt8) { rig.play(note, on: nodes[0]) }

  /// Ends a note of the first node in the next cycle.
  func end(_ note: UInt8) {
    send(.midi(VoiceEvent.noteOff(channel: 0, note: note, velocity: 0).ump))
  }

  /// Sets a parameter of the first node like a host, which then knows the value.
  func schedule(_ payload: TimedEvent.Payload) -> Bool {
    graph.schedule(payload, to: nodes[0], at: .immediately)
  }

  /// The input that was left out of the first node's replay.
  var leftOut: [String] { status.faults.compactMap(\.leftOut) }

  func send(_ payload: TimedEvent.Payload, to index: Int = 0) {
    rig.send(payload, to: nodes[index])
  }

  /// Renders a cycle that waits at most two milliseconds, and sleeps for the rest of the period.
  @discardableResult
  func render(milliseconds: UInt64 = 2) -> [Float] {
    let samples = rig.render(Self.frameCount, milliseconds: milliseconds)
    usleep(2000)
    return samples
  }

  /// Renders until `condition` holds; returns false after ten seconds.
  func play(until condition: () -> Bool) -> Bool {
    let end = MonotonicTime.after(milliseconds: 10_000)
    while MonotonicTime.now < end {
      render()
      if condition() { return true }
    }
    return false
  }

  /// Ends all instances.
  func close() {
    for supervisor in supervisors { supervisor.stop() }
    graph.release()
    for instance in graph.instances { instance.terminate() }
  }

  deinit { close() }
}

extension SupervisionPolicy {
  /// The default policy with another spare.
  static func with(_ spare: SparePolicy) -> SupervisionPolicy {
    var policy = SupervisionPolicy()
    policy.spare = spare
    return policy
  }
}

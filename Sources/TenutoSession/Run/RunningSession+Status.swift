internal import Glibc
internal import Synchronization
public import TenutoCore
public import TenutoRender
public import TenutoSupervision
internal import TenutoSystem
internal import TenutoTransport

/// The status of a node of a running session.
public struct NodeReport: Sendable {
  /// The node in the session.
  public var node: SessionNode
  /// Its identifier in the engine's graph.
  public var id: Graph.NodeID
  /// Its condition, such as `playing`, `missing` or `quarantined`.
  public var condition: String
  /// The reason why it does not play, in a sentence, or nil.
  public var problem: String?
  /// Its instance; nil if it is not an extension, or is missing.
  public var instance: Instance?
  /// The supervisor's status.
  public var supervised: NodeSupervisor.Status?
  /// Its parameters, in the component's order.
  public var parameters: [Parameter]
  /// The channels of its busses.
  public var layout: BusLayout
  /// Whether it has a MIDI input.
  public var takesMIDI: Bool
  /// Whether it has a MIDI output.
  public var givesMIDI: Bool
}

extension RunningSession {
  /// The names of all nodes, in the order of the session.
  public var nodeNames: [String] { state.withLock { $0.session.nodes.map(\.name) } }

  /// The status of a node, or nil if no node has that name.
  public func status(of name: String) -> NodeReport? {
    let (found, running) = state.withLock { state in
      (state.session.nodes.first { $0.name == name }, state.nodes[name])
    }
    guard let node = found, let running else { return nil }
    var report = NodeReport(
      node: node, id: running.id, condition: NodeCondition.playing.word,
      parameters: running.parameters,
      layout: engine.graph[running.id]?.layout ?? BusLayout(inputs: [], outputs: []),
      takesMIDI: node.kind.traits.mayTakeMIDI, givesMIDI: node.kind.traits.mayGiveMIDI)
    switch running.part {
    case .component(let component):
      let status = component.status
      report.condition = (status?.condition ?? .playing).word
      report.supervised = status
      report.instance = component.slot.instance
      report.takesMIDI = component.description.acceptsMIDI
      report.givesMIDI = !component.description.midiOutputs.isEmpty
    case .missing(let missing):
      report.condition = missing.isToBeLookedFor ? "missing" : Self.failed
      report.problem = missing.error.message
    case .host:
      guard let error = engine.fileStates()[running.id]?.error else { break }
      report.condition = Self.failed
      report.problem = error.message
    }
    return report
  }

  /// The supervisor's status of each extension, in the order of the session.
  public var supervised: [(name: String, status: NodeSupervisor.Status)] {
    let components = state.withLock { state in
      state.session.nodes.compactMap { node in
        state.nodes[node.name]?.component.map { (node.name, $0) }
      }
    }
    return components.compactMap { name, component in component.status.map { (name, $0) } }
  }

  /// Waits until the required shadows are ready, for `milliseconds` at most.
  ///
  /// Thread: control.
  public func waitForShadows(milliseconds: UInt64) {
    let limit = MonotonicTime.after(milliseconds: milliseconds)
    while supervised.contains(where: { $0.status.shadow == .catchingUp }),
      MonotonicTime.now < limit
    {
      usleep(1000)
    }
  }

  /// The parameters of a node with their values.
  public func values(of name: String) throws(SessionEditError) -> [(Parameter, Float)] {
    guard let report = status(of: name) else {
      _ = try session.index(of: name)
      return []
    }
    return report.parameters.map { ($0, value($0, of: name)) }
  }

  /// The bundle of the component of a node, empty if it is not installed; nil for a node that is
  /// not an extension.
  package func bundlePath(of name: String) -> String? {
    state.withLock { $0.nodes[name] }?.component?.bundlePath
  }

  /// The name of a node by its identifier in the graph.
  public func name(of id: Graph.NodeID) -> String? {
    state.withLock { state in state.nodes.first { $0.value.id == id }?.key }
  }
}

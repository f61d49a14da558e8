internal import Synchronization
public import TenutoJACKEngine
public import TenutoRender
public import TenutoSystem

/// The graph, port rules and patch callback that an engine is made with.
public struct EngineOrder: Sendable {
  /// The graph to play.
  public var graph: Graph
  /// The ports of other JACK clients that nodes are connected to.
  public var rules: [Graph.NodeID: [PortRule]]
  /// Called on a control thread with the connections that the user made or broke in JACK.
  public var onPatch: @Sendable (_ made: [EnginePatch], _ broken: [EnginePatch]) -> Void
}

/// Makes the engine of a session.
///
/// Thread: control.
public typealias EngineMaker = @Sendable (EngineOrder) throws(HostError) -> any GraphEngine

/// A connection between a node's port and another program's.
public struct EnginePatch: Sendable, Equatable {
  /// The node.
  public var node: Graph.NodeID
  /// The port's short name, such as `out_1`.
  public var port: String
  /// The other port's full name.
  public var other: String

  /// Creates a patch.
  public init(node: Graph.NodeID, port: String, other: String) {
    self.node = node
    self.port = port
    self.other = other
  }
}

/// An engine whose nodes are connected to other programs' ports.
public protocol PortRuleEngine: GraphEngine {
  /// Plays `graph` as `update(_:)` does, with other rules at the same time.
  func update(_ graph: Graph, rules: [Graph.NodeID: [PortRule]]) throws(HostError)
}

extension GraphEngine {
  /// Plays a session's graph, with its rules if the engine has external ports.
  func play(_ graph: Graph, rules: [Graph.NodeID: [PortRule]]) throws(HostError) {
    if let engine = self as? any PortRuleEngine {
      try engine.update(graph, rules: rules)
    } else {
      try update(graph)
    }
  }
}

extension Session {
  /// The other programs' ports for its nodes.
  func rules(_ nodes: [String: RunningNode]) -> [Graph.NodeID: [PortRule]] {
    var rules: [Graph.NodeID: [PortRule]] = [:]
    for node in self.nodes {
      guard let id = nodes[node.name]?.id else { continue }
      let own = node.kind.ports.map { PortRule(pattern: $0.description) }
      let links = jackConnections.filter { $0.node == node.name }
        .map { PortRule(port: $0.port, pattern: $0.other.description) }
      if !own.isEmpty || !links.isEmpty { rules[id] = own + links }
    }
    return rules
  }
}

/// Passes patches to a session that may not exist yet.
final class PatchRelay: Sendable {
  private struct Weak: Sendable {
    weak var session: RunningSession?
  }

  private let session = Mutex(Weak())

  func attach(_ session: RunningSession) { self.session.withLock { $0.session = session } }

  func take(_ made: [EnginePatch], _ broken: [EnginePatch]) {
    session.withLock { $0.session }?.take(made: made, broken: broken)
  }
}

extension RunningSession {
  /// Records connections that the user made or broke in JACK as an edit.
  func take(made: [EnginePatch], broken: [EnginePatch]) {
    try? inTurn { () throws(SessionEditError) in
      let before = session
      var after = before
      for patch in broken { after.jackConnections.removeAll { $0 == link(patch) } }
      for patch in made {
        guard let link = link(patch) else { continue }
        try after.connect(.jack(link))
      }
      guard after != before else { return }
      let step = EditHistory.Step.Change.session(before: before, after: after, renamed: nil)
      let edited = after
      state.withLock { state in
        state.session = state.session.merging(edited, since: before)
        state.history.add("Connect in JACK", step)
      }
      noteChange()
      notify(Transition(base: before, target: edited))
    }
  }

  private func link(_ patch: EnginePatch) -> JACKLink? {
    name(of: patch.node).map {
      JACKLink(node: $0, port: patch.port, other: PortPattern(patch.other))
    }
  }
}

internal import Synchronization
internal import TenutoComponents
internal import TenutoCore
internal import TenutoJACKEngine
internal import TenutoRender
internal import TenutoSupervision
internal import TenutoSystem
internal import TenutoTransport

/// A transition from one version of the session to another.
struct Transition {
  var base: Session
  var target: Session
  var renaming: Renaming?
  /// Extensions that must start for the edit to succeed.
  var mustStart: Set<String> = []
}

extension RunningSession {
  /// Applies a transition to the running session, and returns once it is in effect.
  ///
  /// Thread: control, in the turn.
  /// - Throws: The reason for the failure; the session is then unchanged.
  func go(_ transition: Transition) throws(SessionEditError) {
    let before = state.withLock { $0 }
    let target = before.session.merging(transition.target, since: transition.base)
    let known = before.nodes.renamed(transition.renaming)
    let gone = Self.gone(from: transition, known)
    let coming = target.nodes.filter { known[$0.name] == nil || gone.contains($0.name) }
    let products = try start(coming, mustStart: transition.mustStart)
    var graph = currentGraph(before)
    var ids: [String: Graph.NodeID] = [:]
    for name in gone { if let node = known[name] { graph.remove(node.id) } }
    for node in coming {
      guard let product = products[node.name] else { continue }
      ids[node.name] = graph.add(product.content(of: node, in: target), name: node.name)
    }
    if let renaming = transition.renaming, let node = known[renaming.new] {
      graph.rename(node.id, renaming.new)
    }
    var nodes = known.filter { !gone.contains($0.key) }
    for (name, id) in ids {
      nodes[name] = products[name].map { RunningNode(id: id, part: $0.provisionalPart) }
    }
    let isRewired = SessionGraph.connect(
      &graph, as: target, nodes, before.monitors.renamed(transition.renaming))
    let rules = target.rules(nodes)
    let isRuled = rules != before.session.rules(before.nodes)
    if isRewired || isRuled || transition.renaming != nil || !gone.isEmpty || !coming.isEmpty {
      try play(graph, rules, without: gone.compactMap { known[$0] }, products)
    }
    commit(nodes, transition, graph)
    adopt(products, ids: ids)
    finish(transition, gone: gone.compactMap { known[$0] }, coming: Set(coming.map(\.name)))
  }

  /// Nodes that are missing in the target, or have another kind there.
  private static func gone(
    from transition: Transition, _ known: [String: RunningNode]
  ) -> [String] {
    known.keys.sorted().filter { name in
      let oldName = transition.renaming?.new == name ? transition.renaming?.old ?? name : name
      guard let new = transition.target.node(named: name) else { return true }
      guard let old = transition.base.node(named: oldName) else { return false }
      return old.kind != new.kind || old.layout != new.layout
    }
  }

  private func start(
    _ nodes: [SessionNode], mustStart: Set<String>
  ) throws(SessionEditError) -> [String: NodeLaunch.Product] {
    guard !nodes.isEmpty else { return [:] }
    let launch = NodeLaunch(
      options: options, scan: options.registry.scan(), folder: file?.folder)
    let results = Parallel.map(nodes) { node in
      Result { () throws(HostError) in try launch.start(node) }
    }
    var products: [String: NodeLaunch.Product] = [:]
    var problem: HostError?
    for (node, result) in zip(nodes, results) {
      switch result {
      case .success(let product):
        products[node.name] = product
        if case .missing(let missing) = product, mustStart.contains(node.name), !options.isSafe {
          problem = missing.error
        }
      case .failure(let error): problem = error
      }
    }
    guard let problem else { return products }
    for product in products.values { product.discard() }
    throw SessionEditError(problem)
  }

  /// The engine's graph, with the instances that have since taken over.
  func currentGraph(_ state: State) -> Graph {
    var graph = engine.graph
    for node in state.nodes.values {
      guard let component = node.component, graph[node.id] != nil else { continue }
      let instance = component.slot.instance
      if graph[node.id]?.instance !== instance { graph.replace(node.id, with: .instance(instance)) }
    }
    return graph
  }

  private func play(
    _ graph: Graph, _ rules: [Graph.NodeID: [PortRule]], without gone: [RunningNode],
    _ products: [String: NodeLaunch.Product]
  ) throws(SessionEditError) {
    // Supervision would report their leaving as a fault.
    for node in gone { node.component?.suspend() }
    do throws(HostError) {
      try engine.play(graph, rules: rules)
    } catch {
      for product in products.values { product.discard() }
      for node in gone { node.component?.resume() }
      throw SessionEditError(error)
    }
  }

  private func commit(
    _ nodes: [String: RunningNode], _ transition: Transition, _ graph: Graph
  ) {
    let now = engine.graph
    state.withLock { state in
      // Parameters moved in the meantime keep their values.
      state.session = state.session.renamed(transition.renaming)
        .merging(transition.target, since: transition.base.renamed(transition.renaming))
      state.nodes = nodes
      state.monitors = state.monitors.renamed(transition.renaming)
      state.graph = now
    }
    noteChange()
  }

  private func finish(_ transition: Transition, gone: [RunningNode], coming: Set<String>) {
    if let renaming = transition.renaming {
      state.withLock { $0.nodes[renaming.new] }?.component?.rename(renaming.new)
    }
    let base = transition.base.renamed(transition.renaming)
    for node in transition.target.nodes {
      if coming.contains(node.name) {
        applySettings(of: node)
      } else if let old = base.node(named: node.name), old != node {
        applyDifference(from: old, to: node)
      }
    }
    let instances = gone.compactMap { node in node.component }
    if !instances.isEmpty {
      // An extension that does not end must not delay other extensions.
      DetachedThread.startOrRun {
        for component in instances {
          component.mirror.stop()
          component.slot.instance.terminate()
        }
        HeapMemory.giveBack()
      }
    }
    notify(transition)
  }
}

extension [String: RunningNode] {
  fileprivate func renamed(_ renaming: Renaming?) -> [String: RunningNode] {
    var nodes = self
    if let renaming, let node = nodes.removeValue(forKey: renaming.old) {
      nodes[renaming.new] = node
    }
    return nodes
  }
}

extension [Graph.NodeID: Monitoring] {
  fileprivate func renamed(_ renaming: Renaming?) -> [Graph.NodeID: Monitoring] {
    guard let renaming else { return self }
    return mapValues { monitoring in
      var monitoring = monitoring
      if monitoring.subject == renaming.old { monitoring.subject = renaming.new }
      return monitoring
    }
  }
}

extension Session {
  /// Returns the session with a node renamed, or unchanged if there is no such node.
  func renamed(_ renaming: Renaming?) -> Session {
    var session = self
    if let renaming { try? session.rename(renaming.old, to: renaming.new) }
    return session
  }
}

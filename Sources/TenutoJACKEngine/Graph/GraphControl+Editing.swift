internal import Synchronization
internal import TenutoJACK
internal import TenutoRender
internal import TenutoSystem

/// Edits.
extension GraphControl {
  /// Plays another graph, with other rules if given.
  ///
  /// - Throws: As `JACKGraphEngine.update`; the old graph then plays on.
  func update(_ graph: Graph, rules: [Graph.NodeID: [PortRule]]?) throws(HostError) {
    try work.withLock { work throws(HostError) in
      if hasClientForEach {
        try change(to: graph, &work)
      } else {
        try main.update(ClientLayout(whole: graph), target, waits: isOpen)
        work.graph = graph
      }
      if let rules { work.rules = rules }
      show(work)
      guard isOpen else { return }
      patchEdit(&work)
      noteLatencies(work, always: true)
    }
  }

  /// Applies other rules.
  func setRules(_ rules: [Graph.NodeID: [PortRule]]) {
    work.withLock { work in
      work.rules = rules
      show(work)
      if isOpen { patchEdit(&work) }
    }
  }
}

// MARK: - One client per node

extension GraphControl {
  /// The steps of an edit so far, to be undone if the rest fails.
  private struct Progress {
    var newcomers: [GraphClient] = []
    var changed: [(client: GraphClient, before: ClientLayout)] = []
  }

  private func change(to graph: Graph, _ work: inout Work) throws(HostError) {
    try EachCheck.check(graph)
    var new = work
    new.graph = graph
    var progress = Progress()
    let heard = main.layout
    do throws(HostError) {
      try listen(to: graph)
      for node in graph.nodes where !node.traits.isEnginePort {
        if work.clients[node.id] == nil {
          try add(node, &new, &progress)
        } else {
          try change(node, &new, &progress)
        }
      }
    } catch {
      undo(progress)
      try? main.update(heard, nil)
      throw error
    }
    let gone = work.clients.filter { graph[$0.key] == nil }
    for (id, client) in gone {
      new.clients[id] = nil
      new.layouts[id] = nil
      client.leave()
    }
    let deaf = heard.ends.keys.filter { graph[$0] == nil }
    new.patchbay.forget(Set(gone.keys).union(deaf))
    work = new
  }

  /// Makes the main client listen to the MIDI inputs of a graph, and record the input of its audio
  /// outputs, if the options say so.
  func listen(to graph: Graph) throws(HostError) {
    guard options.hearsMIDI || options.recording != nil else { return }
    let layout = ClientLayout(
      listeningTo: graph, hearsMIDI: options.hearsMIDI,
      channelCount: options.recording?.recorder.ring.channelCount ?? 0, after: main.layout)
    if !layout.hasSamePorts(as: main.layout) { try main.update(layout, nil) }
  }

  private func add(
    _ node: Graph.Node, _ work: inout Work, _ progress: inout Progress
  ) throws(HostError) {
    makeClient(of: node, &work)
    guard let client = work.clients[node.id] else { return }
    progress.newcomers.append(client)
    if isOpen {
      do throws(JACKError) {
        try client.open(serverName: options.serverName, notifications(isMain: false))
        try client.client.client?.activate()
      } catch {
        throw HostError(.engineFailed, error.description)
      }
    }
    if let target { try client.prepare(target) }
  }

  private func change(
    _ node: Graph.Node, _ work: inout Work, _ progress: inout Progress
  ) throws(HostError) {
    guard let client = work.clients[node.id], var layout = work.layouts[node.id] else { return }
    layout.follow(node, in: work.graph)
    work.layouts[node.id] = layout
    let before = client.layout
    try client.update(layout.layout, target, waits: isOpen)
    client.client.rename(node.prettyName)
    progress.changed.append((client, before))
  }

  private func undo(_ progress: Progress) {
    for (client, before) in progress.changed {
      try? client.update(before, target, waits: isOpen)
    }
    for client in progress.newcomers {
      client.close()
      client.release()
    }
  }
}

// MARK: - Published state

extension GraphControl {
  /// Publishes the graph, and where its nodes are rendered.
  func show(_ work: Work) {
    var routes: [Graph.NodeID: Route] = [:]
    if hasClientForEach {
      for (id, client) in work.clients {
        routes[id] = client.layout.nodes[id].map { Route(client: client, node: $0) }
      }
    } else {
      for id in work.graph.nodeIDs { routes[id] = Route(client: main, node: id) }
    }
    // Old routes, and with them clients, are released outside the lock.
    _ = shown.withLock { shown in
      let old = shown.routes
      shown.graph = work.graph
      shown.rules = work.rules
      shown.routes = routes
      return old
    }
  }

  /// The client that renders a node, and the node's id in it; nil if it is not rendered separately.
  func route(to node: Graph.NodeID) -> (GraphClient, Graph.NodeID)? {
    shown.withLock { $0.routes[node].map { ($0.client, $0.node) } }
  }

  /// The playing graph, with the current instances of its nodes.
  var graph: Graph {
    let (shownGraph, routes) = shown.withLock { ($0.graph, $0.routes) }
    var graph = shownGraph
    for node in shownGraph.nodes where node.instance != nil {
      guard let route = routes[node.id],
        let instance = route.client.prepared?.graph[route.node]?.instance
      else { continue }
      graph.replace(node.id, with: .instance(instance))
    }
    return graph
  }
}

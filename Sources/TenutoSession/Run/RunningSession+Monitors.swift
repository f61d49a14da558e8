internal import Synchronization
internal import TenutoCore
public import TenutoMIDI
public import TenutoRender
internal import TenutoSystem

/// A monitor in a graph, and what it listens to.
struct Monitoring: Sendable {
  let monitor: GraphMonitor
  /// The node whose audio it gets, or whose MIDI input it gets; nil for all audio that is heard.
  var subject: String?
  /// Whether it gets the MIDI that the node gives, and not that which flows to it.
  var hearsGivenMIDI = false
}

extension RunningSession {
  /// Adds a monitor to the running graph that survives edits and is not part of the session.
  ///
  /// One with channels gets what a node puts out on its first bus, or of one without outputs what
  /// flows into it; without a node all that flows into audio outputs. One without channels gets the
  /// MIDI that flows to the node and that `play` sends to it, or of a MIDI input or a song what that
  /// puts out.
  ///
  /// - Parameters:
  ///   - monitor: The monitor to add.
  ///   - node: The node to listen to; nil for all audio that flows into audio outputs.
  /// - Returns: The identifier that removes the monitor.
  /// - Throws: `.unknown` if there is no such node, or the reason why the graph cannot be played.
  public func add(
    _ monitor: GraphMonitor, listeningTo node: String?
  ) throws(SessionEditError) -> Graph.NodeID {
    try add(Monitoring(monitor: monitor, subject: node))
  }

  /// Has a monitor without channels listen to the MIDI that a node gives; otherwise as
  /// `add(_:listeningTo:)`.
  ///
  /// - Throws: As `add(_:listeningTo:)`, and `.invalid` if the node gives no MIDI.
  public func add(
    _ monitor: GraphMonitor, listeningToMIDIOf node: String
  ) throws(SessionEditError) -> Graph.NodeID {
    let id = state.withLock { $0.nodes[node]?.id }
    guard let id, engine.graph[id]?.traits.givesMIDI != false else {
      throw SessionEditError(.invalid, "'\(node.printable)' gives no MIDI.")
    }
    return try add(Monitoring(monitor: monitor, subject: node, hearsGivenMIDI: true))
  }

  private func add(_ monitoring: Monitoring) throws(SessionEditError) -> Graph.NodeID {
    try inTurn { () throws(SessionEditError) in
      let before = state.withLock { $0 }
      if let node = monitoring.subject, before.nodes[node] == nil {
        throw SessionEditError(.unknown, "There is no node '\(node.printable)'.")
      }
      var graph = currentGraph(before)
      let id = graph.add(.monitor(monitoring.monitor), name: "monitor")
      var monitors = before.monitors
      monitors[id] = monitoring
      _ = SessionGraph.connect(&graph, as: before.session, before.nodes, monitors)
      try play(graph, monitors, before)
      return id
    }
  }

  /// Takes a monitor out; no effect where it is not there any more.
  public func removeMonitor(_ id: Graph.NodeID) {
    try? inTurn { () throws(SessionEditError) in
      let before = state.withLock { $0 }
      guard before.monitors[id] != nil else { return }
      var graph = currentGraph(before)
      graph.remove(id)
      var monitors = before.monitors
      monitors[id] = nil
      try play(graph, monitors, before)
    }
  }

  private func play(
    _ graph: Graph, _ monitors: [Graph.NodeID: Monitoring], _ before: State
  ) throws(SessionEditError) {
    do throws(HostError) {
      try engine.play(graph, rules: before.session.rules(before.nodes))
    } catch {
      throw SessionEditError(error)
    }
    let now = engine.graph
    state.withLock { state in
      state.graph = now
      state.monitors = monitors
    }
  }

  /// Has a packet of MIDI 2.0 protocol sound at a node, at the start of the next cycle.
  ///
  /// - Throws: `.unknown` where there is no such node, `.invalid` where it takes no MIDI, `.late` where
  ///   too much waits already.
  public func play(_ packet: UMP, at node: String) throws(SessionEditError) {
    let (id, monitors) = state.withLock { ($0.nodes[node]?.id, $0.monitors) }
    guard let id, let content = engine.graph[id] else {
      throw SessionEditError(.unknown, "There is no node '\(node.printable)'.")
    }
    let traits = content.traits
    guard traits.takesMIDI || traits.isEnginePort && traits.givesMIDI else {
      throw SessionEditError(.invalid, "'\(node.printable)' takes no MIDI.")
    }
    guard engine.schedule(.midi(packet), to: id, at: .immediately) else {
      throw SessionEditError(.late, "Too much waits for '\(node.printable)' already.")
    }
    guard traits.takesMIDI else { return }
    for (monitor, monitoring) in monitors
    where monitoring.subject == node && monitoring.monitor.channelCount == 0
      && !monitoring.hearsGivenMIDI
    {
      _ = engine.schedule(.midi(packet), to: monitor, at: .immediately)
    }
  }
}

extension SessionGraph {
  /// The audio that monitors get, where `links` are those of the session.
  static func audio(
    to monitors: [Graph.NodeID: Monitoring], _ links: [Graph.AudioConnection], in graph: Graph,
    _ nodes: [String: RunningNode]
  ) -> [Graph.AudioConnection] {
    monitors.sorted { $0.key < $1.key }.flatMap { id, monitoring -> [Graph.AudioConnection] in
      guard monitoring.monitor.channelCount > 0 else { return [] }
      let subject = monitoring.subject.map { nodes[$0]?.id }
      if let subject = subject ?? nil, graph[subject]?.layout.outputs.isEmpty == false {
        return [Graph.AudioConnection(subject, to: id)]
      }
      return links.filter { link in
        if let subject { return link.destination == subject }
        if case .audioOutput = graph[link.destination]?.content { return true }
        return false
      }.map { Graph.AudioConnection($0.source, outputBus: $0.outputBus, to: id) }
    }
  }

  /// The MIDI that monitors get, where `links` are those of the session.
  static func midi(
    to monitors: [Graph.NodeID: Monitoring], _ links: [Graph.MIDIConnection], in graph: Graph,
    _ nodes: [String: RunningNode]
  ) -> [Graph.MIDIConnection] {
    monitors.sorted { $0.key < $1.key }.flatMap { id, monitoring -> [Graph.MIDIConnection] in
      guard monitoring.monitor.channelCount == 0, let name = monitoring.subject,
        let subject = nodes[name]?.id, let node = graph[subject]
      else { return [] }
      guard node.traits.takesMIDI, !monitoring.hearsGivenMIDI else {
        return [Graph.MIDIConnection(subject, to: id)]
      }
      return links.filter { $0.destination == subject }.map {
        Graph.MIDIConnection($0.source, to: id, filter: $0.filter)
      }
    }
  }
}

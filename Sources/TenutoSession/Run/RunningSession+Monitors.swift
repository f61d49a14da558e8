internal import Synchronization
internal import TenutoCore
public import TenutoMIDI
public import TenutoRender
internal import TenutoSystem

/// A monitor in a graph, and its source.
struct Monitoring: Sendable {
  let monitor: GraphMonitor
  /// The node that feeds it with audio or MIDI; nil for all audio outputs.
  var subject: String?
  /// Whether it gets the node's MIDI output in place of its MIDI input.
  var hearsGivenMIDI = false
}

extension RunningSession {
  /// Adds a monitor to the running graph that survives edits and is not part of the session.
  ///
  /// A monitor with channels gets the first output bus of a node, or the input of a node without
  /// outputs; without a node, the input of all audio outputs. A monitor without channels gets the
  /// MIDI that goes to the node, `play` included, or the output of a MIDI input or a song.
  ///
  /// - Parameters:
  ///   - monitor: The monitor to add.
  ///   - node: The node to listen to; nil for the input of all audio outputs.
  /// - Returns: The identifier that removes the monitor.
  /// - Throws: `.unknown` if there is no such node, or the reason why the graph cannot be played.
  public func add(
    _ monitor: GraphMonitor, listeningTo node: String?
  ) throws(SessionEditError) -> Graph.NodeID {
    try add(Monitoring(monitor: monitor, subject: node))
  }

  /// Adds a monitor without channels that listens to a node's MIDI output, otherwise as
  /// `add(_:listeningTo:)`.
  ///
  /// - Throws: As `add(_:listeningTo:)`, and `.invalid` if the node has no MIDI output.
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

  /// Removes a monitor; has no effect if it was already removed.
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

  /// Plays a packet of MIDI 2.0 protocol at a node, by default at the start of the next cycle.
  ///
  /// - Throws: `.unknown` if there is no such node, `.invalid` if it takes no MIDI, `.late` if too
  ///   many events are waiting.
  public func play(
    _ packet: UMP, at node: String, time: ScheduleTime = .immediately
  ) throws(SessionEditError) {
    let (id, monitors) = state.withLock { ($0.nodes[node]?.id, $0.monitors) }
    guard let id, let content = engine.graph[id] else {
      throw SessionEditError(.unknown, "There is no node '\(node.printable)'.")
    }
    let traits = content.traits
    guard traits.takesMIDI || traits.isEnginePort && traits.givesMIDI else {
      throw SessionEditError(.invalid, "'\(node.printable)' takes no MIDI.")
    }
    guard engine.schedule(.midi(packet), to: id, at: time) else {
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
  /// The audio connections of monitors; `links` are those of the session.
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

  /// The MIDI connections of monitors; `links` are those of the session.
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

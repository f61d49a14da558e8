internal import TenutoCore
internal import TenutoJACK
internal import TenutoRender

/// The JACK connections that a graph and its rules require.
///
/// Inputs and outputs have no ports if every other node is a client. They stand for the other
/// programs' ports that their rules name.
struct ConnectionPlan: Sendable {
  let graph: Graph
  let rules: [Graph.NodeID: [PortRule]]
  /// The ports of the nodes that have ports.
  let ends: [Graph.NodeID: NodeEnds]
  /// Ports that only listen to the sources of MIDI inputs.
  let heard: [Graph.NodeID: String]
  /// Ports that record the input of audio outputs, by channel.
  let recorded: [Graph.NodeID: [String?]]
  let ports: PortList

  /// The port connections for each connection of the graph and each rule; empty if a port is
  /// missing.
  func portConnections() -> [GraphLink: Set<PortConnection>] {
    var connections: [GraphLink: Set<PortConnection>] = [:]
    for connection in graph.audioConnections {
      connections[.audio(connection)] = self.portConnections(connection)
    }
    for connection in graph.midiConnections {
      connections[.midi(source: connection.source, destination: connection.destination)] =
        self.portConnections(
          connection)
    }
    for connection in graph.audioConnections {
      guard let ports = recorded[connection.destination],
        graph[connection.destination]?.isMuted == false
      else { continue }
      connections[.recording(connection)] = Self.portConnections(
        outputs(connection.source, bus: connection.outputBus),
        ports.map { port in port.map { [.own(connection.destination, port: $0)] } ?? [] })
    }
    for (node, port) in heard {
      let sources = others(node, .midi, .output, channelCount: 1).flatMap(\.self)
      connections[.hearing(node)] = Self.all(sources, [.own(node, port: port)])
    }
    for (node, rules) in rules where ends[node] != nil {
      for rule in rules { connections[.rule(node, rule)] = self.portConnections(node, rule) }
    }
    return connections
  }
}

// MARK: - Connections of the graph

extension ConnectionPlan {
  /// The port connections of an audio connection.
  func portConnections(_ connection: Graph.AudioConnection) -> Set<PortConnection> {
    Self.portConnections(
      outputs(connection.source, bus: connection.outputBus),
      inputs(connection.destination, bus: connection.inputBus))
  }

  /// A mono bus goes to every channel of the other; otherwise channels connect by number.
  private static func portConnections(_ outputs: [[GraphEnd]], _ inputs: [[GraphEnd]]) -> Set<
    PortConnection
  > {
    guard let first = outputs.first else { return [] }
    var connections: Set<PortConnection> = []
    for (channel, destinations) in inputs.enumerated() {
      let sources = outputs.count == 1 ? first : channel < outputs.count ? outputs[channel] : []
      connections.formUnion(all(sources, destinations))
    }
    return connections
  }

  /// Connects all MIDI of the source to the destination.
  func portConnections(_ connection: Graph.MIDIConnection) -> Set<PortConnection> {
    Self.all(
      midiOutputs(connection.source),
      midiInputs(connection.destination, from: connection.filter.isOpen ? nil : connection.source))
  }

  private static func all(_ sources: [GraphEnd], _ destinations: [GraphEnd]) -> Set<PortConnection>
  {
    var connections: Set<PortConnection> = []
    for source in sources {
      for destination in destinations where source.node != nil || destination.node != nil {
        connections.insert(PortConnection(source: source, destination: destination))
      }
    }
    return connections
  }

  /// The output ports of a bus, by channel.
  private func outputs(_ node: Graph.NodeID, bus: Int) -> [[GraphEnd]] {
    if let ends = ends[node] {
      guard ends.outputs.indices.contains(bus) else { return [] }
      return ends.outputs[bus].map { [.own(node, port: $0)] }
    }
    guard case .audioInput(let count)? = graph[node]?.content else { return [] }
    return others(node, .audio, .output, channelCount: count)
  }

  private func inputs(_ node: Graph.NodeID, bus: Int) -> [[GraphEnd]] {
    if let ends = ends[node] {
      guard ends.inputs.indices.contains(bus) else { return [] }
      return ends.inputs[bus].map { [.own(node, port: $0)] }
    }
    guard case .audioOutput(let count)? = graph[node]?.content else { return [] }
    return others(node, .audio, .input, channelCount: count)
  }

  private func midiOutputs(_ node: Graph.NodeID) -> [GraphEnd] {
    if let ends = ends[node] { return ends.midiOutputs.map { .own(node, port: $0) } }
    return others(node, .midi, .output, channelCount: 1).flatMap(\.self)
  }

  private func midiInputs(_ node: Graph.NodeID, from source: Graph.NodeID?) -> [GraphEnd] {
    guard let ends = ends[node] else {
      return others(node, .midi, .input, channelCount: 1).flatMap(\.self)
    }
    let port = source.flatMap { ends.filtered[$0] } ?? (source == nil ? ends.midiInput : nil)
    return port.map { [.own(node, port: $0)] } ?? []
  }
}

// MARK: - Rules

extension ConnectionPlan {
  private func portConnections(_ node: Graph.NodeID, _ rule: PortRule) -> Set<PortConnection> {
    guard let ends = ends[node] else { return [] }
    guard let port = rule.port else { return connectionsInOrder(node, ends) }
    let audioIn = ends.inputs.joined().contains(port)
    let midiIn = ends.midiInput == port || ends.filtered.values.contains(port)
    guard audioIn || midiIn || ends.names.contains(port) else { return [] }
    let isAudio = audioIn || ends.outputs.joined().contains(port)
    let isInput = audioIn || midiIn
    let own = GraphEnd.own(node, port: port)
    let names = self.ports.names(
      matching: rule.pattern, isAudio ? .audio : .midi, isInput ? .output : .input)
    return Set(
      names.map {
        isInput
          ? PortConnection(source: .other($0), destination: own)
          : PortConnection(source: own, destination: .other($0))
      })
  }

  /// The rules without a port's name, applied to the node's ports in order.
  private func connectionsInOrder(_ node: Graph.NodeID, _ ends: NodeEnds) -> Set<PortConnection> {
    switch graph[node]?.content {
    case .audioInput(let count):
      pair(others(node, .audio, .output, channelCount: count), ends.inputs.first ?? [], node, true)
    case .audioOutput(let count):
      pair(others(node, .audio, .input, channelCount: count), ends.outputs.first ?? [], node, false)
    case .midiInput:
      pair(
        others(node, .midi, .output, channelCount: 1), [ends.midiInput].compactMap(\.self), node,
        true)
    case .midiOutput:
      pair(others(node, .midi, .input, channelCount: 1), ends.midiOutputs, node, false)
    default: []
    }
  }

  private func pair(
    _ others: [[GraphEnd]], _ ports: [String], _ node: Graph.NodeID, _ isInput: Bool
  ) -> Set<PortConnection> {
    var connections: Set<PortConnection> = []
    for (port, channel) in zip(ports, others) {
      let own = [GraphEnd.own(node, port: port)]
      connections.formUnion(isInput ? Self.all(channel, own) : Self.all(own, channel))
    }
    return connections
  }

  /// The other programs' ports for an input or output, by channel: each channel has the matching
  /// port with its number; a single audio output, and MIDI, have all matching ports.
  private func others(
    _ node: Graph.NodeID, _ kind: JACKPortKind, _ direction: JACKPortDirection, channelCount: Int
  ) -> [[GraphEnd]] {
    if ends[node] == nil, graph[node]?.isMuted == true { return [] }
    var names: [String] = []
    for rule in rules[node] ?? [] where rule.port == nil {
      names += self.ports.names(matching: rule.pattern, kind, direction).filter {
        !names.contains($0)
      }
    }
    let ends = names.map { GraphEnd.other($0) }
    if kind == .midi || (channelCount == 1 && direction == .input) { return [ends] }
    return (0..<channelCount).map { $0 < ends.count ? [ends[$0]] : [] }
  }
}

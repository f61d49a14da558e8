internal import TenutoCore
internal import TenutoJACK
internal import TenutoRender

/// The layout of a client for a single node: all its busses and its MIDI.
///
/// A MIDI connection with a filter has no counterpart in JACK: it ends at a separate port of the
/// receiving node, whose client filters it.
struct NodeLayout: Sendable {
  private(set) var layout = ClientLayout()
  private var roles: [Role: Graph.NodeID] = [:]

  private enum Role: Hashable {
    case node
    case input(bus: Int)
    case output(bus: Int)
    case midiInput
    case midiOutput
    case filter(from: Graph.NodeID)
  }

  /// Updates the layout for a node and the filters of its connections in the engine's graph.
  mutating func follow(_ node: Graph.Node, in graph: Graph) {
    let ports = NodePortPlan(node)
    layout.ports = []
    layout.graph.timeline = graph.musicTimeline
    var ends = NodeEnds()
    var used: Set<Role> = [.node]
    let main = add(.node, node.content, name: node.name)
    layout.graph.setMute(node.isMuted, of: main)
    layout.nodes = [node.id: main]
    if let plan = ports.midiIn {
      let id = add(.midiInput, .midiInput, name: plan.name, &used)
      layout.graph.connectMIDI(id, to: main)
      layout.ports.append(GraphPort(plan: plan, binding: .midiInput(id)))
      ends.midiInput = plan.name
    }
    addFilters(to: node, main, in: graph, &ends, &used)
    for (bus, plans) in ports.inputs.enumerated() where !plans.isEmpty {
      let id = add(
        .input(bus: bus), .audioInput(channelCount: plans.count), name: "in \(bus)", &used)
      layout.graph.connect(id, to: main, inputBus: bus)
      layout.ports += plans.enumerated().map {
        GraphPort(plan: $1, binding: .audioInput(id, channel: $0))
      }
    }
    for (bus, plans) in ports.outputs.enumerated() where !plans.isEmpty {
      let id = add(
        .output(bus: bus), .audioOutput(channelCount: plans.count), name: "out \(bus)", &used)
      layout.graph.connect(main, outputBus: bus, to: id)
      layout.ports += plans.enumerated().map {
        GraphPort(plan: $1, binding: .audioOutput(id, channel: $0))
      }
    }
    if !ports.midiOuts.isEmpty {
      let id = add(.midiOutput, .midiOutput, name: "midi_out", &used)
      layout.graph.connectMIDI(main, to: id)
      layout.ports += ports.midiOuts.enumerated().map {
        GraphPort(plan: $1, binding: .midiOutput(id, group: $0))
      }
    }
    ends.inputs = ports.inputs.map { $0.map(\.name) }
    ends.outputs = ports.outputs.map { $0.map(\.name) }
    ends.midiOutputs = ports.midiOuts.map(\.name)
    layout.ends = [node.id: ends]
    for (role, id) in roles where !used.contains(role) {
      layout.graph.remove(id)
      roles[role] = nil
    }
  }

  private mutating func addFilters(
    to node: Graph.Node, _ main: Graph.NodeID, in graph: Graph, _ ends: inout NodeEnds,
    _ used: inout Set<Role>
  ) {
    for connection in graph.midiConnections
    where connection.destination == node.id && !connection.filter.isOpen {
      guard let source = graph[connection.source] else { continue }
      var name = "midi_from_\(EngineClient.sanitized(source.name))"
      while ends.filtered.values.contains(name) { name += "_" }
      let id = add(.filter(from: source.id), .midiInput, name: name, &used)
      layout.graph.connectMIDI(id, to: main, filter: connection.filter)
      layout.ports.append(
        GraphPort(
          plan: .init(
            name: name, prettyName: "MIDI from \(source.name)", kind: .midi, direction: .input),
          binding: .midiInput(id)))
      ends.filtered[source.id] = name
    }
  }

  private mutating func add(
    _ role: Role, _ content: Graph.Content, name: String, _ used: inout Set<Role>
  ) -> Graph.NodeID {
    used.insert(role)
    return add(role, content, name: name)
  }

  /// The node for a role, which stays as long as the role exists.
  private mutating func add(
    _ role: Role, _ content: Graph.Content, name: String
  ) -> Graph.NodeID {
    if let id = roles[role] {
      layout.graph.replace(id, with: content)
      layout.graph.rename(id, name)
      return id
    }
    let id = layout.graph.add(content, name: name)
    roles[role] = id
    return id
  }
}

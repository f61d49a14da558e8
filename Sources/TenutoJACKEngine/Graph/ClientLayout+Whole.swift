internal import TenutoCore
internal import TenutoJACK
internal import TenutoRender

extension ClientLayout {
  /// Creates the layout of a client for a whole graph: its inputs and outputs, named after their
  /// nodes.
  init(whole graph: Graph) {
    self.graph = graph
    var taken: Set<String> = []
    func ports(
      _ node: Graph.Node, _ count: Int, _ kind: JACKPortKind, _ direction: JACKPortDirection,
      _ binding: (Int) -> GraphPort.Binding
    ) -> [String] {
      (0..<count).map { channel in
        var name = EngineClient.sanitized(node.name)
        if count > 1 { name += "_\(channel + 1)" }
        while !taken.insert(name).inserted { name += "_" }
        self.ports.append(
          GraphPort(
            plan: .init(
              name: name, prettyName: NodePortPlan.channelName(channel, of: count, in: node.name),
              kind: kind, direction: direction, group: node.name,
              designation: kind == .audio ? ChannelDesignation(channel: channel, of: count) : nil),
            binding: binding(channel)))
        return name
      }
    }
    for node in graph.nodes {
      nodes[node.id] = node.id
      var ends = NodeEnds()
      switch node.content {
      case .audioInput(let count):
        ends.inputs = [
          ports(node, count, .audio, .input) { .audioInput(node.id, channel: $0) }
        ]
      case .audioOutput(let count):
        ends.outputs = [
          ports(node, count, .audio, .output) { .audioOutput(node.id, channel: $0) }
        ]
      case .midiInput:
        ends.midiInput = ports(node, 1, .midi, .input) { _ in .midiInput(node.id) }.first
      case .midiOutput:
        ends.midiOutputs = ports(node, 1, .midi, .output) { _ in
          .midiOutput(node.id, group: nil)
        }
      default: continue
      }
      self.ends[node.id] = ends
    }
  }
}

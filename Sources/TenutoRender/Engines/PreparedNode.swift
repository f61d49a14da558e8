internal import TenutoCore
internal import TenutoSystem

/// A node of a prepared graph: its slot, and what runs in it.
struct PreparedNode: Sendable {
  /// Its number on the render thread.
  let slot: Int
  /// The node's content in the graph; its instance may have been replaced meanwhile.
  var content: Graph.Content
  let layout: BusLayout
  /// The instance that runs there, or is about to.
  var instance: Instance?
  /// The equipment of a node that runs in the host.
  let equipment: HostEquipment?
  /// Frames by which it is heard later.
  var delay = 0

  var isExtension: Bool { equipment == nil }

  /// Frames by which it makes later what flows through it.
  var latency: Int { (instance?.latencyInGraph ?? 0) + delay }

  /// Whether `content` is what sits there already.
  func holds(_ content: Graph.Content) -> Bool {
    switch (self.content, content) {
    case (.instance(let own), .instance(let other)): other === own || other === instance
    case (.placeholder(let own), .placeholder(let other)): own.layout == other.layout
    case (.mixer(let own), .mixer(let other)):
      own.outputChannelCount == other.outputChannelCount
    case (.fileInput(let own), .fileInput(let other)): own == other
    case (.fileOutput(let own), .fileOutput(let other)): own == other
    case (.song(let own), .song(let other)): own == other
    case (.audioInput(let own), .audioInput(let other)): own == other
    case (.audioOutput(let own), .audioOutput(let other)): own == other
    case (.midiInput, .midiInput), (.midiOutput, .midiOutput): true
    default: false
    }
  }
}

/// An instance that leaves with its node, and the callback to call then.
struct LeavingNode: Sendable {
  let instance: Instance?
  /// Equipment that the render thread may use until then.
  let equipment: HostEquipment?
  let whenLeft: @Sendable (Instance) -> Void
  let done: Signal

  /// Says that it has left.
  func finish() {
    equipment?.take?.finishAtLast()
    if let instance { whenLeft(instance) }
    done.send()
  }
}

extension PreparedGraph.ControlState {
  /// The graph with the instances that have its nodes now.
  var currentGraph: Graph {
    var graph = graph
    for (node, prepared) in nodes {
      if let instance = prepared.instance { graph.replace(node, with: .instance(instance)) }
    }
    return graph
  }

  /// The latency of each node that has any.
  var latencies: [Graph.NodeID: Int] { nodes.mapValues(\.latency).filter { $0.value > 0 } }
}

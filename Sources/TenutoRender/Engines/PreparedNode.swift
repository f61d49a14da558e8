internal import TenutoCore
internal import TenutoSystem

/// A node of a prepared graph: its slot, and its instance or equipment.
struct PreparedNode: Sendable {
  /// Its slot on the render thread.
  let slot: Int
  /// The node's content in the graph; its instance may have been replaced since.
  var content: Graph.Content
  let layout: BusLayout
  /// The current instance, or the one that takes over next.
  var instance: Instance?
  /// The equipment of a node that runs in the host.
  let equipment: HostEquipment?
  /// Frames of its one-period delay.
  var delay = 0

  var isExtension: Bool { equipment == nil }

  /// Frames by which its output lags behind its input.
  var latency: Int { (instance?.latencyInGraph ?? 0) + delay }

  /// Whether the node already has `content`.
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
  /// Equipment that the render thread may use until the node has left.
  let equipment: HostEquipment?
  let whenLeft: @Sendable (Instance) -> Void
  let done: Signal

  /// Calls the callback.
  func finish() {
    equipment?.take?.finishAtLast()
    if let instance { whenLeft(instance) }
    done.send()
  }
}

extension PreparedGraph.ControlState {
  /// The graph with the current instances of its nodes.
  var currentGraph: Graph {
    var graph = graph
    for (node, prepared) in nodes {
      if let instance = prepared.instance { graph.replace(node, with: .instance(instance)) }
    }
    return graph
  }

  /// The latency of each node with a latency.
  var latencies: [Graph.NodeID: Int] { nodes.mapValues(\.latency).filter { $0.value > 0 } }
}

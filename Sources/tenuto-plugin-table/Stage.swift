import TenutoComponents
import TenutoCore
import TenutoMIDI
import TenutoRender
import TenutoSystem

/// A plug-in that plays offline next to a neighbour, which feeds it if it has inputs.
struct Stage {
  private let engine: OfflineEngine
  private let node: Graph.NodeID
  private let neighbourNode: Graph.NodeID
  private let neighbour: Instance
  private let instance: Instance

  init(_ instance: Instance, neighbour component: Component) throws(HostError) {
    neighbour = try Instance(component)
    self.instance = instance
    var graph = Graph()
    neighbourNode = graph.add(neighbour)
    node = graph.add(instance)
    if !instance.layout.inputs.isEmpty { graph.connect(neighbourNode, to: node) }
    if !instance.layout.outputs.isEmpty { graph.connectOutput(of: node) }
    graph.connectOutput(of: neighbourNode)
    let format = OfflineEngine.format(sampleRate: Trial.sampleRate, frameCount: Trial.frameCount)
    engine = try OfflineEngine(graph, format: format)
  }

  /// Renders more cycles, with a note at both nodes at the start.
  func render(cycles: Int, settings: [ParameterValue] = []) throws(HostError) {
    if !settings.isEmpty { try instance.set(settings) }
    for note in [60, 67] as [UInt8] {
      for target in [node, neighbourNode] {
        let on = VoiceEvent.noteOn(channel: 0, note: note, velocity: 50000)
        _ = engine.schedule(.midi(on.ump), to: target, at: .immediately)
      }
    }
    try engine.render(frameCount: Int64(cycles * Trial.frameCount)) { _ throws(HostError) in }
  }

  var reading: NodeReading { reading(of: node) }
  var neighbourReading: NodeReading { reading(of: neighbourNode) }

  private func reading(of node: Graph.NodeID) -> NodeReading {
    guard let reading = engine.readings()[node] else {
      preconditionFailure("the node is in the graph")
    }
    return reading
  }

  func end() {
    engine.stop()
    neighbour.terminate()
  }
}

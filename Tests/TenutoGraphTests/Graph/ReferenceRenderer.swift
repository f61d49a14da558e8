import TenutoCore

@testable import TenutoRender

/// Renders a graph in one pass, node by node from its inputs, without a plan.
///
/// Sums of its samples are exact, so their order does not matter.
final class ReferenceRenderer {
  private let graph: Graph
  private let frameCount: Int
  private var known: [Graph.NodeID: Sound] = [:]

  /// Channels, and their latency.
  struct Sound {
    var channels: [[Float]]
    var latency: Int
  }

  /// Takes a graph whose engine inputs are `Stage.noise`.
  init(_ graph: Graph, frameCount: Int) {
    self.graph = graph
    self.frameCount = frameCount
  }

  /// The engine's output.
  func outputs(count: Int) -> [[Float]] {
    var parts: [(channel: Int, samples: [Float], latency: Int)] = []
    var latency = 0
    for node in graph.nodes {
      for output in node.engineOutputs {
        let sound = sound(of: node.id)
        latency = max(latency, sound.latency)
        let isSpread = sound.channels.count == 1 && output.firstChannel == nil
        for channel in 0..<(isSpread ? count : sound.channels.count) {
          let samples = sound.channels[isSpread ? 0 : channel]
          parts.append(((output.firstChannel ?? 0) + channel, samples, sound.latency))
        }
      }
      if case .audioOutput = node.content {
        let sound = input(of: node)
        latency = max(latency, sound.latency)
        for (channel, samples) in sound.channels.enumerated() {
          parts.append((channel, samples, sound.latency))
        }
      }
    }
    var outputs = [[Float]](repeating: silence, count: count)
    for part in parts where part.channel < count {
      add(part.samples, later: latency - part.latency, to: &outputs[part.channel])
    }
    return outputs
  }

  private var silence: [Float] { [Float](repeating: 0, count: frameCount) }

  private func add(_ samples: [Float], later: Int, to sum: inout [Float]) {
    for frame in 0..<frameCount where frame >= later { sum[frame] += samples[frame - later] }
  }

  private func engineInput(_ channel: Int) -> [Float] {
    (0..<frameCount).map { Stage.noise(channel, $0) }
  }

  /// The input of a node, with equal latencies.
  private func input(of node: Graph.Node) -> Sound {
    let connections = graph.audioConnections.filter { $0.destination == node.id }
    let latency = connections.map { sound(of: $0.source).latency }.max() ?? 0
    let layout = node.layout
    var sum = Sound(
      channels: [[Float]](repeating: silence, count: layout.inputChannelCount), latency: latency)
    for input in node.engineInputs {
      let first = layout.inputs[..<input.bus].reduce(0, +)
      for channel in 0..<layout.inputs[input.bus] where input.firstChannel + channel < 3 {
        add(
          engineInput(input.firstChannel + channel), later: latency,
          to: &sum.channels[first + channel])
      }
    }
    for connection in connections { add(connection, to: &sum, layout) }
    return sum
  }

  private func add(_ connection: Graph.AudioConnection, to sum: inout Sound, _ layout: BusLayout) {
    let source = sound(of: connection.source)
    let outputs = graph[connection.source]?.layout.outputs ?? []
    let from = outputs[..<connection.outputBus].reduce(0, +)
    let first = layout.inputs[..<connection.inputBus].reduce(0, +)
    let isMono = outputs[connection.outputBus] == 1
    for channel in 0..<layout.inputs[connection.inputBus]
    where isMono || channel < outputs[connection.outputBus] {
      add(
        source.channels[from + (isMono ? 0 : channel)], later: sum.latency - source.latency,
        to: &sum.channels[first + channel])
    }
  }

  private func sound(of id: Graph.NodeID) -> Sound {
    if let sound = known[id] { return sound }
    guard let node = graph[id] else { return Sound(channels: [], latency: 0) }
    let sound = process(node, input(of: node))
    known[id] = sound
    return sound
  }

  private func process(_ node: Graph.Node, _ input: Sound) -> Sound {
    switch node.content {
    case .audioInput(let count):
      // The first audio input of the graph has the first channels.
      let first = graph.nodes.prefix { $0.id != node.id }.reduce(0) { sum, other in
        if case .audioInput(let count) = other.content { sum + count } else { sum }
      }
      return Sound(channels: (0..<count).map { engineInput(first + $0) }, latency: 0)
    case .placeholder(let placeholder):
      let (inputs, outputs) = (placeholder.layout.inputs[0], placeholder.layout.outputs[0])
      let dry = inputs == outputs ? input.channels : [[Float]](repeating: silence, count: outputs)
      return Sound(channels: dry, latency: input.latency)
    case .mixer(let mixer): return Sound(channels: mix(mixer, input), latency: input.latency)
    case .instance(let instance): return process(instance, input)
    default: return Sound(channels: [], latency: 0)
    }
  }

  private func mix(_ mixer: Mixer, _ input: Sound) -> [[Float]] {
    var outputs = [[Float]](repeating: silence, count: mixer.outputChannelCount)
    var first = 0
    for channels in mixer.inputs {
      for channel in 0..<channels {
        let samples = input.channels[first + channel]
        switch (channels, mixer.outputChannelCount) {
        case (1, 2):
          add(samples, later: 0, to: &outputs[0])
          add(samples, later: 0, to: &outputs[1])
        case (2, 1): add(samples.map { $0 * 0.5 }, later: 0, to: &outputs[0])
        default: add(samples, later: 0, to: &outputs[channel])
        }
      }
      first += channels
    }
    return outputs
  }

  private func process(_ instance: Instance, _ input: Sound) -> Sound {
    switch instance.description.name {
    case "Half":
      return Sound(channels: input.channels.map { $0.map { $0 * 0.5 } }, latency: input.latency)
    case "Late":
      let hasSide = input.channels.count > 2
      let channels = (0..<2).map { channel in
        var samples = hasSide ? input.channels[2] : silence
        add(input.channels[channel].map { $0 * 0.5 }, later: 37, to: &samples)
        return samples
      }
      return Sound(channels: channels, latency: input.latency + 37)
    default: return input
    }
  }
}

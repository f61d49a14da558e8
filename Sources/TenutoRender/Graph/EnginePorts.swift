internal import TenutoSystem
/// The engine's channels and MIDI ports of each node.
///
/// They are first assigned in the order of the nodes. A node keeps its ports as long as it is in
/// the graph, and new nodes get ports that have become free, so that nothing that plays moves.
struct EnginePorts: Sendable, Equatable {
  /// The engine's audio input and output channels.
  var inputChannelCount = 0
  var outputChannelCount = 2
  /// The first channel of each audio input and audio output.
  private(set) var audioInputs: [Graph.NodeID: Int] = [:]
  private(set) var audioOutputs: [Graph.NodeID: Int] = [:]
  /// The number of each MIDI input and MIDI output.
  private(set) var midiInputs: [Graph.NodeID: Int] = [:]
  private(set) var midiOutputs: [Graph.NodeID: Int] = [:]

  /// Creates a map without any node.
  init(inputChannelCount: Int = 0, outputChannelCount: Int = 2) {
    self.inputChannelCount = inputChannelCount
    self.outputChannelCount = outputChannelCount
  }

  /// Assigns ports to the nodes of `graph`; nodes of the `previous` graph keep their ports in `old`
  /// if they need as many.
  ///
  /// - Throws: `.graphInvalid` if the engine has too few channels.
  init(_ graph: Graph, previous: Graph?, keeping old: EnginePorts) throws(HostError) {
    self.init(
      inputChannelCount: old.inputChannelCount, outputChannelCount: old.outputChannelCount)
    var inputs: [(Graph.Node, Int)] = []
    var outputs: [(Graph.Node, Int)] = []
    for node in graph.nodes {
      switch node.content {
      case .audioInput(let count): inputs.append((node, count))
      case .audioOutput(let count): outputs.append((node, count))
      case .midiInput: midiInputs[node.id] = old.midiInputs[node.id]
      case .midiOutput: midiOutputs[node.id] = old.midiOutputs[node.id]
      default: break
      }
    }
    audioInputs = try Self.assign(
      inputs, previous, old.audioInputs, inputChannelCount, "takes in")
    audioOutputs = try Self.assign(
      outputs, previous, old.audioOutputs, outputChannelCount, "puts out")
    for node in graph.nodes {
      switch node.content {
      case .midiInput: Self.number(node.id, &midiInputs)
      case .midiOutput: Self.number(node.id, &midiOutputs)
      default: break
      }
    }
  }

  private static func number(_ id: Graph.NodeID, _ numbers: inout [Graph.NodeID: Int]) {
    guard numbers[id] == nil else { return }
    let taken = Set(numbers.values)
    numbers[id] = (0...taken.count).first { !taken.contains($0) }
  }

  private static func assign(
    _ nodes: [(Graph.Node, Int)], _ previous: Graph?, _ old: [Graph.NodeID: Int], _ count: Int,
    _ verb: String
  ) throws(HostError) -> [Graph.NodeID: Int] {
    var free = [Bool](repeating: true, count: count)
    var result: [Graph.NodeID: Int] = [:]
    func take(_ id: Graph.NodeID, _ first: Int, _ channels: Int) {
      result[id] = first
      for channel in first..<first + channels { free[channel] = false }
    }
    for (node, channels) in nodes {
      guard let first = old[node.id], previous?[node.id]?.traits.engineChannelCount == channels
      else {
        continue
      }
      take(node.id, first, channels)
    }
    for (node, channels) in nodes where result[node.id] == nil {
      let first = (0..<max(0, count - channels + 1)).first {
        free[$0..<$0 + channels].allSatisfy(\.self)
      }
      guard let first else {
        let needed = nodes.reduce(0) { $0 + $1.1 }
        throw HostError(
          .graphInvalid,
          "\(node.name): no channels are left; the engine \(verb) \(count), \(needed) are needed")
      }
      take(node.id, first, channels)
    }
    return result
  }
}

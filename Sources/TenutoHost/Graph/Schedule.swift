internal import TenutoCore
internal import TenutoTransport

/// A graph put in order: which node renders at which depth, and from whom it takes its input.
struct Schedule: Sendable {
  /// One channel that flows into another.
  struct Source: Sendable, Equatable, BitwiseCopyable {
    /// The slot that it comes from, `engine` for what the engine takes in.
    let slot: Int
    /// The channel among all channels of that slot.
    let channel: Int

    static var engine: Int { @_noLocks get { -1 } }
  }

  struct Entry: Sendable {
    /// Whose it is among the nodes of the graph; not its instance, which may leave for another.
    let node: Int
    let layout: BusLayout
    let depth: Int
    /// What is added up for each input channel, channels of all busses in order.
    let inputs: [[Source]]
    /// Slots whose MIDI it gets.
    let midiSources: [Int]
    /// Whether anybody wants its MIDI.
    let isMIDISource: Bool
    let isMIDIOutput: Bool
    let outputs: [Graph.EngineOutput]
  }

  /// By slot; slots are in order of depth.
  let entries: [Entry]
  /// The slot of each node of the graph.
  let slots: [Int]
  /// The slots of each depth.
  let depths: [Range<Int>]

  /// Orders `graph`; of what the engine takes in there are `inputChannelCount` channels.
  ///
  /// - Throws: `.graphInvalid` for no nodes, a bus that does not exist, a node that takes no MIDI,
  ///   a circle, whose way it names, or too many depths.
  init(_ graph: Graph, inputChannelCount: Int = 0) throws(HostError) {
    guard !graph.nodes.isEmpty else {
      throw HostError(.graphInvalid, "The graph has no nodes; add an instance first")
    }
    let depthOfNode = try Self.depths(of: graph)
    try GraphCheck.check(graph)
    let order = graph.nodes.indices.sorted { (depthOfNode[$0], $0) < (depthOfNode[$1], $1) }
    var slots = [Int](repeating: 0, count: order.count)
    for (slot, node) in order.enumerated() { slots[node] = slot }
    self.slots = slots
    let sources = Set(graph.nodes.flatMap(\.midiSources))
    entries = order.map { index in
      let node = graph.nodes[index]
      let isSource = node.isMIDIOutput || sources.contains(Graph.NodeID(index: index))
      return Entry(
        node: index, layout: node.instance.layoutInGraph, depth: depthOfNode[index],
        inputs: Self.inputs(
          of: node, in: graph, slots: slots, engineChannelCount: inputChannelCount),
        midiSources: node.midiSources.map { slots[$0.index] }, isMIDISource: isSource,
        isMIDIOutput: node.isMIDIOutput, outputs: node.engineOutputs)
    }
    let count = (depthOfNode.max() ?? -1) + 1
    guard count <= CyclePage.maximumDepthCount else {
      throw HostError(
        .graphInvalid,
        "A chain of \(count) nodes is too long; \(CyclePage.maximumDepthCount) are possible")
    }
    depths = (0..<count).map { depth in
      let first = order.firstIndex { depthOfNode[$0] == depth } ?? 0
      let end = order.lastIndex { depthOfNode[$0] == depth } ?? 0
      return first..<end + 1
    }
  }

  /// How far each node is from the beginning: 0, or one more than its deepest source.
  private static func depths(of graph: Graph) throws(HostError) -> [Int] {
    var depths = [Int?](repeating: nil, count: graph.nodes.count)
    var path: [Int] = []
    func visit(_ node: Int) throws(HostError) -> Int {
      if let depth = depths[node] { return depth }
      if let start = path.firstIndex(of: node) {
        let names = (path[start...] + [node]).map { graph.nodes[$0].instance.description.name }
        throw HostError(.graphInvalid, "A circle: \(names.joined(separator: " → "))")
      }
      path.append(node)
      var depth = 0
      for source in graph.nodes[node].sources {
        depth = max(depth, try visit(source.index) + 1)
      }
      path.removeLast()
      depths[node] = depth
      return depth
    }
    var result: [Int] = []
    for node in graph.nodes.indices { result.append(try visit(node)) }
    return result
  }
}

extension Schedule {
  /// What flows into each input channel of `node`.
  private static func inputs(
    of node: Graph.Node, in graph: Graph, slots: [Int], engineChannelCount: Int
  ) -> [[Source]] {
    let layout = node.instance.layoutInGraph
    var inputs = [[Source]](repeating: [], count: layout.inputChannelCount)
    for input in node.engineInputs {
      for (number, channel) in layout.inputs.channels(ofBus: input.bus).enumerated() {
        guard input.firstChannel + number < engineChannelCount else { continue }
        inputs[channel].append(
          Source(slot: Source.engine, channel: input.firstChannel + number))
      }
    }
    for connection in node.connections {
      let outputs = graph.nodes[connection.source.index].instance.layoutInGraph.outputs
      let from = outputs.channels(ofBus: connection.outputBus)
      for (number, channel) in layout.inputs.channels(ofBus: connection.inputBus).enumerated() {
        guard from.count == 1 || number < from.count else { continue }
        inputs[channel].append(
          Source(
            slot: slots[connection.source.index],
            channel: from.lowerBound + (from.count == 1 ? 0 : number)))
      }
    }
    return inputs
  }

  /// What is added up for each of the `channelCount` channels that the engine puts out.
  func mix(channelCount: Int) -> [[Source]] {
    var mix = [[Source]](repeating: [], count: channelCount)
    for (slot, entry) in entries.enumerated() {
      for output in entry.outputs {
        let from = entry.layout.outputs.channels(ofBus: output.bus)
        let isSpread = from.count == 1 && output.firstChannel == nil
        for number in 0..<(isSpread ? channelCount : from.count) {
          let channel = (output.firstChannel ?? 0) + number
          guard channel < channelCount else { continue }
          mix[channel].append(
            Source(slot: slot, channel: from.lowerBound + (isSpread ? 0 : number)))
        }
      }
    }
    return mix
  }
}

extension Graph.Node {
  /// All that must have rendered before it.
  var sources: [Graph.NodeID] { connections.map(\.source) + midiSources }
}

extension [Int] {
  /// The channels of a bus among all channels, where these are the channel counts of the busses.
  func channels(ofBus bus: Int) -> Range<Int> {
    let start = self[..<bus].reduce(0, +)
    return start..<start + self[bus]
  }
}

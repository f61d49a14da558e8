internal import TenutoCore
internal import TenutoSystem
internal import TenutoTransport

/// A graph in rendering order: the nodes of each level, and the sources and delays of each channel.
///
/// A value without memory, from which a `CompiledPlan` is made. Extensions of one level render in
/// parallel. A host node runs at the beginning of the first level at which its inputs are complete,
/// or after the last level.
struct Schedule: Sendable {
  /// A source of a channel.
  struct Source: Sendable, Hashable, BitwiseCopyable {
    /// The index of the source node, or `engine` for the engine's input.
    let node: Int
    /// The channel among all output channels of the source.
    let channel: Int
    /// Frames of delay.
    var delay = 0

    static var engine: Int { -1 }
  }

  /// A MIDI source of a node.
  struct MIDISource: Sendable, Equatable {
    /// The index of the source node.
    let node: Int
    /// The filter of the connection.
    var filter = MIDIFilter()
    /// Frames of delay.
    var delay = 0
  }

  /// MIDI that the engine sends.
  struct MIDIOutput: Sendable, Equatable {
    /// The number of the MIDI output, or −1 for no particular one.
    let number: Int
    let source: MIDISource
  }

  /// The work for one node.
  struct Entry: Sendable {
    let id: Graph.NodeID
    let layout: BusLayout
    let isExtension: Bool
    let level: Int
    /// The sources of each input channel, channels of all busses in order.
    let inputs: [[Source]]
    let midiSources: [MIDISource]
    /// Whether its MIDI output is read.
    let isMIDISource: Bool
    /// Frames by which its output lags behind the engine's input.
    let latency: Int
  }

  /// By index of the node in the graph.
  let entries: [Entry]
  /// The indices of the extensions of each level.
  let extensions: [[Int]]
  /// The indices of the host nodes of each level, and of those after the last one, in order.
  let hosts: [[Int]]
  /// The sources of each output channel of the engine.
  let outputs: [[Source]]
  /// The engine's MIDI output.
  let midiOutputs: [MIDIOutput]
  /// Frames by which the engine's output lags behind its input.
  let latency: Int

  /// Orders `graph`.
  ///
  /// - Parameters:
  ///   - graph: The graph to render.
  ///   - ports: The engine's channels.
  ///   - latencies: The nodes' own latencies in frames, unless 0.
  /// - Throws: `.graphInvalid` for a bus that does not exist, a node without MIDI input, too many
  ///   levels, or a cycle, whose path it names.
  init(
    _ graph: Graph, ports: EnginePorts = EnginePorts(), latencies: [Graph.NodeID: Int] = [:]
  ) throws(HostError) {
    let links = try GraphLinks(graph)
    let levels = try GraphLevels(graph, links)
    try GraphCheck.check(graph, links)
    let times = GraphLatencies(graph, links, levels.order, latencies)
    var router = Router(graph: graph, links: links, ports: ports, times: times)
    router.routeOutputs()
    entries = graph.nodes.indices.map { index in
      let node = graph.nodes[index]
      return Entry(
        id: node.id, layout: node.layout, isExtension: node.isExtension,
        level: levels.levels[index], inputs: router.inputs(of: index),
        midiSources: router.midiSources(of: index),
        isMIDISource: node.isMIDIOutput || links.midiSources.contains(index),
        latency: times.outputs[index])
    }
    outputs = router.outputs
    midiOutputs = router.midiOutputs
    latency = times.engine
    let count = levels.extensionLevelCount
    extensions = (0..<count).map { level in
      levels.order.filter { graph.nodes[$0].isExtension && levels.levels[$0] == level }.sorted()
    }
    hosts = (0...count).map { level in
      levels.order.filter { !graph.nodes[$0].isExtension && levels.levels[$0] == level }
    }
  }
}

extension [Int] {
  /// The range of a bus's channels among all channels, if these are the channel counts of the
  /// busses.
  func channels(ofBus bus: Int) -> Range<Int> {
    let start = self[..<bus].reduce(0, +)
    return start..<start + self[bus]
  }
}

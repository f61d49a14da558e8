internal import TenutoCore
internal import TenutoSystem
internal import TenutoTransport

/// A graph put in order: what is rendered at which level, and from where each channel takes its
/// input, how much later.
///
/// A value without memory, from which a `CompiledPlan` is made. Extensions of one level render side
/// by side. A host node runs at the beginning of the first level at which its inputs are complete,
/// or behind the last level.
struct Schedule: Sendable {
  /// One channel that flows into another.
  struct Source: Sendable, Hashable, BitwiseCopyable {
    /// The place of the node that it comes from, `engine` for what the engine takes in.
    let node: Int
    /// The channel among all channels that come out there.
    let channel: Int
    /// Frames by which it is made later.
    var delay = 0

    static var engine: Int { -1 }
  }

  /// MIDI that flows into a node.
  struct MIDISource: Sendable, Equatable {
    /// The place of the node that it comes from.
    let node: Int
    /// What passes.
    var filter = MIDIFilter()
    /// Frames by which it is made later.
    var delay = 0
  }

  /// MIDI that the engine puts out.
  struct MIDIOutput: Sendable, Equatable {
    /// The number of the MIDI output, −1 for no particular one.
    let number: Int
    let source: MIDISource
  }

  /// What is to be done for a node.
  struct Entry: Sendable {
    let id: Graph.NodeID
    let layout: BusLayout
    let isExtension: Bool
    let level: Int
    /// What is added up for each input channel, channels of all busses in order.
    let inputs: [[Source]]
    let midiSources: [MIDISource]
    /// Whether its MIDI is read.
    let isMIDISource: Bool
    /// Frames by which what comes out is later than what the engine takes in.
    let latency: Int
  }

  /// By the places of the nodes in the graph.
  let entries: [Entry]
  /// The places of the extensions of each level.
  let extensions: [[Int]]
  /// The places of the host's nodes of each level, and of those behind the last one, in order.
  let hosts: [[Int]]
  /// What is added up for each channel that the engine puts out.
  let outputs: [[Source]]
  /// The MIDI that the engine puts out.
  let midiOutputs: [MIDIOutput]
  /// Frames by which what the engine puts out is later than what it takes in.
  let latency: Int

  /// Orders `graph`.
  ///
  /// - Parameters:
  ///   - graph: What is to be rendered.
  ///   - ports: Where the engine's channels are.
  ///   - latencies: Frames by which a node itself makes later what flows through it, where not 0.
  /// - Throws: `.graphInvalid` for a bus that does not exist, a node that takes no MIDI, too many
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
    entries = graph.nodes.indices.map { place in
      let node = graph.nodes[place]
      return Entry(
        id: node.id, layout: node.layout, isExtension: node.isExtension,
        level: levels.levels[place], inputs: router.inputs(of: place),
        midiSources: router.midiSources(of: place),
        isMIDISource: node.isMIDIOutput || links.midiSources.contains(place),
        latency: times.outputs[place])
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
  /// The channels of a bus among all channels, where these are the channel counts of the busses.
  func channels(ofBus bus: Int) -> Range<Int> {
    let start = self[..<bus].reduce(0, +)
    return start..<start + self[bus]
  }
}

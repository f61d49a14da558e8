internal import TenutoSystem
/// The connections between nodes by index, for repeated use.
struct GraphLinks {
  /// The audio connections that end at each node, in the order in which they were made.
  let audio: [[(source: Int, connection: Graph.AudioConnection)]]
  /// The MIDI connections that end at each node, in the order in which they were made.
  let midi: [[(source: Int, connection: Graph.MIDIConnection)]]
  /// The nodes whose MIDI output is read.
  let midiSources: Set<Int>

  /// Collects the connections of a graph.
  ///
  /// - Throws: `.graphInvalid` for a node that is not in the graph.
  init(_ graph: Graph) throws(HostError) {
    var audio = [[(source: Int, connection: Graph.AudioConnection)]](
      repeating: [], count: graph.nodes.count)
    var midi = [[(source: Int, connection: Graph.MIDIConnection)]](
      repeating: [], count: graph.nodes.count)
    /// Whether a connection is used: a muted source sends nothing, and a muted end of the graph
    /// gets nothing.
    func isHeard(_ source: Int, _ destination: Int) -> Bool {
      let end = graph.nodes[destination]
      return !graph.nodes[source].isMuted && !(end.isMuted && end.traits.isEnd)
    }
    for connection in graph.audioConnections {
      let (source, destination) = try graph.ends(connection.source, connection.destination)
      guard isHeard(source, destination) else { continue }
      audio[destination].append((source, connection))
    }
    for connection in graph.midiConnections {
      let (source, destination) = try graph.ends(connection.source, connection.destination)
      guard isHeard(source, destination) else { continue }
      midi[destination].append((source, connection))
    }
    self.audio = audio
    self.midi = midi
    midiSources = Set(midi.joined().map(\.source))
  }

  /// All nodes that must have rendered before a node.
  func sources(of index: Int) -> [Int] { audio[index].map(\.source) + midi[index].map(\.source) }
}

extension Graph {
  /// The indices of both ends of a connection.
  fileprivate func ends(
    _ source: NodeID, _ destination: NodeID
  ) throws(HostError) -> (Int, Int) {
    if let from = index(of: source), let to = index(of: destination) { return (from, to) }
    let names = [source, destination].map { self[$0]?.label ?? "node \($0.number)" }
    let missing = self[source] == nil ? source : destination
    throw HostError(
      .graphInvalid,
      "\(names[0]) → \(names[1]): node \(missing.number) is not in the graph")
  }

  /// The index of a node, which must be in the graph.
  func position(of node: NodeID) -> Int {
    guard let index = index(of: node) else { preconditionFailure("the node is not in this graph") }
    return index
  }
}

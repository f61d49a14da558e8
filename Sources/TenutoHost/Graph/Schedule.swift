internal import TenutoCore
internal import TenutoTransport

/// A graph put in order: which node renders at which depth, and from whom it takes its input.
struct Schedule: Sendable {
  struct Entry: Sendable {
    let instance: Instance
    let depth: Int
    /// Slots whose outputs are added up.
    let sources: [Int]
    let takesInput: Bool
    let isHeard: Bool
  }

  /// By slot; slots are in order of depth.
  let entries: [Entry]
  /// The slot of each node of the graph.
  let slots: [Int]
  /// The slots of each depth.
  let depths: [Range<Int>]

  /// Orders `graph`.
  ///
  /// - Throws: `.graphInvalid` for no nodes, a circle, whose way it names, or too many depths.
  init(_ graph: Graph) throws(HostError) {
    guard !graph.nodes.isEmpty else {
      throw HostError(.graphInvalid, "The graph has no nodes; add an instance first")
    }
    let depthOfNode = try Self.depths(of: graph)
    let order = graph.nodes.indices.sorted { (depthOfNode[$0], $0) < (depthOfNode[$1], $1) }
    var slots = [Int](repeating: 0, count: order.count)
    for (slot, node) in order.enumerated() { slots[node] = slot }
    self.slots = slots
    entries = order.map { index in
      let node = graph.nodes[index]
      return Entry(
        instance: node.instance, depth: depthOfNode[index],
        sources: node.sources.map { slots[$0.index] }, takesInput: node.isInput,
        isHeard: node.isOutput)
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

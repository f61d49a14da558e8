internal import TenutoSystem
internal import TenutoTransport

/// A topological order of the nodes, and the level of each node.
struct GraphLevels {
  /// The indices of all nodes, each after its sources.
  private(set) var order: [Int] = []
  /// By index: how many levels of extensions must be done before the node can begin.
  private(set) var levels: [Int]
  /// The number of levels with extensions.
  let extensionLevelCount: Int

  private enum Mark {
    case unseen
    case underWay
    case done
  }

  /// Orders a graph.
  ///
  /// - Throws: `.graphInvalid` for a cycle or too many levels.
  init(_ graph: Graph, _ links: GraphLinks) throws(HostError) {
    order = try Self.order(graph, links)
    var levels = [Int](repeating: 0, count: graph.nodes.count)
    for index in order {
      for source in links.sources(of: index) {
        levels[index] = max(
          levels[index], levels[source] + (graph.nodes[source].isExtension ? 1 : 0))
      }
    }
    self.levels = levels
    let deepest = graph.nodes.indices.filter { graph.nodes[$0].isExtension }.map { levels[$0] }
    extensionLevelCount = (deepest.max() ?? -1) + 1
    guard extensionLevelCount <= CyclePage.maximumDepthCount else {
      throw HostError(
        .graphInvalid,
        "A chain of \(extensionLevelCount) extensions is too long; "
          + "\(CyclePage.maximumDepthCount) are possible")
    }
  }

  /// Visits sources first, without recursion: a chain of host nodes may be as long as a graph.
  private static func order(_ graph: Graph, _ links: GraphLinks) throws(HostError) -> [Int] {
    var marks = [Mark](repeating: .unseen, count: graph.nodes.count)
    var order: [Int] = []
    for start in graph.nodes.indices where marks[start] == .unseen {
      var path: [(index: Int, sources: [Int])] = [(start, links.sources(of: start))]
      marks[start] = .underWay
      while let (index, left) = path.popLast() {
        var sources = left
        guard let source = sources.popLast() else {
          marks[index] = .done
          order.append(index)
          continue
        }
        path.append((index, sources))
        switch marks[source] {
        case .done: break
        case .underWay: throw cycle(to: source, path.map(\.index), graph)
        case .unseen:
          marks[source] = .underWay
          path.append((source, links.sources(of: source)))
        }
      }
    }
    return order
  }

  /// Names the nodes of a cycle; `path` runs against the signal flow.
  private static func cycle(to source: Int, _ path: [Int], _ graph: Graph) -> HostError {
    let start = path.firstIndex(of: source) ?? 0
    let way = [source] + path[start...].reversed()
    let names = way.map { graph.nodes[$0].name }
    return HostError(.graphInvalid, "A cycle: \(names.joined(separator: " → "))")
  }
}

internal import TenutoSystem
internal import TenutoTransport

/// An order in which nothing comes before what flows into it, and the level of each node.
struct GraphLevels {
  /// The places of all nodes, none before its sources.
  private(set) var order: [Int] = []
  /// By place: how many levels of extensions must be through before it can begin.
  private(set) var levels: [Int]
  /// Levels that have extensions.
  let extensionLevelCount: Int

  private enum Mark {
    case unseen
    case underWay
    case done
  }

  /// Orders a graph.
  ///
  /// - Throws: `.graphInvalid` for a circle or too many levels.
  init(_ graph: Graph, _ links: GraphLinks) throws(HostError) {
    order = try Self.order(graph, links)
    var levels = [Int](repeating: 0, count: graph.nodes.count)
    for place in order {
      for source in links.sources(of: place) {
        levels[place] = max(
          levels[place], levels[source] + (graph.nodes[source].isExtension ? 1 : 0))
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
      var path: [(place: Int, sources: [Int])] = [(start, links.sources(of: start))]
      marks[start] = .underWay
      while let (place, left) = path.popLast() {
        var sources = left
        guard let source = sources.popLast() else {
          marks[place] = .done
          order.append(place)
          continue
        }
        path.append((place, sources))
        switch marks[source] {
        case .done: break
        case .underWay: throw circle(to: source, path.map(\.place), graph)
        case .unseen:
          marks[source] = .underWay
          path.append((source, links.sources(of: source)))
        }
      }
    }
    return order
  }

  /// Says which way a circle goes; `path` goes against the flow.
  private static func circle(to source: Int, _ path: [Int], _ graph: Graph) -> HostError {
    let start = path.firstIndex(of: source) ?? 0
    let way = [source] + path[start...].reversed()
    let names = way.map { graph.nodes[$0].name }
    return HostError(.graphInvalid, "A circle: \(names.joined(separator: " → "))")
  }
}

/// The connections of gains between the client that feeds all and the client that receives all.
struct PeriodPatch {
  /// Nothing between root and sink, nodes in parallel, in series, or four chains of four into a mixer.
  enum Shape: String {
    case empty
    case wide
    case chain
    case patch
  }

  /// A connection; nil is the client "root" as a source, and "sink" as a destination.
  struct Connection {
    var source: Int?
    var destination: Int?
  }

  let shape: Shape
  let nodeCount: Int
  let connections: [Connection]

  /// Root and sink alone.
  static let empty = PeriodPatch(shape: .empty, nodeCount: 0, connections: [Connection()])

  /// `count` nodes in parallel.
  static func wide(_ count: Int) -> PeriodPatch {
    let connections = (0..<count).flatMap {
      [Connection(destination: $0), Connection(source: $0)]
    }
    return PeriodPatch(shape: .wide, nodeCount: count, connections: connections)
  }

  /// `count` nodes in series.
  static func chain(_ count: Int) -> PeriodPatch {
    let inner = (1..<max(1, count)).map { Connection(source: $0 - 1, destination: $0) }
    return PeriodPatch(
      shape: .chain, nodeCount: count,
      connections: [Connection(destination: 0)] + inner + [Connection(source: count - 1)])
  }

  /// Four chains of four, and a node that mixes them.
  static let patch = PeriodPatch(
    shape: .patch, nodeCount: 17,
    connections: (0..<16).map { node in
      Connection(source: node % 4 == 0 ? nil : node - 1, destination: node)
    } + [3, 7, 11, 15].map { Connection(source: $0, destination: 16) } + [Connection(source: 16)])

  /// A name for a figure, such as `wide, N = 8`.
  var name: String {
    switch shape {
    case .empty: "no node"
    case .wide, .chain: "\(shape.rawValue), N = \(nodeCount)"
    case .patch: "4 chains of 4"
    }
  }

  /// The lengths of the chains that render in parallel, one list after the other.
  var levels: [[Int]] {
    switch shape {
    case .empty: []
    case .wide: [Array(repeating: 1, count: nodeCount)]
    case .chain: [[nodeCount]]
    case .patch: [[4, 4, 4, 4], [1]]
    }
  }

  /// The number of chains.
  var chainCount: Int { levels.reduce(0) { $0 + $1.count } }

  /// Connections in the form of `tenuto-jack-floor`, where `client` names the JACK client of a
  /// node.
  func words(_ client: (Int) -> String) -> [String] {
    connections.map { connection in
      let source = connection.source.map(client) ?? "root"
      let destination = connection.destination.map(client) ?? "sink"
      return "\(source)>\(destination)"
    }
  }

  /// The words for a single client with all nodes.
  static func words(around client: String) -> [String] { ["root>\(client)", "\(client)>sink"] }
}

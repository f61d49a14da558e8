public import TenutoRender

/// A connection in JACK that the graph does not show: of a node's port to one of another program, or
/// of a single channel to another node.
public struct JACKPatch: Sendable, Hashable {
  /// The node.
  public let node: Graph.NodeID
  /// The short name of its port, such as `out_1`.
  public let port: String
  /// The full name of the port at the other end, "client:port".
  public let other: String
  /// Whether it comes into the node.
  public let isInput: Bool

  /// States a connection.
  public init(node: Graph.NodeID, port: String, other: String, isInput: Bool) {
    self.node = node
    self.port = port
    self.other = other
    self.isInput = isInput
  }
}

/// Connections that the user has made or removed in JACK.
public struct JACKPatchChange: Sendable {
  /// The engine's graph with what was patched between its nodes.
  public let graph: Graph
  /// Connections to ports of others, and of single channels, that are new.
  public let made: Set<JACKPatch>
  /// Removed connections; rules do not make them again.
  public let broken: Set<JACKPatch>
}

public import TenutoRender

/// A connection in JACK that the graph does not show: between a node's port and another program's,
/// or of a single channel to another node.
public struct JACKPatch: Sendable, Hashable {
  /// The node.
  public let node: Graph.NodeID
  /// The short name of its port, such as `out_1`.
  public let port: String
  /// The full name of the port at the other end, "client:port".
  public let other: String
  /// Whether it is an input of the node.
  public let isInput: Bool

  /// Creates a patch.
  public init(node: Graph.NodeID, port: String, other: String, isInput: Bool) {
    self.node = node
    self.port = port
    self.other = other
    self.isInput = isInput
  }
}

/// Connections that the user has made or removed in JACK.
public struct JACKPatchChange: Sendable {
  /// The engine's graph with the patches between its nodes.
  public let graph: Graph
  /// New connections to other programs' ports, and of single channels.
  public let made: Set<JACKPatch>
  /// Removed connections, which rules do not restore.
  public let broken: Set<JACKPatch>
}

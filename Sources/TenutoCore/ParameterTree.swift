/// A group of parameters.
///
/// The corresponding Audio Unit type is `AUParameterGroup`.
public struct ParameterGroup: Sendable, Equatable {
  /// Its position in the tree: identifiers separated by dots, such as `"filter.envelope"`.
  public let path: String
  /// The name shown to users.
  public let name: String

  /// Describes a group; the groups that its path goes through must be described too.
  public init(_ path: String, name: String) {
    self.path = path
    self.name = name
  }

  /// The path of the group that it is in; empty for the root.
  public var parentPath: String {
    path.lastIndex(of: ".").map { String(path[..<$0]) } ?? ""
  }
}

/// A component's parameters as the tree in which people see them.
///
/// The corresponding Audio Unit type is `AUParameterTree`.
public struct ParameterTree: Sendable, Equatable {
  /// A group with its content.
  public struct Node: Sendable, Equatable {
    /// The group; nil for the root.
    public let group: ParameterGroup?
    /// Groups in this group.
    public let groups: [Node]
    /// Parameters in this group.
    public let parameters: [Parameter]
  }

  /// The parameters without a group, and the top-level groups.
  public let root: Node

  /// Builds the tree; parameters of groups that are not described are in the root.
  public init(groups: [ParameterGroup], parameters: [Parameter]) {
    let known = Set(groups.map(\.path))
    func node(_ group: ParameterGroup?) -> Node {
      let path = group?.path ?? ""
      return Node(
        group: group,
        groups: groups.filter { $0.parentPath == path && !$0.path.isEmpty }.map(node),
        parameters: parameters.filter {
          $0.group == path || (path.isEmpty && !known.contains($0.group))
        })
    }
    root = node(nil)
  }
}

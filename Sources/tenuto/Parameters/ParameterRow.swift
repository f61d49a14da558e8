import TenutoCore

/// A line of a parameter tree: a group's heading, or a parameter.
struct ParameterRow {
  enum Content {
    case group(ParameterGroup)
    case parameter(Parameter)
  }
  let content: Content
  /// Number of enclosing groups.
  let depth: Int

  /// The parameter; nil for a heading.
  var parameter: Parameter? {
    if case .parameter(let parameter) = content { parameter } else { nil }
  }

  /// The identifier or the group's name, indented by two spaces for each enclosing group.
  var label: String {
    let text =
      switch content {
      case .group(let group): group.name
      case .parameter(let parameter): parameter.identifier
      }
    return String(repeating: "  ", count: depth) + text
  }

  /// Returns the rows of a tree, parameters of a group before its subgroups; with `showsHidden`
  /// also parameters that are hidden from users.
  static func rows(_ component: ComponentDescription, showsHidden: Bool) -> [ParameterRow] {
    rows(component.parameterTree.root, depth: 0, showsHidden: showsHidden)
  }

  private static func rows(
    _ node: ParameterTree.Node, depth: Int, showsHidden: Bool
  ) -> [ParameterRow] {
    let parameters = node.parameters.filter { showsHidden || !$0.flags.contains(.hidden) }
      .map { ParameterRow(content: .parameter($0), depth: depth) }
    let groups = node.groups.flatMap { node -> [ParameterRow] in
      let inner = rows(node, depth: depth + 1, showsHidden: showsHidden)
      guard let group = node.group, !inner.isEmpty else { return [] }
      return [ParameterRow(content: .group(group), depth: depth)] + inner
    }
    return parameters + groups
  }
}

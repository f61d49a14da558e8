internal import TenutoCore
internal import TenutoRender

extension Graph.Node {
  /// What people call the node's client: by its component, if it has one.
  var prettyName: String { NodePrettyName.make(name, component: instance?.description.name) }
}

/// The display name of a node's client, the same in every engine.
enum NodePrettyName {
  /// The component's name: "Sawtooth", "Sawtooth 2" for a node "sawtooth-2", and "Sawtooth (lead)"
  /// for a node with a name of its own.
  static func make(_ node: String, component: String?) -> String {
    guard let component else { return node }
    let (own, usual) = (words(of: node), words(of: component))
    if own == usual { return component }
    if own.dropLast() == usual[...], let number = own.last, Int(number) != nil {
      return "\(component) \(number)"
    }
    return "\(component) (\(node))"
  }

  private static func words(of name: String) -> [String] {
    name.lowercased().split { $0 == " " || $0 == "-" }.map(String.init)
  }
}

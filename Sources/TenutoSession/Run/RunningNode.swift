internal import TenutoCore
internal import TenutoRender

/// A node of a running session: its identifier in the graph and its supervision.
struct RunningNode: Sendable {
  let id: Graph.NodeID
  var part: Part

  enum Part: Sendable {
    case component(ComponentCare)
    case missing(MissingComponent)
    /// A host node with its parameters, which only mixers have.
    case host([Parameter])
  }

  var care: ComponentCare? {
    if case .component(let care) = part { return care }
    return nil
  }

  var missing: MissingComponent? {
    if case .missing(let missing) = part { return missing }
    return nil
  }

  /// The parameters, in the component's order.
  var parameters: [Parameter] {
    switch part {
    case .component(let care): care.description.parameters
    case .missing: []
    case .host(let parameters): parameters
    }
  }

  /// The value of a parameter that the session does not set.
  func baseline(of parameter: Parameter) -> Float {
    care?.baseline(of: parameter.address) ?? parameter.defaultValue
  }
}

extension RunningNode.Part {
  /// Creates the part for a host node.
  init(host content: Graph.Content) {
    if case .mixer(let mixer) = content {
      self = .host(MixerParameters.parameters(of: mixer))
    } else {
      self = .host([])
    }
  }
}

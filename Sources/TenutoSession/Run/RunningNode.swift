internal import TenutoCore
internal import TenutoRender

/// A node of a running session: its identifier in the graph and its supervision.
struct RunningNode: Sendable {
  let id: Graph.NodeID
  var part: Part

  enum Part: Sendable {
    case component(RunningComponent)
    case missing(MissingComponent)
    /// A host node with its parameters, which only mixers have.
    case host([Parameter])
  }

  var component: RunningComponent? {
    if case .component(let component) = part { return component }
    return nil
  }

  var missing: MissingComponent? {
    if case .missing(let missing) = part { return missing }
    return nil
  }

  /// The parameters, in the component's order.
  var parameters: [Parameter] {
    switch part {
    case .component(let component): component.description.parameters
    case .missing: []
    case .host(let parameters): parameters
    }
  }

  /// The value of a parameter that the session does not set.
  func baseline(of parameter: Parameter) -> Float {
    component?.baseline(of: parameter.address) ?? parameter.defaultValue
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

public import TenutoCore
internal import TenutoRender
public import TenutoSupervision

// Format 1 was a chain, as `tenuto play` makes one: MIDI enters at its head, sound leaves at its
// end. In format 2 these connections are explicit.

extension SessionReader {
  /// Reads format 1: a list of components in a chain.
  mutating func readChain(_ value: YAMLValue?) {
    guard let value else { return }
    var chain: [SessionNode] = []
    var positions: [String: TextPosition] = [:]
    for item in list(value, "chain", example: "[{code: aumu saw1 Tnto}]") {
      let entries = mapping(item, "chain", example: "{code: aumu saw1 Tnto, key: lead}")
      guard !entries.isEmpty, let node = link(entries, item, besides: chain) else { continue }
      positions[node.name] = item.position
      chain.append(node)
    }
    session.setChain(chain)
    for (index, node) in session.nodes.enumerated() {
      if let position = positions[node.name] { locations[.node(index)] = position }
    }
  }

  private mutating func link(
    _ entries: [YAMLEntry], _ item: YAMLValue, besides chain: [SessionNode]
  ) -> SessionNode? {
    let keys = keys(entries, of: .chainNode)
    guard let value = keys["code"] else {
      refuse(item.position, "a link of the chain needs 'code'; write {code: aumu saw1 Tnto}")
      return nil
    }
    guard let code = component(value, "code") else { return nil }
    let key = keys["key"].flatMap { text($0, "key") } ?? code.subtype.description
    let taken = Set(chain.map(\.name))
    var node = SessionNode(NodeName.make(of: key, besides: taken), .component(code))
    readCommon(keys, into: &node)
    return node
  }
}

extension Session {
  /// Converts a session kept by `tenuto play --session`.
  ///
  /// The chain becomes nodes with their states and values, connected as by `setChain`.
  ///
  /// - Parameters:
  ///   - document: The kept session.
  ///   - name: The new session's name.
  ///   - components: Finds the descriptions that give parameters their identifiers; the values of a
  ///     component that it does not know remain in the state only.
  public init(
    playing document: SessionDocument, name: String,
    components: (ComponentCode) -> ComponentDescription? = { _ in nil }
  ) {
    self.init(name: name)
    var chain: [SessionNode] = []
    for kept in document.nodes {
      let taken = Set(chain.map(\.name))
      var node = SessionNode(NodeName.make(of: kept.key, besides: taken), .component(kept.code))
      node.state = kept.state
      node.isBypassed = kept.isBypassed
      node.timing = NodeTiming(rawValue: kept.timing) ?? .sameCycle
      if let component = components(kept.code) {
        for value in kept.values {
          guard let parameter = component.parameter(at: value.address) else { continue }
          node.parameters[parameter.identifier] = value.value
        }
      }
      chain.append(node)
    }
    setChain(chain)
  }
}

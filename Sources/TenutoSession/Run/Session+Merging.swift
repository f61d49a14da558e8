internal import TenutoCore

extension Session {
  /// Applies the changes from `base` to `edited`, and keeps other changes to this session.
  ///
  /// An edit or its undo thus preserves values that controllers or the extensions themselves have
  /// changed in the meantime.
  func merging(_ edited: Session, since base: Session) -> Session {
    var result = edited
    if edited.name == base.name { result.name = name }
    if edited.engine == base.engine { result.engine = engine }
    for index in result.nodes.indices {
      let now = result.nodes[index]
      guard let old = base.node(named: now.name), let live = node(named: now.name) else { continue }
      result.nodes[index] = live.merging(now, since: old)
    }
    if edited.connections == base.connections { result.connections = connections }
    if edited.midiConnections == base.midiConnections { result.midiConnections = midiConnections }
    if edited.jackConnections == base.jackConnections { result.jackConnections = jackConnections }
    if edited.maps == base.maps { result.maps = maps }
    return result
  }
}

extension SessionNode {
  /// Merges as `Session.merging` does.
  fileprivate func merging(_ edited: SessionNode, since base: SessionNode) -> SessionNode {
    if edited == base { return self }
    var result = edited
    if edited.place == base.place { result.place = place }
    let isSameSound = edited.preset == base.preset && edited.state == base.state
    guard isSameSound else { return result }
    result.state = state
    result.parameters = parameters
    for key in Set(edited.parameters.keys).union(base.parameters.keys)
    where edited.parameters[key] != base.parameters[key] {
      result.parameters[key] = edited.parameters[key]
    }
    return result
  }
}

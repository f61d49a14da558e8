extension RunningSession {
  /// Notifies observers of the changes of a transition.
  func notify(_ transition: Transition) {
    if let renaming = transition.renaming {
      changes.notify(.nodeRenamed(renaming.old, to: renaming.new))
    }
    let base = transition.base.renamed(transition.renaming)
    let target = transition.target
    for link in base.links where !target.links.contains(link) {
      changes.notify(.disconnected(link))
    }
    for node in base.nodes where target.node(named: node.name) == nil {
      changes.notify(.nodeRemoved(node.name))
    }
    for node in target.nodes {
      guard let old = base.node(named: node.name) else {
        changes.notify(.nodeAdded(node.name))
        continue
      }
      if old != node { notifyNode(old, node) }
    }
    for link in target.links where !base.links.contains(link) { changes.notify(.connected(link)) }
    if base.maps != target.maps { changes.notify(.maps) }
  }

  private func notifyNode(_ old: SessionNode, _ new: SessionNode) {
    var withOldValues = new
    withOldValues.parameters = old.parameters
    if withOldValues != old { changes.notify(.nodeChanged(new.name)) }
    for (key, value) in new.parameters.sorted(by: { $0.key < $1.key })
    where old.parameters[key] != value {
      changes.notify(.parameter(node: new.name, parameter: key, value: value))
    }
  }
}

extension Session {
  /// Connections of all kinds.
  var links: [SessionLink] {
    connections.map(SessionLink.audio) + midiConnections.map(SessionLink.midi)
      + jackConnections.map(SessionLink.jack)
  }
}

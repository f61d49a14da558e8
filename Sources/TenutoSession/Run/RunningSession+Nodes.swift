internal import Synchronization
internal import TenutoCore
internal import TenutoRender
internal import TenutoSupervision
internal import TenutoSystem

extension SessionOptions {
  /// The supervision of a node.
  func supervision(of node: SessionNode) -> SupervisionPolicy {
    var policy = supervision
    if let spare = node.spare, policy.restartLimit > 0 { policy.spare = spare }
    if hasShadowsOnly && policy.spare != .shadow {
      policy.spare = .none
      policy.restartLimit = 0
    }
    return policy
  }
}

extension RunningSession {
  /// Starts to supervise the nodes of the current graph.
  func adopt(_ products: [String: NodeLaunch.Product], ids: [String: Graph.NodeID]) {
    let session = session
    for (name, product) in products.sorted(by: { $0.key < $1.key }) {
      guard let id = ids[name], let node = session.node(named: name) else { continue }
      let part: RunningNode.Part =
        switch product {
        case .component(let launched): .component(makeComponent(launched, of: node, id: id))
        default: product.provisionalPart
        }
      state.withLock { $0.nodes[name] = RunningNode(id: id, part: part) }
    }
  }

  private func makeComponent(
    _ launched: LaunchedComponent, of node: SessionNode, id: Graph.NodeID
  ) -> RunningComponent {
    RunningComponent(
      launched, name: node.name, slot: engine.slot(of: id), policy: options.supervision(of: node),
      RunningComponent.Listener(
        bundleFolder: options.bundleFolder,
        onChange: { [weak self] name in self?.notifyCondition(of: name) },
        onParameter: { [weak self] name, value in self?.take(value, of: name) },
        onState: { [weak self] isNew in self?.noteChange(isEdit: isNew) },
        onMessage: { [weak self] name, message in self?.notifyMessage(message, of: name) },
        onFault: options.onFault, onBundle: options.onBundle))
  }

  private func notifyCondition(of name: String) {
    guard let word = status(of: name)?.condition else { return }
    changes.notify(.condition(node: name, word))
  }

  /// Records a parameter change made by the extension.
  private func take(_ value: ParameterValue, of name: String) {
    let node = state.withLock { $0.nodes[name] }
    guard let parameter = node?.parameters.first(where: { $0.address == value.address }) else {
      return
    }
    if !parameter.flags.contains(.readOnly) {
      state.withLock { state in
        guard let index = state.session.nodes.firstIndex(where: { $0.name == name }) else { return }
        state.session.nodes[index].parameters[parameter.identifier] = value.value
      }
      noteChange()
    }
    changes.notify(.parameter(node: name, parameter: parameter.identifier, value: value.value))
  }

  // MARK: - Settings

  /// Applies a node's settings besides its state, if they differ from the defaults.
  func applySettings(of node: SessionNode) {
    guard let component = state.withLock({ $0.nodes[node.name] })?.component else { return }
    if node.isBypassed { component.supervisor?.isBypassed = true }
    if node.timing != .sameCycle { try? component.supervisor?.setTiming(node.timing) }
    let share = node.deadlineShare ?? session.engine.deadlineShare
    if let share { component.slot.setDeadlineShare(share) }
  }

  /// Applies the difference between two versions of a playing node.
  func applyDifference(from old: SessionNode, to new: SessionNode) {
    guard let running = state.withLock({ $0.nodes[new.name] }) else { return }
    if let component = running.component {
      if old.isBypassed != new.isBypassed { component.supervisor?.isBypassed = new.isBypassed }
      if old.timing != new.timing { try? component.supervisor?.setTiming(new.timing) }
      if old.spare != new.spare { component.setPolicy(options.supervision(of: new)) }
      if old.deadlineShare != new.deadlineShare {
        component.slot.setDeadlineShare(new.deadlineShare ?? session.engine.deadlineShare)
      }
      if old.preset != new.preset || old.state != new.state { reload(component, as: new) }
    }
    for parameter in running.parameters {
      let key = parameter.identifier
      guard old.parameters[key] != new.parameters[key] else { continue }
      let value = new.parameters[key] ?? running.baseline(of: parameter)
      _ = engine.schedule(
        .parameter(address: parameter.address, value: value), to: running.id, at: .immediately)
    }
  }

  /// Restores the state of an extension that an edit has changed.
  private func reload(_ component: RunningComponent, as node: SessionNode) {
    do throws(HostError) {
      try component.load { instance throws(HostError) in
        if let state = node.state {
          try instance.restore(state)
        } else if let preset = node.preset {
          try PresetChoice.find(preset, of: instance.description, users: options.userPresets)
            .apply(to: instance)
        } else {
          try instance.set(
            instance.description.defaultValues.filter { value in
              instance.description.parameter(at: value.address)?.flags.contains(.readOnly) == false
            })
        }
      }
    } catch {
      changes.notify(.notice("\(node.name): \(error.message)"))
    }
  }
}

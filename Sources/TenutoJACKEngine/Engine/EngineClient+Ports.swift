internal import Synchronization
internal import TenutoJACK

/// Adding and removing ports, and their description for other programs.
extension EngineClient {
  /// Registers the ports that `plan` adds; ports that it drops stay for now.
  ///
  /// If the client is not open, the plan applies at the next opening.
  ///
  /// - Returns: The ports of the plan, and the ports for `remove` to unregister once the render
  ///   thread no longer uses them.
  /// - Throws: The error of `registerPort`; nothing has changed then.
  func follow(_ plan: [PortPlan]) throws(JACKError) -> (ports: [JACKPort], leaving: [JACKPort]) {
    let (client, oldPlan, oldPorts) = state.withLock { ($0.client, $0.plan, $0.ports) }
    guard let client else {
      state.withLock { $0.plan = plan }
      return ([], [])
    }
    var old = Dictionary(
      uniqueKeysWithValues: zip(oldPlan, oldPorts).map { ($0.name, (plan: $0, port: $1)) })
    var (ports, new): ([JACKPort], [JACKPort]) = ([], [])
    do throws(JACKError) {
      for entry in plan {
        if let known = old[entry.name], known.plan.isSame(as: entry) {
          old[entry.name] = nil
          ports.append(known.port)
          continue
        }
        let port = try client.registerPort(
          entry.name, kind: entry.kind, direction: entry.direction)
        ports.append(port)
        new.append(port)
      }
    } catch {
      for port in new { try? client.unregisterPort(port) }
      throw error
    }
    state.withLock { state in
      state.plan = plan
      state.ports = ports
    }
    describe(client)
    return (ports, old.values.map(\.port))
  }

  /// Unregisters ports that no cycle uses.
  func remove(_ ports: [JACKPort]) {
    guard let client else { return }
    for port in ports { try? client.unregisterPort(port) }
  }

  /// Sets the client's display name; its name in JACK stays.
  func rename(_ prettyName: String) {
    let isNew = state.withLock { state in
      defer { state.prettyName = prettyName }
      return state.prettyName != prettyName
    }
    if isNew { try? client?.setPrettyName(prettyName) }
  }

  /// Sets display names, groups, the icon, and the order of ports.
  ///
  /// Has no effect on servers without metadata.
  func describe(_ client: JACKClient) {
    let (prettyName, plan, ports) = state.withLock { ($0.prettyName, $0.plan, $0.ports) }
    try? client.setPrettyName(prettyName)
    try? client.setIconName(ClientIcon.name)
    try? client.setProperty(
      .smallIcon, to: ClientIcon.picture, type: ClientIcon.type, of: .client)
    for (index, (entry, port)) in zip(plan, ports).enumerated() {
      try? client.setPrettyName(entry.prettyName, of: port)
      try? client.setOrder(index, of: port)
      if let group = entry.group { try? client.setGroup(group, of: port) }
      if let designation = entry.designation {
        try? client.setProperty(.designation, to: designation.uri, of: .port(port))
      }
      try? client.setAlias("\(prettyName):\(entry.longName ?? entry.prettyName)", of: port)
    }
  }
}

internal import TenutoJACK
internal import TenutoRender

/// JACK connects and disconnects without a fade: who is heard by nobody before or after has one.
extension GraphControl {
  /// Milliseconds that clients have to fall silent: a cycle or two.
  private static let fadePatience = 500

  /// Fades those clients out that lose all they flow into, and silences those that flow into nothing
  /// yet, which then fade in; these, to be let sound again afterwards.
  ///
  /// One that keeps some of its connections plays on.
  func fadeOut(_ toDo: GraphPatchbay.Work, _ work: Work) -> [GraphClient] {
    let now = Dictionary(grouping: work.patchbay.connections, by: \.source)
      .reduce(into: [Graph.NodeID: Set<PortConnection>]()) { connections, entry in
        if let node = entry.key.node { connections[node, default: []].formUnion(entry.value) }
      }
    let losing = Set(toDo.toDisconnect.compactMap(\.source.node)).filter { node in
      now[node]?.isSubset(of: toDo.toDisconnect) == true
    }
    let gaining = Set(toDo.toConnect.compactMap(\.source.node)).filter { now[$0] == nil }
    let clients = losing.union(gaining).compactMap { work.clients[$0] }
      .filter { $0.client.client?.isActive == true }
    for client in clients { client.words.isToFade = true }
    _ = Pause.until(milliseconds: Self.fadePatience) { clients.allSatisfy(\.words.isFadedOut) }
    return clients
  }

  /// Lets clients sound again, when the cycles know who is connected now.
  func fadeIn(_ clients: [GraphClient]) {
    guard !clients.isEmpty else { return }
    main.waitForCycle()
    for client in clients { client.words.isToFade = false }
  }
}

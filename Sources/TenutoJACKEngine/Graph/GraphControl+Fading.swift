internal import TenutoJACK
internal import TenutoRender

/// JACK connects and disconnects without a fade, so clients that gain their first connection or
/// lose their last one fade by themselves.
extension GraphControl {
  /// Milliseconds that clients have to fade out: a cycle or two.
  private static let fadeTimeout = 500

  /// Fades out the clients that lose all their connections, and silences the clients that gain
  /// their first one, which then fade in.
  ///
  /// Returns the clients to pass to `fadeIn`.
  ///
  /// A client that keeps some of its connections plays on.
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
    _ = Pause.until(milliseconds: Self.fadeTimeout) { clients.allSatisfy(\.words.isFadedOut) }
    return clients
  }

  /// Ends the silence of clients, once a cycle has run with the new connections.
  func fadeIn(_ clients: [GraphClient]) {
    guard !clients.isEmpty else { return }
    main.waitForCycle()
    for client in clients { client.words.isToFade = false }
  }
}

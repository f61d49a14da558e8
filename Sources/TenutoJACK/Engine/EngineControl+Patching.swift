internal import Synchronization
internal import TenutoHost

/// Connections.
extension EngineControl {
  /// Makes the connections of the chain, and those to the hardware where they are wanted.
  func patchFirst() {
    let plan = PatchPlan(
      nodes: nodes.map { NodePortPlan($0.instance) }, hasSong: player != nil)
    var cords = plan.chain
    if connectsHardware, let jack = nodes.first?.client.client {
      cords += plan.hardware(
        playback: (try? jack.physicalPlaybackPorts()) ?? [],
        sources: (try? jack.ports(kind: .midi, flags: .output)) ?? [],
        own: clients.compactMap(\.name))
    }
    report(cords.compactMap { patchbay.connect($0) })
    show()
  }

  /// Makes all connections again, after the clients have been opened again.
  func patchAgain() {
    report(patchbay.restore())
    show()
  }

  /// Tries the connections that wait for a port.
  func patchWaiting() {
    guard patchbay.hasWaiting else { return }
    patchbay.retry()
    show()
  }

  /// Takes what others have patched for what is wanted.
  func notePatches() {
    patchbay.refresh()
    show()
  }

  private func report(_ failures: [Patchbay.Failure]) {
    for failure in failures {
      events.yield(
        .connectionFailed(
          source: failure.connection.source, destination: failure.connection.destination,
          reason: failure.reason))
    }
  }

  private func show() {
    let (connections, reach) = (patchbay.connections, patchbay.reach)
    for node in nodes { node.follow(reach) }
    shown.withLock { $0.connections = connections }
  }
}

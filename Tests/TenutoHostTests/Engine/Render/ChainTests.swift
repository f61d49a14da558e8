import Glibc
import TenutoCore
import TestSupport
import Testing

@testable import TenutoHost

/// Chains in which each wakes the next.
struct ChainTests {
  /// Who is at rest as a part of a chain that is handed on, but for its head.
  private func followers(_ rig: Rig, _ graph: Graph) -> [Bool] {
    graph.nodeIDs.dropFirst().map { node in
      unsafe rig.graph.renderer.pointee.slots[rig.graph.slot(of: node)].chain.isHandedOn
    }
  }

  /// Whether all of them come to rest as one chain: one that was late is watched for a second before.
  private func isWhole(_ rig: Rig, _ graph: Graph) -> Bool {
    for _ in 0..<2000 {
      rig.render()
      if followers(rig, graph).allSatisfy({ $0 }) { return true }
    }
    return false
  }

  @Test(arguments: 1...3)
  func aChainIsWholeAgainAfterOneOfItWasLate(late: Int) throws {
    let graph = Graph(
      chain: [try .sine()] + (try (0..<4).map { _ in try Instance.faultyEffect() }))
    let rig = try Rig(graph)
    rig.play(69, on: graph.nodeIDs[0])
    #expect(isWhole(rig, graph))
    let process = rig.graph.instances[late].process.identifier
    kill(process, SIGSTOP)
    #expect(eventually { ProcessTable.state(process) == "T" })
    for _ in 0..<10 { rig.render(milliseconds: 5) }
    kill(process, SIGCONT)
    #expect(isWhole(rig, graph))
    let misses = rig.graph.readings().map(\.misses)
    for _ in 0..<50 { rig.render() }
    #expect(rig.graph.readings().map(\.misses) == misses)
  }
}

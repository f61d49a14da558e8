import Glibc
import TenutoCore
import TenutoProcess
import TestSupport
import Testing

@testable import TenutoRender
@testable import TenutoTransport

/// Chains whose members wake each other.
struct ChainTests {
  /// The members on the fast path of a linked chain, except its head.
  private func followers(_ rig: Rig, _ graph: Graph) -> [Bool] {
    graph.nodeIDs.dropFirst().map { node in
      unsafe rig.graph.renderer.pointee.slots[rig.graph.slotNumber(of: node)].chain.isHandedOn
    }
  }

  /// Whether all members settle as one chain; a late one is measured for a second before.
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

  /// Later the head would also wake it, and it could miss its order in each cycle.
  @Test func aLateMemberGetsTheOthersProgressBeforeTheHeadIsDone() throws {
    let graph = Graph(chain: [try .faulty(), try .faultyEffect()])
    let rig = try Rig(graph)
    #expect(isWhole(rig, graph))
    let (head, late) = (rig.graph.instances[0].process, rig.graph.instances[1].process)
    let memory = try #require(rig.graph.instances[1].renderMemory)
    ProcessTable.stop(late.identifier)
    for _ in 0..<3 { rig.render(milliseconds: 5) }
    ProcessTable.stop(head.identifier)
    let cycle = unsafe rig.graph.renderer.pointee.cycle &+ 1
    let wasReported = Locked(false)
    let other = TestThread {
      // While the host waits for the head.
      usleep(20_000)
      kill(late.identifier, SIGCONT)
      let isReported = eventually { memory.port.doneCycle == cycle }
      wasReported.withLock { $0 = isReported }
      kill(head.identifier, SIGCONT)
    }
    rig.render(milliseconds: 20_000)
    #expect(other.join())
    #expect(wasReported.withLock { $0 })
    #expect(isWhole(rig, graph))
  }
}

import Testing

@testable import TenutoRender

/// The assignment of chains to cores.
struct CorePlanTests {
  private func chain(_ numbers: [Int], load: UInt64) -> CorePlan.Chain {
    CorePlan.Chain(nodes: numbers.map(node), load: load)
  }

  private func core(_ number: Int, _ plan: CorePlan) -> Int? {
    plan.cores[node(number)]
  }

  private func node(_ number: Int) -> CorePlan.Node {
    CorePlan.Node(graph: 1, node: Graph.NodeID(number: number))
  }

  @Test func heavyChainsAreSharedOut() {
    let chains = [
      chain([1, 2], load: 30), chain([3, 4], load: 100), chain([5, 6], load: 60),
      chain([7, 8], load: 50),
    ]
    let plan = CorePlan(chains, cores: [0, 1])
    #expect(core(3, plan) == 0 && core(4, plan) == 0)
    #expect(core(5, plan) == 1 && core(6, plan) == 1)
    #expect(core(7, plan) == 1 && core(1, plan) == 0)
  }

  @Test func aChainKeepsItsCoresForLittleGain() {
    let before = CorePlan([chain([1, 2], load: 10), chain([3, 4], load: 9)], cores: [0, 1])
    let after = CorePlan(
      [chain([1, 2], load: 10), chain([3, 4], load: 11)], cores: [0, 1], current: before)
    #expect(after == before)
  }

  @Test func aChainMovesForMuchGain() {
    let chains = [chain([1, 2], load: 100), chain([3, 4], load: 90)]
    let both = CorePlan(chains, cores: [0])
    let plan = CorePlan(chains, cores: [0, 1], current: both)
    #expect(core(1, plan) != core(3, plan))
  }

  @Test func anOfflineCoreIsNoLongerUsed() {
    let chains = [chain([1, 2], load: 100), chain([3, 4], load: 90)]
    let plan = CorePlan(chains, cores: [1], current: CorePlan(chains, cores: [0, 1]))
    #expect(Set(plan.cores.values) == [1])
  }

  @Test func theRenderThreadsOwnCoreHasFewerNodes() {
    let chains = (1...8).map { chain([$0], load: 1) }
    let overhead = CorePlan.Overhead(node: 60, host: 40)
    let plan = CorePlan(chains, cores: [0, 1], overhead: overhead)
    #expect(plan.hostCore == 0)
    #expect(plan.cores.values.count { $0 == 0 } == 1)
    #expect(CorePlan(chains, cores: [0, 1], current: plan, overhead: overhead) == plan)
    #expect(CorePlan(chains, cores: [0, 1]).cores.values.count { $0 == 0 } == 4)
    // A single chain has its render thread with it.
    #expect(CorePlan([chain([1, 2], load: 1)], cores: [0, 1], overhead: overhead).hostCore == 0)
  }

  @Test func whatRendersFasterThanACoreWakesUpSharesACoreWithItsRenderThread() {
    let overhead = CorePlan.Overhead(node: 5, wakeUps: 40)
    let few = (1...8).map { chain([$0], load: 3) }
    let together = CorePlan(few, cores: [0, 1], overhead: overhead)
    #expect(together.hostCore == 0)
    #expect(Set(together.cores.values) == [0])
    let unknown = Array(few.dropLast()) + [chain([8], load: 0)]
    #expect(Set(CorePlan(unknown, cores: [0, 1], overhead: overhead).cores.values) == [0, 1])
    let many = (1...12).map { chain([$0], load: 3) }
    let spread = CorePlan(many, cores: [0, 1], overhead: overhead)
    #expect(spread.hostCore == 0)
    #expect(spread.cores.values.count { $0 == 0 } == 6)
    // A move must save a fifth of the cycle.
    let more = few + [chain([9], load: 3), chain([10], load: 3), chain([11], load: 3)]
    let kept = CorePlan(more, cores: [0, 1], current: spread, overhead: overhead)
    #expect(kept.cores == spread.cores.filter { more.flatMap(\.nodes).contains($0.key) })
  }

  @Test func aRenderThreadHasLessToDoForTheFollowersOfAChain() {
    let overhead = CorePlan.Overhead(node: 5, host: 6, follower: 2, wakeUps: 40)
    let serial = (0..<4).map { chain(Array(4 * $0 + 1...4 * $0 + 4), load: 4) }
    let plan = CorePlan(serial, cores: [0, 1], overhead: overhead)
    #expect(plan.hostCore == 0)
    #expect(plan.cores.values.count { $0 == 0 } == 4)
    let parallel = (1...16).map { chain([$0], load: 1) }
    let flat = CorePlan(parallel, cores: [0, 1], overhead: overhead)
    #expect(flat.cores.values.count { $0 == 0 } == 0)
    let few = (0..<2).map { chain([2 * $0 + 1, 2 * $0 + 2], load: 2) }
    #expect(Set(CorePlan(few, cores: [0, 1], overhead: overhead).cores.values) == [0])
    let heavy = (0..<4).map { chain(Array(4 * $0 + 1...4 * $0 + 4), load: 400) }
    #expect(CorePlan(heavy, cores: [0, 1], overhead: overhead).cores.values.contains(1))
  }

  @Test func aNodeOutsideChainsHasNoCore() {
    let before = CorePlan([chain([1, 2], load: 10)], cores: [0, 1])
    #expect(CorePlan([], cores: [0, 1], current: before) == CorePlan())
    #expect(CorePlan([chain([1, 2], load: 10)], cores: []).cores.isEmpty)
  }
}

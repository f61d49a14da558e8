import Glibc
import TenutoCore
import TenutoProcess
import TestSupport
import Testing

@testable import TenutoRender
@testable import TenutoTransport

/// How long the host waits, and for which node.
struct DeadlineTests {
  @Test func aDepthLeavesTheLaterOnesTheirTime() {
    // A single depth has all of the time.
    #expect(DepthBudget.window(available: 1600, own: 100, later: 0, laterCount: 0) == 1600)
    // The usual time of the others plus a half, and their shares of an eighth, are reserved.
    #expect(DepthBudget.window(available: 1600, own: 0, later: 200, laterCount: 1) == 1200)
    #expect(DepthBudget.window(available: 1600, own: 0, later: 0, laterCount: 3) == 1450)
    // A depth that takes most of the time is not limited to its usual time.
    #expect(DepthBudget.window(available: 1600, own: 1200, later: 100, laterCount: 1) == 1500)
    #expect(DepthBudget.window(available: 1600, own: 1500, later: 100, laterCount: 1) == 1600)
    // If little is left, it has half of that.
    #expect(DepthBudget.window(available: 1600, own: 100, later: 1200, laterCount: 3) == 250)
    // Whatever was measured, it has half of an equal share.
    #expect(DepthBudget.window(available: 1600, own: 0, later: 1 << 40, laterCount: 3) == 200)
  }

  /// Depths that are waited for together share their time.
  @Test func timesOfDepthsAreRememberedForAWhile() throws {
    let rig = try Rig(chain: [.faulty(), .faultyEffect(), .faultyEffect()])
    func expected() -> [UInt64] {
      (0..<3).map { unsafe rig.graph.renderer.pointee.plan.levels[$0].expected }
    }
    func note(_ nanoseconds: UInt64, of first: Int, through last: Int) {
      unsafe rig.graph.renderer.pointee.plan.note(nanoseconds, of: first, through: last)
    }
    note(100_000, of: 0, through: 0)
    #expect(expected() == [100_000, 0, 0])
    for _ in 0..<100 { note(50_000, of: 0, through: 0) }
    #expect((80_000..<84_000).contains(expected()[0]))
    for _ in 0..<1000 { note(50_000, of: 0, through: 0) }
    #expect((49_900...50_000).contains(expected()[0]))
    note(110_000, of: 0, through: 2)
    #expect(expected().reduce(0, +) == 110_000)
    #expect(expected()[1] >= 20_000 && expected()[2] >= 20_000)
  }

  @Test func aHungNodeTakesNoTimeFromLaterDepths() throws {
    var graph = Graph()
    let hung = graph.add(try .faulty())
    let source = graph.add(try .faulty())
    let effect = graph.add(try .faultyEffect())
    graph.connectOutput(of: hung)
    graph.connect(source, to: effect)
    graph.connectOutput(of: effect)
    let rig = try Rig(graph)
    for _ in 0..<5 { rig.render() }
    let process = rig.graph.instances[0].process
    ProcessTable.stop(process.identifier)
    defer { kill(process.identifier, SIGCONT) }
    // The host waits for it once, and the effect is still audible in that cycle.
    let heard = rig.render(milliseconds: 3000)
    let gone: [Float] = (1...64).map { frame in 0.5 * (1 - Float(frame) / 64) }
    #expect(heard == gone.map { $0 + 0.25 })
    for _ in 0..<5 { #expect(rig.render() == [Float](repeating: 0.25, count: 64)) }
    #expect(rig.graph.readings().map(\.misses) == [6, 0, 0])
  }

  @Test func aSeparateDeadlineIsEarlier() throws {
    let graph = Graph(chain: [try .faulty()])
    let node = graph.nodeIDs[0]
    let rig = try Rig(graph)
    let renderer = unsafe rig.graph.renderer
    let limit = MonotonicTime.after(milliseconds: 10_000)
    rig.graph.setDeadlineShare(0.2, node: node)
    unsafe renderer.pointee.render(frameCount: 48, until: limit, isRealtime: true)
    // Half of a period of a millisecond.
    let early = unsafe limit.nanoseconds - renderer.pointee.slots[0].limit
    #expect((499_990...500_010).contains(early))
    #expect(unsafe renderer.pointee.slots[0].wasHeard)
    rig.graph.setDeadlineShare(0.9, node: node)
    rig.render()
    #expect(unsafe renderer.pointee.slots[0].leadPerFrame == 0)
    rig.graph.setDeadlineShare(nil, node: node)
    rig.render()
    #expect(unsafe renderer.pointee.slots[0].leadPerFrame == 0)
  }

  @Test func anEarlyDeadlineDoesNotAffectALateOne() throws {
    var graph = Graph()
    let hung = graph.add(try .faulty())
    let other = graph.add(try .faulty())
    graph.connectOutput(of: hung)
    graph.connectOutput(of: other)
    let rig = try Rig(graph)
    rig.graph.setDeadlineShare(0.05, node: hung)
    rig.render()
    let process = rig.graph.instances[0].process
    ProcessTable.stop(process.identifier)
    defer { kill(process.identifier, SIGCONT) }
    for _ in 0..<3 { rig.render(milliseconds: 1000) }
    #expect(rig.graph.readings().map(\.misses) == [3, 0])
  }
}

import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSystem
import TenutoTransport
import TestSupport
import Testing

/// Replacements by ended instances, or by ones that are replaced soon.
struct ReplacementTests {
  @Test func aNewInstanceThatDiesAtOnceDelaysNoCycle() throws {
    var graph = Graph(chain: [try .faulty()])
    let other = graph.add(try .routing("aumu levl Test"))
    graph.connectOutput(of: other)
    let node = graph.nodeIDs[0]
    let rig = try Rig(graph)
    rig.render()
    let dead = try Instance.faulty()
    let left = Locked<[Instance]>([])
    let old = rig.graph.instances[0]
    try rig.graph.replace(node, with: dead) { instance in left.withLock { $0.append(instance) } }
    dead.process.terminate()
    rig.send(.parameter(address: 0, value: 0.125), to: other)
    #expect(
      eventually {
        rig.render()
        return left.withLock { $0.count == 1 }
      })
    #expect(left.withLock { $0[0] === old })
    rig.render()
    #expect(rig.render() == [Float](repeating: 0.125, count: 64))
    try rig.graph.replace(node, with: try .faulty()) { instance in
      left.withLock { $0.append(instance) }
    }
    #expect(eventually { rig.render().allSatisfy { $0 == 0.625 } })
    #expect(eventually { left.withLock { $0.last === dead } })
    #expect(rig.graph.readings()[1].misses == 0)
  }

  @Test func aDeadInstanceHasNoEffect() throws {
    let graph = Graph(chain: [try .faulty()])
    let rig = try Rig(graph)
    let dead = try Instance.faulty()
    dead.process.terminate()
    expectError(.extensionDied, "exited with code 0") {
      try rig.graph.replace(graph.nodeIDs[0], with: dead)
    }
    #expect(rig.graph.instances[0] !== dead)
    #expect(rig.render() == [Float](repeating: 0.5, count: 64))
  }

  @Test func concurrentReplacementsAllLeaveOnce() throws {
    let graph = Graph(chain: [try .faulty()])
    let rig = try Rig(graph)
    rig.render()
    let isOver = Locked(false)
    let prepared = rig.graph
    let thread = TestThread {
      while !isOver.withLock({ $0 }) {
        unsafe prepared.renderer.pointee.render(
          frameCount: 64, until: .after(milliseconds: 10_000), isRealtime: true)
      }
    }
    let left = Locked<[ObjectIdentifier]>([])
    var all = [prepared.instances[0]]
    for _ in 0..<12 {
      let new = try Instance.faulty()
      try prepared.replace(graph.nodeIDs[0], with: new) { instance in
        left.withLock { $0.append(ObjectIdentifier(instance)) }
      }
      all.append(new)
    }
    let leaving = all.dropLast().map(ObjectIdentifier.init)
    #expect(eventually { left.withLock { $0.count == leaving.count } })
    isOver.withLock { $0 = true }
    #expect(thread.join())
    #expect(left.withLock { Set($0) } == Set(leaving))
    #expect(rig.render() == [Float](repeating: 0.5, count: 64))
  }
}

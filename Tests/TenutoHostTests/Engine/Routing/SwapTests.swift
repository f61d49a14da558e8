import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSystem
import TestSupport
import Testing

/// The replacement of a playing instance.
struct SwapTests {
  @Test func aHeldNoteContinuesAndEnds() throws {
    let old = try Instance.routing("aumu levl Test")
    let graph = Graph(chain: [old])
    let node = graph.nodeIDs[0]
    let rig = try Rig(graph)
    rig.send(note(60), at: 5, to: node)
    rig.send(note(64), at: 6, to: node)
    rig.send(note(64, isOn: false), at: 7, to: node)
    rig.render()
    #expect(rig.render() == [Float](repeating: 0.25, count: 64))
    let new = try Instance.routing("aumu levl Test")
    let left = Locked<Instance?>(nil)
    try rig.graph.replace(node, with: new) { instance in left.withLock { $0 = instance } }
    // The level is the same before, during and after the fade, at any time.
    var cycles = 0
    let hasLeft = eventually {
      cycles += 1
      let samples = rig.render()
      #expect(samples.allSatisfy { abs($0 - 0.25) < 1e-6 })
      return left.withLock { $0 != nil }
    }
    #expect(hasLeft)
    #expect(left.withLock { $0 === old })
    #expect(rig.graph.instances[0] === new)
    rig.send(note(60, isOn: false), to: node)
    rig.render()
    #expect(rig.render() == [Float](repeating: 0, count: 64))
    #expect(rig.graph.readings()[0].misses == 0)
    #expect(rig.graph.readings()[0].badSamples == 0)
  }

  @Test func theFadeHasNoClick() throws {
    let graph = Graph(chain: [try .sine()])
    let node = graph.nodeIDs[0]
    let rig = try Rig(graph)
    rig.play(69, on: node)
    for _ in 0..<50 { rig.render() }
    var samples: [Float] = []
    for _ in 0..<10 { samples += rig.render() }
    let steps = zip(samples, samples.dropFirst()).map { abs($1 - $0) }
    let largest = steps.max() ?? 0
    let done = Locked(false)
    try rig.graph.replace(node, with: try .sine()) { _ in done.withLock { $0 = true } }
    var after = [samples.last ?? 0]
    #expect(
      eventually {
        after += rig.render()
        return done.withLock { $0 }
      })
    for _ in 0..<50 { after += rig.render() }
    #expect(after.allSatisfy { $0.isFinite })
    let jump = zip(after, after.dropFirst()).map { abs($1 - $0) }.max() ?? 1
    // A step of the tone, plus the fade's share: at most the whole range over 64 frames.
    #expect(jump < largest + 2.0 / 64, "\(jump) after \(largest)")
    #expect(after.suffix(64).contains { abs($0) > 0.01 })
  }

  @Test func aDeadInstanceIsReplaced() throws {
    let graph = Graph(chain: [try .faulty()])
    let node = graph.nodeIDs[0]
    let rig = try Rig(graph)
    rig.render()
    rig.graph.instances[0].process.terminate()
    rig.render()
    try rig.graph.replace(node, with: try .faulty())
    #expect(eventually { rig.render().allSatisfy { $0 == 0.5 } })
  }

  @Test func aSecondReplacementTakesThePlaceOfTheFirst() throws {
    let graph = Graph(chain: [try .faulty()])
    let node = graph.nodeIDs[0]
    let rig = try Rig(graph)
    rig.render()
    let first = try Instance.faulty()
    let second = try Instance.faulty()
    let left = Locked<[Instance]>([])
    try rig.graph.replace(node, with: first) { instance in left.withLock { $0.append(instance) } }
    try rig.graph.replace(node, with: second) { instance in left.withLock { $0.append(instance) } }
    #expect(
      eventually {
        rig.render()
        return left.withLock { $0.count == 2 }
      })
    #expect(left.withLock { $0.contains { $0 === first } })
    #expect(rig.render() == [Float](repeating: 0.5, count: 64))
    rig.graph.release()
  }

  @Test func anotherLayoutIsRefused() throws {
    let graph = Graph(chain: [try .faulty()])
    let rig = try Rig(graph)
    expectError(.formatRefused, "has other channels") {
      try rig.graph.replace(graph.nodeIDs[0], with: try .faultyEffect())
    }
    #expect(rig.render() == [Float](repeating: 0.5, count: 64))
  }
}

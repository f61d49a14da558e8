import Glibc
import Synchronization
import TenutoCore
import TenutoProcess
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoRender

/// The end of an instance with a spare.
struct SpareTests {
  private struct Scene {
    let rig: Rig
    let node: Graph.NodeID
    let old: Instance

    /// A level that notes make, and a sine next to it.
    init() throws {
      old = try Instance.routing("aumu levl Test")
      var graph = Graph(chain: [old])
      node = graph.nodeIDs[0]
      let sine = graph.add(try .sine())
      graph.connectOutput(of: sine)
      rig = try Rig(graph)
      rig.play(69, on: sine)
    }

    /// Ends the process of an instance, and returns once the host knows.
    func end(_ instance: Instance) {
      kill(instance.process.identifier, SIGKILL)
      #expect(eventually { instance.process.exit != nil })
    }

    func render(_ count: Int = 1) -> [Float] {
      (0..<count).flatMap { _ in rig.render(isRealtime: false) }
    }
  }

  private func sine(cycles: Int) throws -> [Float] {
    let graph = Graph(chain: [try .sine()])
    let rig = try Rig(graph)
    rig.play(69, on: graph.nodeIDs[0])
    return (0..<cycles).flatMap { _ in rig.render(isRealtime: false) }
  }

  @Test func aHeldNoteIsBackAtTheSecondBoundaryAndEnds() throws {
    let scene = try Scene()
    let spare = try Instance.routing("aumu levl Test")
    let taken = Locked<[Instance]>([])
    try scene.rig.graph.setSpare(spare, node: scene.node) { old in
      taken.withLock { $0.append(old) }
    }
    scene.rig.send(note(60), to: scene.node)
    var heard = scene.render(5)
    scene.end(scene.old)
    heard += scene.render(8)
    scene.rig.send(note(60, isOn: false), to: scene.node)
    heard += scene.render(2)
    let fade: [Float] = (1...64).map { frame in Float(frame) / 64 }
    var own = [Float](repeating: 0.25, count: 5 * 64)
    own += fade.map { gain in 0.25 * (1 - gain) }
    own += fade.map { gain in 0.25 * gain }
    own += [Float](repeating: 0.25, count: 6 * 64)
    own += [Float](repeating: 0, count: 2 * 64)
    #expect(heard == zip(own, try sine(cycles: 15)).map { $0 + $1 })
    #expect(eventually { taken.withLock { $0.count == 1 } })
    #expect(taken.withLock { $0.first === scene.old })
    #expect(scene.rig.graph.instances[0] === spare)
    let readings = scene.rig.graph.readings()
    #expect(readings[0].misses == 1)
    #expect(readings[1].misses == 0)
    scene.rig.graph.release()
    #expect(taken.withLock { $0.count == 1 })
  }

  @Test func aSpareThatDiesFirstLeavesThingsAsTheyAre() throws {
    let scene = try Scene()
    let spare = try Instance.routing("aumu levl Test")
    let taken = Locked(0)
    try scene.rig.graph.setSpare(spare, node: scene.node) { _ in taken.withLock { $0 += 1 } }
    scene.rig.send(note(60), to: scene.node)
    _ = scene.render(3)
    scene.end(spare)
    scene.end(scene.old)
    _ = scene.render(6)
    let third = try Instance.routing("aumu levl Test")
    try scene.rig.graph.setSpare(third, node: scene.node) { _ in taken.withLock { $0 += 1 } }
    _ = scene.render(4)
    #expect(eventually { taken.withLock { $0 == 1 } })
    #expect(scene.rig.graph.instances[0] === third)
  }

  @Test func successiveSparesLeakNoProcess() throws {
    let scene = try Scene()
    let taken = Locked(0)
    let spares = try (0..<3).map { _ in try Instance.routing("aumu levl Test") }
    for spare in spares {
      try scene.rig.graph.setSpare(spare, node: scene.node) { _ in taken.withLock { $0 += 1 } }
    }
    _ = scene.render(2)
    try scene.rig.graph.setSpare(nil, node: scene.node)
    _ = scene.render(2)
    // A layout can only be changed after deallocation.
    for spare in spares {
      #expect(eventually { (try? spare.setLayout(spare.layout)) != nil })
    }
    #expect(scene.rig.graph.state.withLock { $0.spares.isEmpty })
    scene.end(scene.old)
    _ = scene.render(4)
    #expect(taken.withLock { $0 == 0 })
    scene.rig.graph.release()
  }

  @Test func releaseAlsoReleasesLeavingInstances() throws {
    let scene = try Scene()
    let left = Locked<[Instance]>([])
    let spare = try Instance.routing("aumu levl Test")
    try scene.rig.graph.setSpare(spare, node: scene.node) { old in
      left.withLock { $0.append(old) }
    }
    try scene.rig.graph.replace(scene.node, with: try .routing("aumu levl Test")) { old in
      left.withLock { $0.append(old) }
    }
    scene.rig.graph.release()
    #expect(left.withLock { $0.count == 1 && $0[0] === scene.old })
    #expect((try? spare.setLayout(spare.layout)) != nil)
  }

  @Test func aParkedInstanceSleepsThroughTheCycles() throws {
    let scene = try Scene()
    let spare = try Instance.routing("aumu levl Test")
    try scene.rig.graph.setSpare(spare, node: scene.node)
    _ = scene.render(2)
    let port = unsafe scene.rig.graph.renderer.pointee.slots[0].spare?.pointee.port
    let seen = port?.doneCycle
    _ = scene.render(50)
    #expect(port?.doneCycle == seen)
  }
}

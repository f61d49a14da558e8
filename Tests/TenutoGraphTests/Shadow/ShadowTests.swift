import Foundation
import TenutoCore
import TenutoMIDI
import TenutoProcess
import TenutoSystem
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoRender

/// A second process of a node continues with the same sample when the first one ends.
@Suite(.serialized)
struct ShadowTests {
  /// The end of the first process.
  enum End: Int, CaseIterable, CustomTestStringConvertible {
    case segmentationFault = 1
    case abort, exit
    case spin = 5
    case stop = 7
    case nonsense = 20
    case crashInHandle

    var testDescription: String { "\(self)" }
  }

  /// Kills of each kind: a few, or as many as `make kills` wants.
  private static let killCount = number("TENUTO_KILLS") ?? 3
  /// Makes the kills of several runs differ.
  private static let killSeed = UInt64(number("TENUTO_KILLS_SEED") ?? 0) << 32

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
  }

  @Test(arguments: End.allCases)
  func theSoundIsTheSameForAnyEnd(_ end: End) throws {
    let whole = try ShadowScene.trapped().play(cycles: 120)
    var random = SeededRandom(seed: Self.killSeed + UInt64(end.rawValue))
    for _ in 0..<Self.killCount {
      let frame = Int.random(in: 64 * 10..<64 * 100, using: &random)
      let scene = try ShadowScene.trapped(end, at: frame)
      try scene.addShadow()
      let heard = scene.play(cycles: 120)
      #expect(heard == whole, "\(end) at \(frame)")
      #expect(scene.reading.takeovers == 1)
      #expect(scene.reading.misses == 0)
    }
  }

  /// Kills at random moments of random cycles, between cycles too, with a new shadow after each.
  @Test(arguments: ShadowScene.Subject.all, [SIGKILL, SIGSEGV, SIGSTOP])
  func shippedComponentsGoOn(_ subject: ShadowScene.Subject, _ signal: Int32) throws {
    let whole = try ShadowScene(subject).play(cycles: 450)
    #expect(whole.contains { $0 != 0 })
    var random = SeededRandom(seed: Self.killSeed + UInt64(signal))
    var left = Self.killCount
    while left > 0 {
      let kills = min(left, 10)
      left -= kills
      let scene = try ShadowScene(subject)
      try scene.addShadow()
      var next = 20
      var count = 0
      let heard = scene.play(cycles: 450) { cycle in
        if cycle == next - 10 && count > 0 {
          do { try scene.addShadow() } catch { Issue.record(error) }
        }
        guard cycle == next, count < kills else { return }
        count += 1
        next += Int.random(in: 20...40, using: &random)
        scene.end(with: signal, after: Int.random(in: 0..<200, using: &random))
      }
      #expect(heard == whole, "after \(left) others")
      #expect(scene.reading.takeovers == UInt64(kills))
      #expect(scene.reading.misses == 0)
    }
  }

  /// Three neighbours end in one cycle, in different ways.
  @Test(arguments: [
    [End.spin, .segmentationFault, .nonsense], [.stop, .spin, .abort], [.exit, .exit, .exit],
  ])
  func neighboursThatEndInOneCycleGoOn(_ ends: [End]) throws {
    let whole = try trio([nil, nil, nil])
    #expect(whole.samples.contains { $0 != 0 })
    let ended = try trio(ends)
    #expect(ended.samples == whole.samples)
    #expect(ended.takeovers == [1, 1, 1])
    #expect(ended.misses == [0, 0, 0])
  }

  private func trio(
    _ ends: [End?]
  ) throws -> (samples: [Float], takeovers: [UInt64], misses: [UInt64]) {
    var graph = Graph()
    let nodes = try ends.map { end in
      let instance = try Instance.trapped(end, at: 64 * 30)
      instance.keepsCycles = true
      let node = graph.add(instance)
      graph.connectOutput(of: node)
      return node
    }
    let rig = try Rig(graph)
    defer {
      rig.graph.release()
      rig.graph.instances.forEach { $0.terminate() }
    }
    for node in nodes {
      try rig.graph.setShadow(.trapped(nil, at: 0), node: node) { $0.terminate() }
    }
    var samples: [Float] = []
    for cycle in 0..<60 {
      for (index, node) in nodes.enumerated() where cycle % 10 == 3 {
        rig.play(UInt8(40 + index + cycle), on: node)
      }
      samples += rig.render(isRealtime: false)
    }
    let readings = nodes.map { rig.graph.counters(of: $0) }
    return (samples, readings.map(\.takeovers), readings.map(\.misses))
  }

  /// Two effects of one chain have separate shadows, and end in one cycle.
  @Test func nodesOfOneChainGoOn() throws {
    let whole = try chain { _, _ in }
    #expect(whole.contains { $0 != 0 })
    let ended = try chain { rig, nodes in
      for node in nodes { kill(rig.graph.slot(of: node).instance.process.identifier, SIGKILL) }
    }
    #expect(ended == whole)
  }

  private func chain(_ body: (Rig, [Graph.NodeID]) -> Void) throws -> [Float] {
    let programs =
      [
        ("Sawtooth", "aumu saw1 Tnto"), ("Delay", "aufx dely Tnto"), ("Reverb", "aufx rvrb Tnto"),
      ] as [(String, ComponentCode)]
    func make(_ index: Int) throws -> Instance {
      let instance = try Instance(built: programs[index].0, programs[index].1)
      instance.keepsCycles = true
      return instance
    }
    let graph = Graph(chain: try programs.indices.map(make))
    let rig = try Rig(graph)
    defer {
      rig.graph.release()
      rig.graph.instances.forEach { $0.terminate() }
    }
    for (index, node) in graph.nodeIDs.enumerated() {
      try rig.graph.setShadow(make(index), node: node) { $0.terminate() }
    }
    var samples: [Float] = []
    for cycle in 0..<200 {
      if cycle % 40 == 0 { rig.play(UInt8(50 + cycle / 10), on: graph.nodeIDs[0]) }
      if cycle == 90 { body(rig, graph.nodeIDs) }
      samples += rig.render(isRealtime: false)
    }
    let readings = graph.nodeIDs.map { rig.graph.counters(of: $0) }
    #expect(readings.allSatisfy { $0.misses == 0 })
    return samples
  }

  /// A shadow that is not deterministic fades in over 64 frames, within the cycle.
  @Test func aShadowOfANoiseFadesIn() throws {
    var graph = Graph()
    let first = try Instance.faulty()
    #expect(!first.description.isDeterministic)
    first.keepsCycles = true
    let node = graph.add(first)
    graph.connectOutput(of: node)
    let rig = try Rig(graph)
    defer {
      rig.graph.release()
      rig.graph.instances.forEach { $0.terminate() }
    }
    try rig.graph.setShadow(.faulty(), node: node) { $0.terminate() }
    for _ in 0..<20 { rig.render(isRealtime: false) }
    kill(first.process.identifier, SIGKILL)
    let heard = rig.render(isRealtime: false)
    let reading = rig.graph.counters(of: node)
    #expect(reading.takeovers == 1)
    #expect(reading.misses == 0)
    #expect(heard.contains { $0 != 0 })
  }

  /// Each new shadow gets all cycles so far, and the next fault is inaudible as well.
  @Test func faultAfterFaultIsUnheard() throws {
    let whole = try ShadowScene.trapped().play(cycles: 400)
    let scene = try ShadowScene.trapped()
    try scene.addShadow()
    let heard = scene.play(cycles: 400) { cycle in
      guard cycle % 50 == 49, cycle < 380 else { return }
      if cycle > 49 {
        do { try scene.addShadow() } catch { Issue.record(error) }
      }
      scene.end(with: SIGKILL, after: cycle / 8)
    }
    #expect(heard == whole)
    #expect(scene.reading.takeovers == 7)
    #expect(scene.reading.misses == 0)
  }

  /// A shadow that joins late has rendered all that its node has.
  @Test func aShadowCatchesUpWithEarlierCycles() throws {
    let whole = try ShadowScene.trapped().play(cycles: 200)
    let scene = try ShadowScene.trapped()
    let heard = scene.play(cycles: 200) { cycle in
      if cycle == 90 {
        do { try scene.addShadow() } catch { Issue.record(error) }
      }
      if cycle == 150 { scene.end(with: SIGKILL, after: 0) }
    }
    #expect(heard == whole)
    #expect(scene.reading.takeovers == 1)
  }

  /// A late node renders a cycle after its deadline, or skips it if it wakes up in a later one.
  @Test func aShadowFollowsANodeThatWasLate() throws {
    let scene = try ShadowScene.trapped()
    var random = SeededRandom(seed: 4)
    for _ in 0..<20 {
      _ = scene.play(cycles: 7)
      let process = scene.first.process.identifier
      let isStopped = Bool.random(using: &random)
      if isStopped { ProcessTable.stop(process) }
      for _ in 0..<3 {
        scene.rig.play(UInt8.random(in: 40...80, using: &random), at: 5, on: scene.node)
        scene.rig.render(ShadowScene.frameCount, milliseconds: 0)
      }
      if isStopped { kill(process, SIGCONT) }
    }
    #expect(scene.reading.misses > 20)
    try scene.addShadow()
    let heard = scene.play(cycles: 60)
    #expect(heard.contains { $0 != 0 })
    #expect(scene.reading.hasShadow)
    scene.end(with: SIGKILL, after: 0)
    _ = scene.play(cycles: 60)
    #expect(scene.reading.takeovers == 1)
  }

  /// Changes other than events are known only to the node.
  @Test func aNodeThatWasChangedByRequestHasNoExactShadow() throws {
    let scene = try ShadowScene.trapped()
    try scene.addShadow()
    _ = scene.play(cycles: 20)
    #expect(scene.reading.hasShadow)
    try scene.first.set(1, to: 0.25)
    _ = scene.play(cycles: 20)
    #expect(!scene.reading.hasShadow)
    scene.end(with: SIGKILL, after: 0)
    _ = scene.play(cycles: 20)
    #expect(scene.reading.takeovers == 0)
    #expect(scene.reading.misses > 0)
    // It takes over like a spare.
    #expect(scene.play(cycles: 20).contains { $0 != 0 })
  }

  @Test func bothKilledTogetherIsAMiss() throws {
    let scene = try ShadowScene.trapped()
    let shadow = try scene.addShadow()
    _ = scene.play(cycles: 20)
    kill(shadow.process.identifier, SIGKILL)
    scene.end(with: SIGKILL, after: 0)
    #expect(eventually { shadow.process.exit != nil && scene.first.process.exit != nil })
    _ = scene.play(cycles: 5)
    #expect(scene.reading.misses > 0)
  }

  /// A component with a false claim of determinism is detected, and does not count as an exact
  /// shadow.
  @Test func aShadowThatSoundsOtherwiseIsNotExact() throws {
    let scene = try ShadowScene.trapped()
    let shadow = try scene.make()
    try shadow.set(1, to: 0.75)
    try scene.rig.graph.setShadow(shadow, node: scene.node)
    _ = scene.play(cycles: 40)
    #expect(!scene.reading.hasShadow)
  }
}

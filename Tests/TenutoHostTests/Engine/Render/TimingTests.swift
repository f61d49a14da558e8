import Glibc
import TenutoCore
import TenutoProcess
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoRender

/// Nodes that play one period later.
struct TimingTests {
  private struct Scene {
    let rig: Rig
    let source: Graph.NodeID
    let effect: Graph.NodeID

    /// A source that encodes the time, and an effect that halves it.
    init() throws {
      var graph = Graph()
      source = graph.add(try .faulty())
      effect = graph.add(try .faultyEffect())
      graph.connect(source, to: effect)
      graph.connectOutput(of: effect)
      rig = try Rig(graph)
      rig.send(.coded, to: source)
    }

    /// Renders a cycle and waits until every node has rendered it, so that none is late.
    func render(_ frameCount: Int, isRealtime: Bool) -> [Float] {
      let heard = rig.render(frameCount, isRealtime: isRealtime)
      let renderer = unsafe rig.graph.renderer
      for slot in 0..<2 {
        #expect(
          eventually {
            unsafe renderer.pointee.slots[slot].port.doneCycle == renderer.pointee.cycle
          })
      }
      return heard
    }
  }

  private func half(_ frames: Range<Int>) -> [Float] { frames.map { Float($0) / 65536 / 2 } }

  @Test(arguments: [true, false])
  func aPeriodIsAsManyFramesWhateverTheCyclesHave(isRealtime: Bool) throws {
    let scene = try Scene()
    scene.rig.graph.setTiming(.onePeriodLater, node: scene.effect)
    #expect(scene.rig.graph.latency(of: scene.effect) == 64)
    #expect(scene.rig.graph.timing(of: scene.effect) == .onePeriodLater)
    var random = SeededRandom(seed: 3)
    var heard: [Float] = []
    for _ in 0..<100 {
      heard += scene.render(Int.random(in: 1...64, using: &random), isRealtime: isRealtime)
    }
    #expect(heard == [Float](repeating: 0, count: 64) + half(0..<heard.count - 64))
    #expect(scene.rig.graph.readings().map(\.misses) == [0, 0])
  }

  @Test func aPauseOfTheClockChangesNothing() throws {
    let scene = try Scene()
    scene.rig.graph.setTiming(.onePeriodLater, node: scene.effect, periodFrames: 50)
    var heard: [Float] = []
    for cycle in 0..<60 {
      // Including cycles that are longer than the period, for which the host waits.
      heard += scene.render(cycle % 7 == 6 ? 64 : 50, isRealtime: cycle / 5 % 2 == 0)
    }
    #expect(heard == [Float](repeating: 0, count: 50) + half(0..<heard.count - 50))
  }

  @Test func theSwitchFadesBothWays() throws {
    let scene = try Scene()
    for _ in 0..<4 { _ = scene.render(64, isRealtime: true) }
    scene.rig.graph.setTiming(.onePeriodLater, node: scene.effect)
    let last = Float(255) / 65536 / 2
    let gone: [Float] = (1...64).map { frame in last * (1 - Float(frame) / 64) }
    #expect(scene.render(64, isRealtime: true) == gone)
    #expect(scene.render(64, isRealtime: true) == half(256..<320))
    scene.rig.graph.setTiming(.sameCycle, node: scene.effect)
    #expect(scene.rig.graph.latency(of: scene.effect) == 0)
    let anchor = Float(319) / 65536 / 2
    let heard = scene.render(64, isRealtime: true)
    let mixed: [Float] = half(384..<448).enumerated().map { frame, sample in
      let gain = Float(frame + 1) / 64
      return anchor * (1 - gain) + sample * gain
    }
    #expect(heard == mixed)
    #expect(scene.render(64, isRealtime: true) == half(448..<512))
  }

  @Test func aBypassedNodeIsDryAndAsLate() throws {
    let scene = try Scene()
    scene.rig.graph.setTiming(.onePeriodLater, node: scene.effect)
    scene.rig.graph.setBypass(true, node: scene.effect)
    var heard: [Float] = []
    for _ in 0..<6 { heard += scene.render(64, isRealtime: true) }
    #expect(Array(heard[128...]) == half(64..<320).map { $0 * 2 })
  }

  @Test func aNodeThatHangsIsNotWaitedForAndIsDryAsLate() throws {
    let scene = try Scene()
    scene.rig.graph.setTiming(.onePeriodLater, node: scene.effect)
    for _ in 0..<3 { _ = scene.render(64, isRealtime: true) }
    let process = scene.rig.graph.instances[1].process
    ProcessTable.stop(process.identifier)
    var heard: [Float] = []
    // A wait would last for minutes, which the tests' duration would show.
    for _ in 0..<5 { heard += scene.rig.render(milliseconds: 3_600_000) }
    #expect(Array(heard[192...]) == half(320..<448).map { $0 * 2 })
    kill(process.identifier, SIGCONT)
    #expect(scene.rig.graph.counters(of: scene.effect).missesInRow >= 3)
    #expect(scene.rig.graph.counters(of: scene.source).misses == 0)
  }
}

import TenutoCore
import TenutoProcess
import TestSupport
import Testing

@testable import TenutoRender

/// NaN, infinite and far too loud output, and impossible reports.
struct GuardTests {
  private func scene() throws -> (rig: Rig, node: Graph.NodeID) {
    let graph = Graph(chain: [try .faulty()])
    return (try Rig(graph), graph.nodeIDs[0])
  }

  private func reading(_ rig: Rig, _ node: Graph.NodeID) -> NodeReading {
    rig.graph.counters(of: node)
  }

  @Test func threeBadBlocksMuteAndASecondOfCleanOnesUnmutes() throws {
    let (rig, node) = try scene()
    rig.render()
    rig.send(.fault(1), at: 32, to: node)
    rig.render()
    rig.render()
    #expect(!reading(rig, node).isMuted)
    rig.render()
    #expect(reading(rig, node).isMuted)
    #expect(reading(rig, node).badBlocks == 3)
    rig.send(.fault(0), to: node)
    // 48,000 frames are 750 cycles; the fade comes with the last of them.
    for cycle in 0..<749 {
      let isSilent = rig.render().allSatisfy { $0 == 0 }
      #expect(isSilent, "\(cycle)")
    }
    let back = (1...64).map { frame in 0.5 * (1 - Float(64 - frame) / 64) }
    #expect(rig.render() == back)
    #expect(rig.render() == [Float](repeating: 0.5, count: 64))
    #expect(!reading(rig, node).isMuted)
    #expect(reading(rig, node).mutes == 1)
  }

  @Test func tenMillisecondsAboveTheCeilingMuteAndControlUnmutes() throws {
    let (rig, node) = try scene()
    rig.send(.fault(5), to: node)
    for _ in 0..<7 { rig.render() }
    #expect(!reading(rig, node).isMuted)
    rig.render()
    #expect(reading(rig, node).isMuted)
    #expect(rig.render().allSatisfy { $0 == 0 })
    rig.send(.fault(0), to: node)
    rig.render()
    rig.graph.unmute(node)
    rig.render()
    #expect(rig.render() == [Float](repeating: 0.5, count: 64))
    #expect(!reading(rig, node).isMuted)
  }

  @Test(arguments: [7, 8])
  func missingOutputIsAMissAndNeverPlayedLater(fault: Int) throws {
    let (rig, node) = try scene()
    rig.render()
    rig.send(.fault(fault), to: node)
    let gone = (1...64).map { frame in 0.5 * (1 - Float(frame) / 64) }
    #expect(rig.render() == gone)
    for _ in 0..<5 { #expect(rig.render().allSatisfy { $0 == 0 }) }
    #expect(reading(rig, node).misses == 6)
    #expect(reading(rig, node).missesInRow == 6)
    #expect(reading(rig, node).badSamples == 0)
    rig.send(.fault(0), to: node)
    rig.render()
    #expect(rig.render() == [Float](repeating: 0.5, count: 64))
    #expect(reading(rig, node).missesInRow == 0)
  }

  @Test(arguments: ["done next", "done past", "done far"])
  func anAnswerThatCannotBeEndsTheExtension(lie: String) throws {
    let graph = Graph(chain: [try .liar(lie)])
    let rig = try Rig(graph)
    for _ in 0..<9 { #expect(rig.render() == [Float](repeating: 0.25, count: 64)) }
    let process = rig.graph.instances[0].process
    var heard: [[Float]] = []
    #expect(
      eventually {
        heard.append(rig.render(milliseconds: 200))
        return process.exit != nil
      })
    #expect(heard.dropFirst().allSatisfy { $0.allSatisfy { $0 == 0 } })
    #expect(rig.graph.counters(of: graph.nodeIDs[0]).protocolFaults == 1)
  }

  @Test func aHistogramIsSixPercentExact() {
    for bucket in 16..<(32 << 4) - 1 {
      let longest = TimeHistogram.longest(ofBucket: bucket)
      #expect(TimeHistogram.bucket(of: longest) == bucket)
      #expect(TimeHistogram.bucket(of: longest + 1) == bucket + 1)
    }
    let histogram = TimeHistogram.allocate()
    defer { histogram.deallocate() }
    for time in 1...1000 { histogram.count(UInt64(time) * 1000) }
    let times = histogram.times
    #expect(times.count == 1000)
    #expect(times.maximum == 1_000_000)
    #expect((500_000...530_000).contains(times.median))
    #expect((990_000...1_000_000).contains(times.percentile99))
  }

  @Test func measuredCyclesAreCounted() throws {
    let (rig, node) = try scene()
    for _ in 0..<80 { rig.render() }
    #expect(reading(rig, node).renderTimes.count == 10)
    #expect(reading(rig, node).peak == 0.5)
    #expect(rig.graph.readings()[0].peak == 0.5)
    #expect(reading(rig, node).peak == 0)
  }
}

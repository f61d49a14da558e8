import TenutoCore
import TenutoMIDI
import TestSupport
import Testing

@testable import TenutoRender

/// Extensions that send more events than fit.
struct FloodTests {
  /// Long cycles, so that a second passes quickly; a socket holds more than one cycle's limit.
  private static let frameCount = 512
  private static let second = 94

  private func flood(
    _ instance: Instance, frameCount: Int = FloodTests.frameCount
  ) throws -> (Rig, Graph.NodeID) {
    var graph = Graph()
    let node = graph.add(instance)
    graph.connectMIDIOutput(of: node)
    return (try Rig(graph, frameCount: frameCount), node)
  }

  @Test func aCycleBringsNoMoreThanTheBudget() throws {
    let (rig, node) = try flood(try .routing("aumi flod Test"))
    for _ in 0..<50 {
      rig.render(Self.frameCount)
      #expect(rig.outputEvents.count <= 2048)
    }
    #expect(rig.graph.counters(of: node).excessEvents > 0)
  }

  /// As many as a socket holds, delivered in several cycles.
  @Test func aBurstArrivesCompletelyButLater() throws {
    let (rig, node) = try flood(try .liar("burst"), frameCount: 64)
    var counts: [Int] = []
    for _ in 0..<40 {
      rig.render()
      counts.append(rig.outputEvents.count)
    }
    let first = try #require(counts.firstIndex { $0 > 0 })
    #expect(counts[first..<first + 8].allSatisfy { $0 == 256 }, "\(counts)")
    #expect(counts[(first + 8)...].reduce(0, +) == counts.count - first - 1)
    #expect(rig.graph.counters(of: node).lostEvents == 0)
  }

  @Test func afterASecondAFloodIsNotReadAndItsNotesEnd() throws {
    let (rig, node) = try flood(try .routing("aumi flod Test"))
    for _ in 0..<Self.second - 2 { rig.render(Self.frameCount) }
    #expect(!rig.graph.counters(of: node).isFlooding)
    var ends = 0
    for _ in 0..<10 {
      rig.render(Self.frameCount)
      for case .midi(let packet) in rig.outputEvents.map(\.payload) where packet.opcode == 0x8 {
        ends += 1
      }
    }
    #expect(ends == 128, "all keys were held")
    #expect(rig.outputEvents.isEmpty)
    let counters = rig.graph.counters(of: node)
    #expect(counters.isFlooding)
    #expect(counters.floods == 1)
    rig.render(Self.frameCount)
    #expect(rig.graph.counters(of: node).lostEvents == counters.lostEvents)
  }

  @Test func anUnmutedNodeStaysUnmuted() throws {
    let (rig, node) = try flood(try .routing("aumi flod Test"))
    for _ in 0..<Self.second + 10 { rig.render(Self.frameCount) }
    #expect(rig.graph.counters(of: node).isFlooding)
    rig.graph.unmute(node)
    rig.render(Self.frameCount)
    #expect(!rig.graph.counters(of: node).isFlooding)
    #expect(rig.outputEvents.isEmpty, "what it has sent meanwhile")
    for _ in 0..<5 { rig.render(Self.frameCount) }
    #expect(!rig.outputEvents.isEmpty)
    for _ in 0..<Self.second { rig.render(Self.frameCount) }
    #expect(rig.graph.counters(of: node).floods == 2)
  }

  /// Two events for each received one: too many, because of another node.
  @Test func aFloodedNodeIsNotTheFlood() throws {
    var graph = Graph()
    let flood = graph.add(try .routing("aumi flod Test"))
    let fed = graph.add(try .routing("aumi octv Test"))
    graph.connectMIDI(flood, to: fed)
    graph.connectMIDIOutput(of: fed)
    let rig = try Rig(graph, frameCount: Self.frameCount)
    for _ in 0..<2 * Self.second { rig.render(Self.frameCount) }
    #expect(rig.graph.counters(of: flood).isFlooding)
    #expect(rig.graph.counters(of: fed).floods == 0)
    rig.play(60, on: fed)
    rig.render(Self.frameCount)
    #expect(rig.outputEvents.map(\.payload).contains { if case .midi = $0 { true } else { false } })
  }

  /// Offline there is no waiting: the events that fit into a list are delivered.
  @Test func offlineAFullListPlays() throws {
    let (rig, node) = try flood(try .liar("burst"), frameCount: 64)
    var counts: [Int] = []
    for _ in 0..<20 {
      rig.render(isRealtime: false)
      counts.append(rig.outputEvents.count)
    }
    #expect(counts.contains(2048))
    #expect(rig.graph.counters(of: node).lostEvents == 0)
  }

  /// A node next to a flood that reaches all nodes, even through a filter, misses nothing.
  @Test func theTargetOfAFloodMissesNothing() throws {
    var graph = Graph()
    let flood = graph.add(try .routing("aumi flod Test"))
    graph.connectMIDIOutput(of: flood)
    for _ in 0..<4 { graph.connectMIDI(flood, to: graph.add(try .routing("aumu prob Test"))) }
    let rig = try Rig(graph, frameCount: Self.frameCount)
    for _ in 0..<Self.second + 20 { rig.render(Self.frameCount) }
    let readings = rig.graph.readings()
    #expect(readings.dropFirst().allSatisfy { $0.misses == 0 && $0.lostEvents == 0 })
    #expect(readings[0].isFlooding)
  }
}

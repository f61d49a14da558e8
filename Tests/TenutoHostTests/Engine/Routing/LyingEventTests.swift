import Foundation
import Synchronization
import TenutoCore
import TenutoMIDI
import TenutoProcess
import TestSupport
import Testing

@testable import TenutoRender

/// An extension's attacks on its host and its neighbours through the event socket.
struct LyingEventTests {
  /// The results of 40 cycles next to a liar.
  private struct Outcome {
    var bits: [UInt32] = []
    var mostEvents = 0
    var isInOrder = true
    var misses: UInt64 = 0
  }

  /// A node without a liar, or the liar and the receiver of its MIDI; their audio is not connected.
  private func graph(beside lie: String?) throws -> (Graph, neighbour: Graph.NodeID) {
    var graph = Graph()
    let neighbour = graph.add(try Instance(built: "Sawtooth", "aumu saw1 Tnto"))
    graph.connectOutput(of: neighbour)
    guard let lie else { return (graph, neighbour) }
    let liar = graph.add(try .liar(lie))
    graph.connectMIDIOutput(of: liar)
    for code in ["aumu prob Test", "aumu old1 Test"] as [ComponentCode] {
      graph.connectMIDI(liar, to: graph.add(try .routing(code)))
    }
    graph.connectMIDI(liar, to: graph.add(try .routing("aumi octv Test")))
    return (graph, neighbour)
  }

  private func play(_ rig: Rig, _ neighbour: Graph.NodeID) -> Outcome {
    var outcome = Outcome()
    for number in 0..<40 {
      rig.play(UInt8(40 + number), at: number, on: neighbour)
      outcome.bits += rig.render().map(\.bitPattern)
      let frames = rig.outputEvents.map(\.frameOffset)
      outcome.mostEvents = max(outcome.mostEvents, frames.count)
      if frames != frames.sorted() || frames.contains(where: { $0 >= 64 }) {
        outcome.isInOrder = false
      }
    }
    outcome.misses = rig.graph.counters(of: neighbour).misses
    return outcome
  }

  private func check(_ outcome: Outcome) throws {
    let (graph, neighbour) = try graph(beside: nil)
    let expected = play(try Rig(graph), neighbour)
    #expect(expected.bits.contains { $0 != 0 })
    #expect(outcome.bits == expected.bits)
    #expect(outcome.misses == 0)
    #expect(outcome.mostEvents <= 4096)
    #expect(outcome.isInOrder)
  }

  @Test(arguments: [
    "short", "nothing", "garbage", "long", "magic", "header", "empty", "count", "surplus",
    "endless count", "oversize", "kind", "kinds", "event", "unsorted", "nan", "infinity",
    "gesture", "ramp", "closed",
  ])
  func anInvalidEventListEndsOnlyItsSender(lie: String) throws {
    let (graph, neighbour) = try graph(beside: lie)
    let rig = try Rig(graph)
    let outcome = play(rig, neighbour)
    try check(outcome)
    let liar = rig.graph.instances[1].process
    #expect(eventually { liar.exit == .signaled(number: SIGKILL) })
    let others = rig.graph.instances.filter { $0.process !== liar }
    #expect(others.allSatisfy { $0.process.exit == nil })
  }

  @Test(arguments: [
    "outside", "backward", "cycle", "ahead", "behind", "wild", "silent", "many", "groups",
    "addresses", "values", "gestures", "thread",
  ])
  func invalidFieldsAreCorrected(lie: String) throws {
    let (graph, neighbour) = try graph(beside: lie)
    let rig = try Rig(graph)
    let outcome = play(rig, neighbour)
    try check(outcome)
    #expect(rig.graph.instances.allSatisfy { $0.process.exit == nil })
    // All liars were received, except the silent one and those that send only to control.
    let isMIDI = !["silent", "addresses", "values", "gestures"].contains(lie)
    #expect((outcome.mostEvents > 0) == isMIDI)
  }

  @Test func eventsOutsideTheCycleMoveToItsLastFrame() throws {
    let (graph, _) = try graph(beside: "outside")
    let rig = try Rig(graph)
    for _ in 0..<12 { rig.render() }
    #expect(rig.outputEvents.map(\.frameOffset) == [63, 63, 63, 63])
  }

  @Test func noMoreIsReadInACycleThanItsShare() throws {
    let (graph, _) = try graph(beside: "many")
    let rig = try Rig(graph)
    var counts: [Int] = []
    for _ in 0..<30 {
      rig.render()
      counts.append(rig.outputEvents.count)
    }
    #expect(counts[9...].allSatisfy { $0 <= EventBudget.datagramLimit })
    #expect(counts.contains(EventBudget.datagramLimit))
  }

  @Test(arguments: ["thread", "values", "gestures"])
  func nothingGrows(lie: String) throws {
    let (graph, _) = try graph(beside: lie)
    let rig = try Rig(graph)
    let observation = rig.graph.instances[1].observe { _ in }
    for _ in 0..<200 { rig.render() }
    let before = residentBytes()
    for _ in 0..<2000 { rig.render() }
    // 4096 events of 24 bytes are read per cycle; stored, they would need some 200 MB.
    #expect(residentBytes() - before < 16 << 20)
    observation.cancel()
  }

  private func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let words = text.split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * 4096 : 0
  }

  /// An extension with many events takes no time from other nodes.
  @Test func aFloodOfValuesLeavesRoomForOthers() throws {
    var graph = Graph()
    _ = graph.add(try .liar("values"))
    let touch = graph.add(try .routing("aumi tuch Test"))
    let rig = try Rig(graph)
    let heard = Heard()
    let observation = rig.graph.instances[1].observe { heard.add($0) }
    // The control thread is blocked in the meantime.
    rig.graph.handoffLock.withLock { _ in
      for _ in 0..<30 { rig.render() }
      rig.send(note(60), to: touch)
      rig.render()
    }
    let expected: [InstanceEvent] = [
      .gesture(7, isTouched: true), .parameter(ParameterValue(7, 60)),
      .gesture(7, isTouched: false),
    ]
    #expect(eventually { heard.events == expected }, "\(heard.events)")
    #expect(rig.graph.readings()[1].lostEvents == 0)
    #expect(rig.graph.readings()[0].lostEvents > 0)
    observation.cancel()
  }
}

import TenutoMIDI
import TenutoRender
import TenutoSystem
import TenutoTransport
import Testing

@testable import TenutoJACKEngine

/// Incoming MIDI on its way out of the render thread.
@Suite struct ArrivalRingTests {
  private let node: Graph.NodeID = {
    var graph = Graph()
    return graph.add(.midiInput, name: "keys")
  }()

  @Test func eventsThatFitArriveInOrderAndTheRestIsCounted() throws {
    let ring = ArrivalRing.allocate()
    defer { ring.deallocate() }
    for round in 0..<3 {
      for number in 0..<1500 { ring.write(UMP(UInt32(number)), from: node) }
      let arrivals = try #require(ring.take(milliseconds: 0))
      #expect(arrivals.packets.map(\.packet.word0) == Array(0..<1024), "round \(round)")
      #expect(arrivals.packets.allSatisfy { $0.node == node })
      #expect(arrivals.lostCount == 476)
      #expect(try #require(ring.take(milliseconds: 0)).isEmpty)
    }
  }

  @Test func aSleeperIsWokenByEachBurstAndByTheEnd() {
    let ring = ArrivalRing.allocate()
    let received = Words()
    let ended = Signal()
    DetachedThread.startOrTrap {
      while let arrivals = ring.take(milliseconds: 600_000) {
        received[0] += arrivals.packets.count
      }
      ended.send()
    }
    for burst in 1...50 {
      ring.write(UMP(1), from: node)
      ring.write(UMP(2), from: node)
      #expect(eventually { received[0] == 2 * burst })
    }
    ring.end()
    ended.wait()
    ring.deallocate()
  }
}

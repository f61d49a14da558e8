import TenutoCore
import TenutoMIDI
import TestSupport
import Testing

@testable import TenutoRender

/// Events that a kernel sends to control.
struct KernelEventTests {
  @Test func gesturesReachObserversInOrder() throws {
    let graph = Graph(chain: [try .routing("aumi tuch Test")])
    let rig = try Rig(graph)
    let heard = Heard()
    let observation = rig.graph.instances[0].observe { heard.add($0) }
    var expected: [InstanceEvent] = []
    for number in UInt8(1)...20 {
      rig.send(note(number), at: 5, to: graph.nodeIDs[0])
      rig.send(note(number + 20), at: 50, to: graph.nodeIDs[0])
      rig.render()
      for value in [number, number + 20] {
        expected += [
          .gesture(7, isTouched: true), .parameter(ParameterValue(7, Float(value))),
          .gesture(7, isTouched: false),
        ]
      }
    }
    #expect(eventually { heard.events.count == expected.count })
    #expect(heard.events == expected)
    #expect(rig.graph.instances[0].value(of: 7) == 40)
    observation.cancel()
  }

  /// Events from an earlier graph that remain in the socket are discarded.
  @Test func anInstanceThatIsPreparedAgainPlaysAtOnce() throws {
    let instance = try Instance.liar("many")
    var graph = Graph()
    let node = graph.add(instance)
    graph.connectMIDIOutput(of: node)
    let first = try Rig(graph)
    for _ in 0..<20 { first.render() }
    #expect(first.outputEvents.count == EventBudget.datagramLimit)
    first.graph.release()
    let second = try Rig(graph)
    for _ in 0..<9 {
      second.render()
      #expect(second.outputEvents.isEmpty)
    }
    second.render()
    #expect(second.outputEvents.count == EventBudget.datagramLimit)
    #expect(second.outputEvents.allSatisfy { $0.frameOffset == 3 })  // those of this cycle
  }

  @Test func aFloodHoldsUpNoPreparation() throws {
    let graph = Graph(chain: [try .liar("thread"), try .faulty()])
    for _ in 0..<2 {
      let rig = try Rig(graph)
      for _ in 0..<20 { rig.render() }
      #expect(rig.graph.readings().allSatisfy { $0.misses == 0 })
      rig.graph.release()
    }
  }
}

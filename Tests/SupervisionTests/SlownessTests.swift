import TenutoCore
import TenutoRender
import TenutoSupervision
import TestSupport
import Testing

/// Nodes that are too slow.
@Suite(.serialized)
struct SlownessTests {
  @Test func aSlowNodeIsBypassedUntilItIsRetried() throws {
    let stage = try Stage(policy: .with(.none))
    stage.holdNotes()
    #expect(stage.play { stage.render().last == 0.5 })
    // Four periods of the cycles below.
    stage.send(.parameter(address: 3, value: 16_000))
    #expect(stage.play { stage.status.condition == .overloaded })
    #expect(stage.status.faults.isEmpty)
    stage.send(.parameter(address: 3, value: 0))
    #expect(stage.play { stage.render() == [Float](repeating: 0, count: Stage.frameCount) })
    stage.supervisor.retry()
    #expect(stage.play { stage.render().last == 0.5 })
  }

  @Test func aSlowNodeIsDemotedIfAllowed() throws {
    var policy = SupervisionPolicy.with(.none)
    policy.mayDemote = true
    let stage = try Stage(policy: policy)
    stage.holdNotes()
    stage.send(.parameter(address: 3, value: 16_000))
    #expect(stage.play { stage.status.timing == .onePeriodLater })
    #expect(stage.graph.timing(of: stage.nodes[0]) == .onePeriodLater)
    stage.send(.parameter(address: 3, value: 0))
    #expect(stage.status.condition != .quarantined)
  }

  /// It uses no processor time, and the other nodes wait for it until the deadline in each cycle.
  @Test func aNodeThatSleepsInItsRenderIsBypassed() throws {
    let stage = try Stage(policy: .with(.none))
    stage.holdNotes()
    #expect(stage.play { stage.render().last == 0.5 })
    stage.send(.parameter(address: 5, value: 8000))
    #expect(stage.play { stage.status.condition == .overloaded })
    let counters = stage.graph.counters(of: stage.nodes[0])
    #expect(counters.stalls >= 8)
    #expect(counters.ownMisses < 8, "it is not left out for what it computes")
    #expect(stage.status.faults.isEmpty)
    stage.send(.parameter(address: 5, value: 0))
    stage.supervisor.retry()
    #expect(stage.play { stage.render().last == 0.5 })
  }
}

import TenutoCore
import TestSupport
import Testing

@testable import TenutoRender

/// All observers are notified of the host's changes except the originator.
struct ObserverTests {
  /// Two observers of one instance; the first one is the originator.
  private final class Pair {
    let instance: Instance
    let own: Observation
    let other: Observation
    let heardByOwn = Heard()
    let heardByOther = Heard()

    init(isRaw: Bool = false) throws {
      instance = try Instance.rich(isRaw: isRaw)
      own = instance.observe { [heardByOwn] in heardByOwn.add($0) }
      other = instance.observe { [heardByOther] in heardByOther.add($0) }
    }

    /// Whether the other observer has received `events`, and the originator only the last of them.
    func hears(_ events: [InstanceEvent]) throws -> Bool {
      // A message from the component proves that all earlier notifications were sent.
      try instance.say("state")
      let all = events + [.stateChanged]
      return eventually {
        heardByOther.events == all && heardByOwn.events == [.stateChanged]
      }
    }
  }

  @Test func valuesSetByTheHostReachAllButTheOriginator() throws {
    let pair = try Pair()
    try pair.instance.set(1, to: 0.75, originator: pair.own)
    try pair.instance.set([ParameterValue(2, 9)], originator: pair.own)
    let expected: [InstanceEvent] = [
      .parameter(ParameterValue(1, 0.75)), .parameter(ParameterValue(2, 3)),
    ]
    let isHeard = try pair.hears(expected)
    #expect(isHeard, "\(pair.heardByOther.events) \(pair.heardByOwn.events)")
    try pair.instance.set(1, to: 0.5)
    let all = eventually {
      pair.heardByOwn.events.last == .parameter(ParameterValue(1, 0.5))
        && pair.heardByOther.events.last == .parameter(ParameterValue(1, 0.5))
    }
    #expect(all)
  }

  @Test func presetsAndTheirChangesAreReported() throws {
    let pair = try Pair()
    let loud = pair.instance.description.presets[1]
    try pair.instance.select(loud, originator: pair.own)
    let isHeard = try pair.hears([
      .parameter(ParameterValue(1, 1)), .parameter(ParameterValue(2, 3)), .presetSelected(loud),
    ])
    #expect(isHeard, "\(pair.heardByOther.events) \(pair.heardByOwn.events)")
  }

  @Test func aStateReportsItsChanges() throws {
    let pair = try Pair()
    let loud = try pair.instance.state(of: pair.instance.description.presets[1])
    try pair.instance.restore(loud, originator: pair.own)
    try pair.instance.restore(loud, originator: pair.own)
    let isHeard = try pair.hears([
      .parameter(ParameterValue(1, 1)), .parameter(ParameterValue(2, 3)),
    ])
    #expect(isHeard, "\(pair.heardByOther.events) \(pair.heardByOwn.events)")
  }

  /// An observer's number may equal that of an observer elsewhere.
  @Test func anObserverOfAnotherInstanceIsNoOriginator() throws {
    let (one, two) = (try Pair(), try Pair())
    try one.instance.set(1, to: 0.75, originator: two.own)
    let event = InstanceEvent.parameter(ParameterValue(1, 0.75))
    #expect(eventually { one.heardByOwn.events == [event] && one.heardByOther.events == [event] })
  }

  @Test func theEndOfARampIsReportedWhenItIsReached() throws {
    let instance = try Instance.rich(isRaw: false)
    let heard = Heard()
    let originator = Heard()
    let observation = instance.observe { heard.add($0) }
    let own = instance.observe { originator.add($0) }
    let graph = Graph(chain: [instance])
    let rig = try Rig(graph)
    let ramp = TimedEvent.Payload.ramp(address: 1, value: 1, frameCount: 640)
    #expect(rig.graph.schedule(ramp, to: graph.nodeIDs[0], at: .immediately, originator: own))
    #expect(instance.value(of: 1) == 1)
    for _ in 0..<9 { rig.render() }
    try instance.say("state")
    #expect(eventually { heard.events == [.stateChanged] })
    for _ in 0..<3 { rig.render() }
    let event = InstanceEvent.parameter(ParameterValue(1, 1))
    #expect(eventually { heard.events == [.stateChanged, event] }, "\(heard.events)")
    #expect(originator.events == [.stateChanged])
    observation.cancel()
    own.cancel()
    rig.graph.release()
  }

  @Test func aScheduledValueIsReportedAtItsFrame() throws {
    let instance = try Instance.rich(isRaw: false)
    let heard = Heard()
    let observation = instance.observe { heard.add($0) }
    let graph = Graph(chain: [instance])
    let rig = try Rig(graph)
    let node = graph.nodeIDs[0]
    let value = TimedEvent.Payload.parameter(address: 2, value: 2)
    #expect(rig.graph.schedule(value, to: node, at: .sampleTime(256)))
    // A value set in between takes precedence, and was reported.
    let other = TimedEvent.Payload.parameter(address: 1, value: 1)
    #expect(rig.graph.schedule(other, to: node, at: .sampleTime(256)))
    try instance.set(1, to: 0.25)
    let set = InstanceEvent.parameter(ParameterValue(1, 0.25))
    for _ in 0..<4 { rig.render() }
    #expect(eventually { heard.events == [set] })
    for _ in 0..<2 { rig.render() }
    let event = InstanceEvent.parameter(ParameterValue(2, 2))
    #expect(eventually { heard.events == [set, event] }, "\(heard.events)")
    observation.cancel()
    rig.graph.release()
  }
}

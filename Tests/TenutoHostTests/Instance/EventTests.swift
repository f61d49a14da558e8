import Foundation
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSystem
import TestSupport
import Testing

struct InstanceEventTests {
  private static let touch: [InstanceEvent] = [
    .gesture(1, isTouched: true), .parameter(ParameterValue(1, 0.75)),
    .gesture(1, isTouched: false),
  ]

  @Test(arguments: ["now", "later"])
  func noticesArriveDuringCallsAndBetweenThem(moment: String) throws {
    let instance = try Instance.rich(isRaw: true)
    let heard = Heard()
    let observation = instance.observe { heard.add($0) }
    for command in ["touch", "state", "format", "stream 2"] {
      try instance.say("\(moment) \(command)")
    }
    let expected = Self.touch + [.stateChanged, .formatChanged, .stream([0]), .stream([1])]
    #expect(eventually { heard.events == expected }, "\(heard.events)")
    #expect(instance.value(of: 1) == 0.75)
    observation.cancel()
    try instance.say("now set 1 0.5")
    #expect(instance.value(of: 1) == 0.5)
    #expect(heard.events == expected)
  }

  @Test func changesByAUnitAreReported() throws {
    let instance = try Instance.rich(isRaw: false)
    let heard = Heard()
    let observation = instance.observe { heard.add($0) }
    try instance.say("set 0.75")
    try instance.say("state")
    try instance.say("format")
    let expected = Self.touch + [.stateChanged, .formatChanged]
    #expect(eventually { heard.events == expected }, "\(heard.events)")
    #expect(instance.value(of: 1) == 0.75)
    observation.cancel()
  }

  @Test func aUnitsTicksRunWhileAllocated() throws {
    let instance = try Instance.rich(isRaw: false)
    let heard = Heard()
    let observation = instance.observe { heard.add($0) }
    try instance.say("tick on")
    let rig = try Rig(chain: [instance])
    #expect(eventually { heard.events.count >= 3 })
    #expect(heard.events.allSatisfy { $0 == .stream([0x54]) })
    rig.graph.release()
    observation.cancel()
  }

  @Test func parametersFromTheExtensionAreCheckedAndLimited() throws {
    let instance = try Instance.rich(isRaw: true)
    let heard = Heard()
    let observation = instance.observe { heard.add($0) }
    try instance.say("now set 99 1")
    try instance.say("now set 1 1e30")
    #expect(eventually { heard.events == [.parameter(ParameterValue(1, 1))] })
    #expect(instance.value(of: 99) == 0)
    try instance.say("plan values")
    #expect(
      try instance.values() == [ParameterValue(1, 1), ParameterValue(2, 3), ParameterValue(3, 1)])
    observation.cancel()
  }

  @Test func anEngineDeliversTheKernelsEvents() throws {
    let instance = try Instance.rich(isRaw: true)
    let heard = Heard()
    let observation = instance.observe { heard.add($0) }
    instance.deliver(.parameter(ParameterValue(2, 1.7)))
    instance.deliver(.gesture(2, isTouched: true))
    instance.deliver(.ended(.exited(code: 0)))
    #expect(
      eventually {
        heard.events == [.parameter(ParameterValue(2, 2)), .gesture(2, isTouched: true)]
      })
    #expect(instance.value(of: 2) == 2)
    observation.cancel()
  }

  @Test func handlersMayCallTheInstance() throws {
    let instance = try Instance.rich(isRaw: true)
    let values = Locked<[Float]>([])
    let observation = instance.observe { [weak instance] event in
      guard event == .stateChanged, let all = try? instance?.values() else { return }
      values.withLock { $0 = all.map(\.value) }
    }
    try instance.say("now state")
    #expect(eventually { values.withLock { $0 } == [0.5, 0, 0] })
    observation.cancel()
  }

  @Test func anObservationEndsWithItsObject() throws {
    let instance = try Instance.rich(isRaw: true)
    let forgotten = Heard()
    _ = instance.observe { forgotten.add($0) }
    let heard = Heard()
    let observation = instance.observe { heard.add($0) }
    try instance.say("now state")
    #expect(eventually { heard.events == [.stateChanged] })
    #expect(forgotten.events.isEmpty)
    observation.cancel()
    observation.cancel()
  }

  // MARK: - The end

  @Test func theEndIsReportedOnceAndLast() throws {
    let instance = try Instance.rich(isRaw: true)
    let heard = Heard()
    let observation = instance.observe { heard.add($0) }
    #expect(throws: HostError.self) { try instance.say("now die") }
    let end = InstanceEvent.ended(.signaled(number: SIGABRT))
    #expect(eventually { heard.events == [end] })
    instance.terminate()
    instance.deliver(.stateChanged)
    let late = Heard()
    let second = instance.observe { late.add($0) }
    #expect(eventually { late.events == [end] })
    #expect(heard.events == [end])
    observation.cancel()
    second.cancel()
  }

  @Test func theStreamOfEventsEndsWithTheProcess() async throws {
    let instance = try Instance.rich(isRaw: true)
    let events = instance.events
    try instance.say("now touch")
    instance.terminate()
    var all: [InstanceEvent] = []
    for await event in events { all.append(event) }
    #expect(all == Self.touch + [.ended(.exited(code: 0))])
  }
}

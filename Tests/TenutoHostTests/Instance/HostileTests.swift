import Foundation
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSystem
import TestSupport
import Testing

/// An extension's attacks on its host through the control channel.
struct HostileTests {
  @Test(arguments: ["malformed", "reply"])
  func aMalformedNoticeBetweenCallsEndsTheProcess(command: String) throws {
    let instance = try Instance.rich(isRaw: true)
    try instance.say("later \(command)")
    #expect(eventually { instance.process.exit == .signaled(number: SIGKILL) })
    expectError(.extensionDied, "sent a malformed message") { try instance.values() }
  }

  @Test func aMalformedNoticeDuringACallEndsTheProcess() throws {
    let instance = try Instance.rich(isRaw: true)
    expectError(.protocolViolation, "sent a malformed message") {
      try instance.say("now malformed")
    }
    #expect(eventually { instance.process.exit == .signaled(number: SIGKILL) })
  }

  @Test func everyCallReportsTheProcesssEnd() throws {
    let instance = try Instance.rich(isRaw: true)
    let state = try instance.state()
    let preset = instance.description.presets[0]
    expectError(.extensionDied, "SIGABRT") { try instance.say("now die") }
    let calls: [() throws -> Void] = [
      { try instance.setLayout(BusLayout(inputs: [], outputs: [1])) },
      { try instance.reset() }, { _ = try instance.values() }, { try instance.set(1, to: 0) },
      { try instance.set([]) }, { _ = try instance.text(for: ParameterValue(1, 0)) },
      { _ = try instance.value(forText: "1", of: 1) }, { _ = try instance.state() },
      { try instance.restore(state) }, { try instance.select(preset) },
      { _ = try instance.state(of: preset) }, { _ = try instance.send(message: []) },
      { try instance.setContextName("") }, { try instance.deallocate() },
      { _ = try Rig(chain: [instance]) },
    ]
    for call in calls {
      expectError(.extensionDied, "was ended by SIGABRT (signal 6)") { try call() }
    }
    #expect(instance.value(of: 1) == 0.5)
    instance.terminate()
  }

  @Test(arguments: ["foreign", "damage", "endless"])
  func anInvalidStateEndsTheProcess(plan: String) throws {
    let instance = try Instance.rich(isRaw: true)
    try instance.say("plan \(plan)")
    expectError(.protocolViolation, "and was ended") { try instance.state() }
    #expect(eventually { instance.process.exit == .signaled(number: SIGKILL) })
  }

  @Test func aValueOfAnotherParameterEndsTheProcess() throws {
    let instance = try Instance.rich(isRaw: true)
    #expect(try instance.value(forText: "0.25", of: 1) == 0.25)
    try instance.say("plan address")
    expectError(.protocolViolation, "gave the value of another parameter") {
      try instance.value(forText: "0.25", of: 1)
    }
  }

  @Test func aFloodStarvesNoOther() throws {
    let flooding = try Instance.rich(isRaw: true)
    let deluge = flooding.observe { _ in }
    let quiet = try Instance.rich(isRaw: true)
    let heard = Heard()
    let observation = quiet.observe { heard.add($0) }
    try flooding.say("later flood")
    for number in 1...5 {
      try quiet.say("later state")
      #expect(eventually { heard.events.count == number })
    }
    #expect(flooding.process.exit == nil)
    deluge.cancel()
    observation.cancel()
    flooding.terminate()
    #expect(flooding.process.exit == .signaled(number: SIGKILL))
  }

  @Test func anExtensionThatSendsWithoutAnsweringIsEnded() throws {
    let instance = try Instance.rich(isRaw: true)
    expectError(.extensionDied, "flooded the host with notices and was ended") {
      try instance.say("now flood")
    }
    #expect(eventually { instance.process.exit == .signaled(number: SIGKILL) })
  }

  @Test func aCallToAHungExtensionHoldsUpNoOther() throws {
    let hung = try Instance.rich(isRaw: true)
    let thread = TestThread { _ = try? hung.say("now hang") }
    let quiet = try Instance.rich(isRaw: true)
    let heard = Heard()
    let observation = quiet.observe { heard.add($0) }
    try quiet.say("later state")
    #expect(eventually { heard.events == [.stateChanged] })
    #expect(try quiet.say("upper a") == "UPPER A")
    hung.terminate()
    #expect(hung.process.exit == .signaled(number: SIGKILL))
    #expect(thread.join())
    observation.cancel()
  }
}

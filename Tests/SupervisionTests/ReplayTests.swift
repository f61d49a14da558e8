import Glibc
import TenutoCore
import TenutoMIDI
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoRender
@testable import TenutoSupervision
@testable import TenutoSystem

/// An input that ends an instance is replayed only once.
///
/// The instrument traps at note 1 and at a cutoff of 12 kHz or more.
@Suite(.serialized)
struct ReplayTests {
  private static let lethalNote: UInt8 = 1
  private static let cutoff: ParameterAddress = 4

  /// A node that holds note 60 at a level of 0.75, optionally with a spare.
  private func stage(
    _ spare: SparePolicy, keep: @escaping (Instance) -> (any StateKeeping)?
  ) throws -> Stage {
    var policy = SupervisionPolicy.with(spare)
    policy.restartDelays = [0.05, 0.05]
    let stage = try Stage(policy: policy, keep: keep)
    stage.holdNotes()
    #expect(stage.schedule(.parameter(address: 1, value: 0.75)))
    #expect(stage.play { stage.render().last == 0.75 })
    if spare == .instance { #expect(stage.play { stage.supervisor.isSpareInStep }) }
    return stage
  }

  /// Plays for many more cycles than a replay has; the node must sound in all of them.
  private func expectSound(_ stage: Stage, _ level: Float) {
    let samples = (0..<100).map { _ in stage.render(milliseconds: 1000).last }
    #expect(samples.allSatisfy { $0 == level }, "\(samples)")
    #expect(stage.status.condition == .playing)
  }

  @Test(arguments: [SparePolicy.none, .instance])
  func aNoteThatEndsTwoInstancesIsLeftOut(_ spare: SparePolicy) throws {
    let stage = try stage(spare) { _ in nil }
    stage.play(Self.lethalNote)
    #expect(
      stage.play { stage.leftOut.count == 1 && stage.render().last == 0.75 }, "\(stage.status)")
    #expect(stage.leftOut == ["C#-1 note on"])
    // A spare may end before its predecessor's end is known; then the next one reports.
    let count = stage.status.faults.count
    #expect((2...3).contains(count), "\(stage.status.faults)")
    expectSound(stage, 0.75)
    // The older note is still held, and its end is audible.
    stage.end(60)
    #expect(stage.play { stage.render().last == 0 })
    expectSound(stage, 0)
    #expect(stage.status.faults.count == count)
  }

  @Test(arguments: [SparePolicy.none, .instance])
  func aValueThatEndsTwoInstancesIsLeftOut(_ spare: SparePolicy) throws {
    for keepsState in [false, true] {
      let stage = try stage(spare) { keepsState ? StateMirror(instance: $0) : nil }
      #expect(stage.schedule(.parameter(address: Self.cutoff, value: 12000)))
      #expect(
        stage.play { stage.leftOut.count == 1 && stage.render().last == 0.75 }, "\(stage.status)")
      #expect(stage.leftOut == ["cutoff = 12000 Hz"])
      expectSound(stage, 0.75)
      let instance = stage.supervisor.instance
      #expect(instance.value(of: Self.cutoff) == 1000 && instance.value(of: 1) == 0.75)
    }
  }

  /// A preset's values are one change: they are left out together.
  @Test func aPresetThatEndsTwoInstancesIsLeftOut() throws {
    let stage = try stage(.none) { StateMirror(instance: $0) }
    let instance = stage.supervisor.instance
    let preset = try #require(instance.description.presets.first)
    try instance.select(preset)
    #expect(
      stage.play { stage.leftOut.count == 1 && stage.render().last == 0.5 }, "\(stage.status)")
    #expect(stage.leftOut == ["level = 0.9, cutoff = 15000 Hz"])
    expectSound(stage, 0.5)
  }

  /// A state that crashes its reader in the first cycle.
  @Test func aStateThatEndsTwoInstancesIsSetAside() throws {
    let keeping = TestKeeping()
    let stage = try stage(.none) { _ in keeping }
    keeping.set(
      KeptState(
        state: ComponentState(
          code: "aumu unru Test", version: 1, parameters: [ParameterValue(Self.cutoff, 15000)],
          data: [1])))
    keeping.setStateTime(.now)
    stage.send(UnrulyFault.segmentationFault.payload)
    #expect(
      stage.play { stage.leftOut.count == 1 && stage.render().last == 0.5 }, "\(stage.status)")
    #expect(stage.leftOut == ["its newest state"])
    #expect(keeping.crashes == 2)
    expectSound(stage, 0.5)
  }

  /// Of a note and a value, only the newer one is left out.
  @Test func theNewestGoesAndTheOlderStays() throws {
    let stage = try stage(.none) { _ in nil }
    #expect(stage.schedule(.parameter(address: Self.cutoff, value: 500)))
    for _ in 0..<5 { stage.render() }
    stage.play(Self.lethalNote)
    #expect(stage.play { stage.leftOut.count == 1 && stage.render().last == 0.75 })
    #expect(stage.supervisor.instance.value(of: Self.cutoff) == 500)
  }

  /// A later end for another reason leaves nothing out.
  @Test func aSingleCrashIsRetried() throws {
    let stage = try stage(.none) { _ in nil }
    for round in 1...2 {
      stage.send(UnrulyFault.segmentationFault.payload)
      #expect(stage.play { stage.status.restarts == round && stage.render().last == 0.75 })
      expectSound(stage, 0.75)
    }
    #expect(stage.leftOut.isEmpty)
  }

  /// If every start ends regardless of the omissions, there is no endless loop.
  @Test func repeatedCrashesAreQuarantined() throws {
    var policy = SupervisionPolicy.with(.none)
    policy.restartDelays = [0.02, 0.05]
    let stage = try Stage(policy: policy) { _ throws(HostError) in
      try Instance(
        built: "UnrulyExtension", "aumu unru Test", environment: ["TENUTO_TEST_END=1"])
    }
    for note in UInt8(60)..<80 { stage.play(note) }
    stage.render()
    stage.send(UnrulyFault.exit.payload)
    #expect(stage.play { stage.status.condition == .quarantined }, "\(stage.status)")
    #expect(stage.starts.withLock { $0 } == 2 * policy.restartLimit)
    #expect(stage.leftOut.count <= 2 * policy.restartLimit)
  }
}

/// The order of a node's input.
struct PlayedStateTests {
  private func note(_ number: UInt8) -> UMP {
    VoiceEvent.noteOn(channel: 0, note: number, velocity: 65535).ump
  }

  private func notes(_ state: inout PlayedState) -> [UInt8] {
    var (numbers, index) = ([UInt8](), state.oldestIndex)
    while index >= 0 {
      if let message = state.message(at: index, isNote: true) { numbers.append(message.data1) }
      index = state.index(after: index)
    }
    return numbers
  }

  @Test func notesAreInTheOrderOfTheirAge() {
    var state = PlayedState(keepsNotesOnly: false)
    for (index, number) in [70, 3, 60, 61, 3].enumerated() {
      state.take(
        note(UInt8(number)), at: .init(cycle: UInt32(index), time: UInt64(index + 1)))
    }
    state.take(VoiceEvent.noteOff(channel: 0, note: 60, velocity: 0).ump)
    let held = notes(&state)
    #expect(held == [70, 61, 3])
    let newest = state.newest(upTo: 3)
    #expect(newest?.message == note(61) && newest?.moment.time == 4)
    state.forget(note(61), at: 5)
    let unchanged = notes(&state)
    #expect(unchanged == [70, 61, 3], "it came at another time")
    state.forget(note(61), at: 4)
    let rest = notes(&state)
    #expect(rest == [70, 3])
    state.removeAll()
    let none = notes(&state)
    #expect(none.isEmpty && state.newest(upTo: .max / 2) == nil)
  }

  /// Compared with a simple list.
  @Test func anyNotesAreInTheOrderOfTheirAge() {
    var state = PlayedState(keepsNotesOnly: true)
    var model: [UInt8] = []
    var random = SeededRandom(seed: 7)
    for step in 0..<20_000 {
      let number = UInt8.random(in: 0..<24, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        state.take(VoiceEvent.controlChange(channel: 0, controller: 123, value: 0).ump)
        model = []
      case 1..<8:
        state.take(VoiceEvent.noteOff(channel: 0, note: number, velocity: 0).ump)
        model.removeAll { $0 == number }
      default:
        state.take(note(number), at: .init(cycle: UInt32(step), time: UInt64(step)))
        model.removeAll { $0 == number }
        model.append(number)
      }
      let held = notes(&state)
      guard held == model else {
        Issue.record("step \(step): \(held) and not \(model)")
        return
      }
    }
  }
}

import Foundation
import TenutoCore
import TenutoProcess
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoRender
@testable import TenutoSupervision
@testable import TenutoSystem

extension Instance {
  static func rich() throws(HostError) -> Instance {
    try Instance(built: "UnitExtension", "aumu rich Test")
  }

  func say(_ text: String) throws { _ = try send(message: Array(text.utf8)) }
}

/// The knowledge of a mirror, even after its instance has ended.
struct StateMirrorTests {
  private var soon: MonotonicTime { .after(milliseconds: 10_000) }

  @Test func aParameterIsKnownTheMomentItIsSetAndStaysAfterACrash() throws {
    let instance = try Instance.rich()
    let mirror = StateMirror(instance: instance)
    mirror.settle(until: soon)
    try instance.set([ParameterValue(1, 0.25), ParameterValue(2, 3)])
    #expect(mirror.values.contains(ParameterValue(1, 0.25)))
    kill(instance.process.identifier, SIGKILL)
    #expect(eventually { instance.process.exit != nil })
    let best = mirror.best()
    // The state may have been requested before or after the edit: together they contain it.
    var values = Dictionary(
      uniqueKeysWithValues: (best.state?.parameters ?? []).map { ($0.address, $0.value) })
    for value in best.values { values[value.address] = value.value }
    #expect(values[1] == 0.25 && values[2] == 3)
    #expect(!best.values.contains { $0.address == 3 })  // read-only
  }

  @Test func theStateIsRequestedAfterAChange() throws {
    let instance = try Instance.rich()
    let mirror = StateMirror(instance: instance)
    mirror.settle(until: soon)
    #expect(mirror.best().state?.data == [0xDD])
    try instance.say("fill 5")
    #expect(mirror.best().state?.data == [0xDD])
    try instance.say("state")
    #expect(eventually { mirror.best().state?.data.count == 6 })
    try instance.set(1, to: 0.75)
    #expect(eventually { mirror.best().state?.parameters.first?.value == 0.75 })
    #expect(mirror.best().values.isEmpty)
  }

  @Test func valuesFromTheExtensionAndTheEngineAreKnown() throws {
    let instance = try Instance.rich()
    let rig = try Rig(chain: [instance])
    let mirror = StateMirror(instance: instance)
    try instance.say("set 0.125")
    #expect(eventually { mirror.values.contains(ParameterValue(1, 0.125)) })
    let node = try #require(Graph(chain: [instance]).nodeIDs.first)
    #expect(
      rig.graph.schedule(
        .parameter(address: 1, value: 0.5), to: node, at: .sampleTime(1 << 40)))
    #expect(mirror.values.contains(ParameterValue(1, 0.5)))
    let ramp = TimedEvent.Payload.ramp(address: 1, value: 0.875, frameCount: 64)
    #expect(rig.graph.schedule(ramp, to: node, at: .immediately))
    #expect(mirror.values.contains(ParameterValue(1, 0.875)))
  }

  @Test func aHungInstanceDelaysNoOther() throws {
    let hung = try Instance.rich()
    let other = try Instance.rich()
    let hungMirror = StateMirror(instance: hung)
    let otherMirror = StateMirror(instance: other)
    hungMirror.settle(until: soon)
    kill(hung.process.identifier, SIGSTOP)
    hungMirror.keep([ParameterValue(1, 0.25)])
    hungMirror.settle(until: .after(milliseconds: 20))
    try other.set(1, to: 0.75)
    otherMirror.settle(until: soon)
    #expect(otherMirror.best().state?.parameters.first?.value == 0.75)
    #expect(hung.process.exit == nil)
    #expect(hungMirror.best().values.contains(ParameterValue(1, 0.25)))
    hung.terminate()
  }

  @Test func aStateThatEndsItsReaderTwiceIsSetAside() throws {
    let instance = try Instance.rich()
    let mirror = StateMirror(instance: instance)
    mirror.settle(until: soon)
    let good = try #require(mirror.best().state)
    try instance.say("fill 9")
    try instance.set(1, to: 0.75)
    mirror.settle(until: soon)
    let bad = try #require(mirror.best().state)
    #expect(bad.data.count == 10)
    #expect(!mirror.noteCrashDuringLoad(of: bad))
    #expect(mirror.best().state == bad)
    #expect(mirror.noteCrashDuringLoad(of: bad))
    #expect(mirror.best().state == good)
    #expect(mirror.best().values == [ParameterValue(1, 0.75)])
    #expect(mirror.setAside == [bad])
  }

  @Test func itFollowsTheInstanceThatTakesOver() throws {
    let first = try Instance.rich()
    let mirror = StateMirror(instance: first)
    try first.set(1, to: 0.25)
    mirror.settle(until: soon)
    first.terminate()
    let second = try Instance.rich()
    try second.restore(try #require(mirror.best().state))
    mirror.attach(second)
    #expect(mirror.values.contains(ParameterValue(1, 0.25)))
    try second.set(1, to: 0.5)
    #expect(mirror.values.contains(ParameterValue(1, 0.5)))
    mirror.settle(until: soon)
    #expect(mirror.best().state?.parameters.first?.value == 0.5)
    mirror.stop()
    try second.set(1, to: 0.75)
    #expect(mirror.values.contains(ParameterValue(1, 0.5)))
  }

  @Test func aMirrorThatIsForgottenEndsItsThread() throws {
    let instance = try Instance.rich()
    func mirrorOnce() { StateMirror(instance: instance).settle(until: soon) }
    mirrorOnce()
    usleep(100_000)
    let threads = ProcessTable.threadCount
    for _ in 0..<20 { mirrorOnce() }
    #expect(eventually { ProcessTable.threadCount <= threads + 4 })
  }
}

/// Which states are kept.
struct StateHistoryTests {
  private func record(_ second: UInt64, byteCount: Int = 1) -> StateRecord {
    let state = ComponentState(
      code: "aumu rich Test", version: 1, parameters: [],
      data: [UInt8](repeating: UInt8(second & 255), count: byteCount))
    return StateRecord(
      state: state, values: [], time: MonotonicTime(nanoseconds: second * 1_000_000_000),
      sampleTime: Int64(second) * 48000)
  }

  @Test func theLastTenSecondsAndOneBeforeAreThereAndTheFirst() {
    var history = StateHistory()
    for second in 1...60 { _ = history.append(record(UInt64(second))) }
    let seconds = history.records.map { $0.sampleTime / 48000 }
    #expect(seconds == [1, 50] + (51...60))
    let time = MonotonicTime(nanoseconds: 50_500_000_000)
    #expect(history.newest(before: time) == record(50))
    #expect(history.newest(before: MonotonicTime(nanoseconds: 1)) == record(1))
  }

  @Test func longStatesAreThinnedOut() {
    var history = StateHistory()
    for number in 1...20 { _ = history.append(record(UInt64(number) / 8, byteCount: 8 << 20)) }
    #expect(history.records.count <= 6)
    #expect(history.newest?.state.data.first == 2)
  }

  @Test func aStateThatIsSetAsideDoesNotReturn() {
    var history = StateHistory(setAside: [record(7).state])
    let isTaken = [7, 8].map { history.append(record($0)) }
    #expect(isTaken == [false, true])
    #expect(history.records.count == 1 && history.setAside.count == 1)
    for second in 10...19 as ClosedRange<UInt64> {
      for _ in 0..<2 { _ = history.noteDeath(of: record(second).state) }
    }
    #expect(history.setAside.count == 4)
  }
}

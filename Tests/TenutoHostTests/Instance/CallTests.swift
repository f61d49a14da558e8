import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSystem
import TestSupport
import Testing

/// Every call, with the extensions' runtime and with a handwritten one.
struct CallTests {
  // MARK: Layout

  @Test(arguments: [false, true])
  func theLayoutIsTheComponentsDefaultAndOnlyASupportedOne(isRaw: Bool) throws {
    let instance = try Instance.rich(isRaw: isRaw)
    #expect(instance.layout == BusLayout(inputs: [], outputs: [2]))
    try instance.setLayout(BusLayout(inputs: [], outputs: [1]))
    #expect(instance.layout == BusLayout(inputs: [], outputs: [1]))
    for outputs in [[3], [0], [-1], [2, 2], [], [Int.max / 2]] {
      expectError(.formatRefused, "Rich ('aumu rich Test') does not work with") {
        try instance.setLayout(BusLayout(inputs: [], outputs: outputs))
      }
    }
    #expect(instance.layout == BusLayout(inputs: [], outputs: [1]))
  }

  @Test(arguments: [false, true])
  func theLayoutStaysWhileAllocated(isRaw: Bool) throws {
    let instance = try Instance.rich(isRaw: isRaw)
    #expect(instance.latency == 0)
    #expect(instance.tail == 0)
    let rig = try Rig(chain: [instance])
    #expect(instance.latency == 7)
    #expect(instance.tail == .infinity)
    let mono = BusLayout(inputs: [], outputs: [1])
    expectError(.wrongState, "is allocated; deallocate it") { try instance.setLayout(mono) }
    rig.graph.release()
    rig.graph.release()
    try instance.setLayout(mono)
    #expect(instance.layout == mono)
    #expect(instance.process.exit == nil)
  }

  @Test func aTailIsReportedInSeconds() throws {
    let instance = try Instance.rich(isRaw: true)
    try instance.say("plan tail")
    _ = try Rig(chain: [instance])
    #expect(instance.tail == 0.5)
  }

  // MARK: Parameters

  @Test(arguments: [false, true])
  func valuesAreSetClampedAndKnown(isRaw: Bool) throws {
    let instance = try Instance.rich(isRaw: isRaw)
    #expect(instance.value(of: 1) == 0.5)
    #expect(instance.value(of: 99) == 0)
    try instance.set([ParameterValue(1, 7), ParameterValue(2, 1.6)])
    #expect(instance.value(of: 1) == 1)
    #expect(instance.value(of: 2) == 2)
    let expected = [ParameterValue(1, 1), ParameterValue(2, 2), ParameterValue(3, 0)]
    #expect(try instance.values() == expected)
    try instance.set(1, to: .nan)
    #expect(try instance.values().first == ParameterValue(1, 0.5))
    try instance.set([])
  }

  @Test func unknownAndReadOnlyParametersAreRefusedWithoutEffect() throws {
    let instance = try Instance.rich(isRaw: false)
    expectError(.unknownParameter, "no parameter at address 99") {
      try instance.set([ParameterValue(1, 0.1), ParameterValue(99, 0)])
    }
    expectError(.refused, "'level' of Rich ('aumu rich Test') is read-only") {
      try instance.set([ParameterValue(1, 0.1), ParameterValue(3, 0)])
    }
    expectError(.unknownParameter, "99") { try instance.text(for: ParameterValue(99, 0)) }
    expectError(.unknownParameter, "99") { try instance.value(forText: "1", of: 99) }
    #expect(try instance.values().first == ParameterValue(1, 0.5))
  }

  @Test func textsAreTheUnits() throws {
    let instance = try Instance.rich(isRaw: false)
    #expect(try instance.text(for: ParameterValue(1, 0.25)) == "25 of 100")
    #expect(try instance.text(for: ParameterValue(1, 9)) == "100 of 100")
    #expect(try instance.text(for: ParameterValue(2, 3)) == "three")
    #expect(try instance.value(forText: "75 of 100", of: 1) == 0.75)
    #expect(try instance.value(forText: "900 of 100", of: 1) == 1)
    #expect(try instance.value(forText: "two", of: 2) == 2)
    expectError(.refused, "refused") { try instance.value(forText: "blue", of: 2) }
    expectError(.refused, "300 bytes") {
      try instance.value(forText: String(repeating: "x", count: 300), of: 1)
    }
  }

  // MARK: State

  @Test(arguments: [false, true])
  func aStateOfAMebibyteGoesRound(isRaw: Bool) throws {
    let first = try Instance.rich(isRaw: isRaw)
    try first.say("fill \(1 << 20)")
    try first.set([ParameterValue(1, 0.125), ParameterValue(2, 1)])
    let state = try first.state()
    #expect(state.data == (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    #expect(state.parameters == [ParameterValue(1, 0.125), ParameterValue(2, 1)])
    #expect(state.version == 2)
    #expect(try first.state(.document).data.last == 0xDD)
    let second = try Instance.rich(isRaw: isRaw)
    try second.restore(state)
    #expect(second.value(of: 1) == 0.125)
    #expect(second.value(of: 2) == 1)
    #expect(try second.state() == state)
  }

  @Test func anOlderStateIsMigrated() throws {
    let instance = try Instance.rich(isRaw: false)
    let old = ComponentState(
      code: "aumu rich Test", version: 1, parameters: [ParameterValue(1, 40)], data: [1])
    try instance.restore(old)
    #expect(instance.value(of: 1) == 0.4)
    #expect(try instance.state().data == [1, 2])
  }

  @Test func statesThatCannotBeTakenChangeNothing() throws {
    let instance = try Instance.rich(isRaw: false)
    var state = try instance.state()
    state.data = [9]
    try instance.restore(state)
    var wrong = state
    wrong.data = [0xEE]
    wrong.parameters = [ParameterValue(1, 0.9)]
    expectError(.stateRefused, "it begins with EE") { try instance.restore(wrong) }
    wrong.data = []
    wrong.version = 3
    expectError(.stateRefused, "refused") { try instance.restore(wrong) }
    wrong.code = "aumu oops Test"
    expectError(.stateRefused, "'aumu oops Test', not of Rich") { try instance.restore(wrong) }
    #expect(instance.value(of: 1) == 0.5)
    #expect(try instance.state() == state)
  }

  @Test(arguments: [false, true])
  func presetsAreSelectedAndRead(isRaw: Bool) throws {
    let instance = try Instance.rich(isRaw: isRaw)
    let presets = instance.description.presets
    #expect(presets.map(\.number) == [0, 7])
    let loud = try instance.state(of: presets[1])
    #expect(loud.parameters == [ParameterValue(1, 1), ParameterValue(2, 3)])
    #expect(instance.value(of: 1) == 0.5)
    #expect(try instance.state().parameters == instance.description.defaultValues)
    try instance.select(presets[1])
    #expect(instance.value(of: 1) == 1)
    #expect(instance.value(of: 2) == 3)
    #expect(try instance.state().data == Array("Loud".utf8))
    expectError(.refused, "no factory preset 5") {
      try instance.select(FactoryPreset(5, name: "None"))
    }
    expectError(.refused, "no factory preset 5") {
      try instance.state(of: FactoryPreset(5, name: "None"))
    }
  }

  // MARK: Messages

  @Test(arguments: [false, true])
  func messagesReachTheExtensionAndReturn(isRaw: Bool) throws {
    let instance = try Instance.rich(isRaw: isRaw)
    #expect(try instance.say("upper case") == "UPPER CASE")
    expectError(.refused, "refused: I do not know sing") { try instance.say("sing") }
    expectError(.refused, "refused") { try instance.send(message: []) }
    var long = Array("echo ".utf8) + [UInt8](repeating: 7, count: 1 << 20)
    #expect(try instance.send(message: long) == long)
    long = Array("echo ".utf8) + [UInt8](repeating: 8, count: 1 << 24 - 5)
    #expect(try instance.send(message: long) == Array(long.prefix(1 << 24)))
    expectError(.refused, "16777217 bytes is too long") {
      try instance.send(message: [UInt8](repeating: 0, count: 1 << 24 + 1))
    }
  }

  @Test(arguments: [false, true])
  func theContextNameHasWholeCharacters(isRaw: Bool) throws {
    let instance = try Instance.rich(isRaw: isRaw)
    try instance.setContextName("Drums ♪")
    #expect(try instance.say("name") == "Drums ♪")
    try instance.setContextName(String(repeating: "♪", count: 100))
    #expect(try instance.say("name") == String(repeating: "♪", count: 85))
    try instance.reset()
  }

  @Test func callsOfSeveralThreadsDoNotMix() throws {
    let instance = try Instance.rich(isRaw: false)
    try instance.say("fill 200000")
    let state = try instance.state()
    let wrong = Locked(0)
    let threads = (0..<4).map { number in
      TestThread {
        let message = Array("echo ".utf8) + [UInt8](repeating: UInt8(number), count: 100_000)
        for _ in 0..<10 {
          let isRight =
            (try? instance.send(message: message)) == message && (try? instance.state()) == state
          if !isRight { wrong.withLock { $0 += 1 } }
        }
      }
    }
    for thread in threads { #expect(thread.join()) }
    #expect(wrong.withLock { $0 } == 0)
  }
}

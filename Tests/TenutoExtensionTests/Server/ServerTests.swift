import TenutoTransport
import Testing

@testable import TenutoExtension

struct ServerTests {
  private func value(_ address: UInt64, _ value: Float) -> ParameterValue {
    ParameterValue(address, value)
  }

  @Test func itDescribesItself() throws {
    let talk = try Talk(instantiated: nil)
    #expect(
      try talk.call(HelloRequest()) == HelloRequest.Response(version: 5, componentCount: 2))
    for (index, component) in [Probe.component, Plain.component].enumerated() {
      let bytes = try talk.download(try talk.call(DescribeRequest(index: UInt16(index))))
      var reader = WireReader(bytes[...])
      #expect(try ComponentDescription(from: &reader) == component)
    }
    #expect(talk.refusal(of: DescribeRequest(index: 2)) == "there is no component 2")
    #expect(try talk.end())
  }

  @Test func requestsForAnInstanceAreRefusedBeforeThereIsOne() throws {
    let talk = try Talk(instantiated: nil)
    let refusals = [
      talk.refusal(of: SetParametersRequest(values: [])), talk.refusal(of: ParametersRequest()),
      talk.refusal(of: ResetRequest()), talk.refusal(of: SaveStateRequest(scope: .preset)),
      talk.refusal(of: LoadStateRequest()), talk.refusal(of: SelectPresetRequest(number: 3)),
      talk.refusal(of: PresetStateRequest(number: 3)), talk.refusal(of: MessageRequest()),
      talk.refusal(of: TextRequest(parameter: value(0, 1))),
      talk.refusal(of: ValueRequest(address: 0, text: "1")),
      talk.refusal(of: ContextNameRequest(name: "x")),
    ]
    for refusal in refusals { #expect(refusal?.hasSuffix(" before instantiate") == true) }
    #expect(throws: ControlError.refused("allocate before instantiate")) { try talk.allocate() }
    #expect(talk.refusal(of: DeallocateRequest()) == nil)
    #expect(
      talk.refusal(of: InstantiateRequest(code: "aumu none Test"))
        == "'aumu none Test' is not in this executable")
    #expect(try talk.end())
  }

  @Test func parametersAreSetReadAndKeptOverAllocations() throws {
    let talk = try Talk()
    let set = [value(0, 4), value(5, 9), value(9, 1), value(77, 1)]
    _ = try talk.call(SetParametersRequest(values: set))
    #expect(
      try talk.call(ParametersRequest()).values == [value(0, 4), value(5, 1), value(9, 0)])
    #expect(try talk.say("received") == "0=4.0 5=1.0")
    let response = try talk.allocate()
    #expect(response.latency == 17)
    #expect(response.tail == 4 * 48000)
    #expect(talk.render() == [4, 1])
    _ = try talk.call(SetParametersRequest(values: [value(0, 2), value(5, -0.5)]))
    #expect(talk.render() == [2, -0.5])
    // The kernel has set its meter, clamped to the range.
    #expect(try talk.call(ParametersRequest()).values[2] == value(9, 1))
    #expect(try talk.say("received") == "9=1.0 0=2.0 5=-0.5")
    _ = try talk.call(DeallocateRequest())
    _ = try talk.call(DeallocateRequest())
    _ = try talk.allocate()
    _ = try talk.allocate(BusLayout(inputs: [5], outputs: [2]))
    #expect(talk.render() == [2, -0.5])
    #expect(try talk.end())
  }

  @Test func anUndeclaredLayoutIsRefused() throws {
    let talk = try Talk()
    for layout in [
      BusLayout(inputs: [2], outputs: [3]), BusLayout(inputs: [0], outputs: [2]),
      BusLayout(inputs: [2, 2], outputs: [2]), BusLayout(inputs: [], outputs: [2]),
    ] { #expect(throws: ControlError.self) { try talk.allocate(layout) } }
    #expect(try talk.allocate().latency == 17)
    #expect(try talk.end())
  }

  @Test func aResetReachesTheKernelBeforeItsNextCycle() throws {
    let talk = try Talk()
    #expect(talk.refusal(of: ResetRequest()) == nil)
    _ = try talk.allocate()
    #expect(talk.render() == [1, 0.5])
    _ = try talk.call(ResetRequest())
    _ = try talk.call(ResetRequest())
    #expect(talk.render() == [1, 77])
    #expect(try talk.end())
  }

  @Test func aNewInstanceHasNoStateOfTheOldOne() throws {
    let talk = try Talk()
    _ = try talk.call(SetParametersRequest(values: [value(0, 4)]))
    _ = try talk.call(ContextNameRequest(name: "Track 1"))
    #expect(try talk.say("name") == "Track 1")
    _ = try talk.call(InstantiateRequest(code: "aumf prob Test"))
    #expect(try talk.say("name") == "")
    #expect(try talk.call(ParametersRequest()).values[0] == value(0, 1))
    _ = try talk.call(InstantiateRequest(code: "augn plai Test"))
    #expect(throws: ControlError.refused("Plain takes no messages")) { try talk.say("x") }
    #expect(try talk.end())
  }

  @Test func textsAndValuesAreTheUnitsOwnFirst() throws {
    let talk = try Talk()
    #expect(try talk.call(TextRequest(parameter: value(0, 2.5))).text == "2.5 s")
    #expect(try talk.call(TextRequest(parameter: value(5, 7))).text == "b=1.0")
    #expect(try talk.call(ValueRequest(address: 0, text: "2.5 S")) == value(0, 2.5))
    #expect(try talk.call(ValueRequest(address: 0, text: "most")) == value(0, 10))
    #expect(talk.refusal(of: ValueRequest(address: 0, text: "nan")) == "'nan' is not a value of A")
    #expect(
      talk.refusal(of: TextRequest(parameter: value(1, 0))) == "Probe has no parameter 1")
    #expect(try talk.end())
  }

  @Test func messagesAreAnsweredOrRefused() throws {
    let talk = try Talk()
    #expect(try talk.say("word") == "new")
    #expect(throws: ControlError.refused("no such order")) { try talk.say("dance") }
    // The previous message emptied the inbox.
    #expect(talk.refusal(of: MessageRequest()) == "no such order")
    #expect(
      talk.refusal(of: UploadRequest(offset: 3, bytes: [1]))
        == "0 bytes were uploaded, not 3")
    #expect(try talk.end())
  }

  @Test func noticesOfTheUnitArriveInOrder() throws {
    let talk = try Talk()
    #expect(try talk.say("turn") == "")
    let expected: [Notice] = [
      .gesture(0, isTouched: true), .parameter(value(0, 10)), .gesture(0, isTouched: false),
      .stateChanged, .formatChanged,
    ]
    #expect(try talk.receiveNotices { $0.count >= 5 })
    #expect(talk.notices == expected)
    #expect(try talk.say("value") == "10.0 0.0")
    #expect(try talk.say("received") == "")
    #expect(try talk.end())
  }

  @Test func aFloodEndsWithTheNewestValue() throws {
    let talk = try Talk()
    #expect(try talk.say("flood") == "")
    #expect(try talk.receiveNotices { $0.last == .parameter(value(5, 0.999)) })
    // The number in between depends on the timing; none arrives twice or out of order.
    let values = talk.notices.compactMap { notice -> Float? in
      if case .parameter(let parameter) = notice { parameter.value } else { nil }
    }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
    #expect(values.count <= 1000 && talk.notices.count - values.count <= 1000)
    #expect(try talk.end())
  }

  @Test func aUnitTicksWhileItIsAllocated() throws {
    let talk = try Talk()
    #expect(try talk.say("ticks") == "0")
    _ = try talk.allocate()
    var count = 0
    for _ in 0..<1000 where count < 3 {
      count = Int(try talk.say("ticks")) ?? 0
      if count < 3 { _ = try talk.receiveNotices { _ in true } }
    }
    #expect(count >= 3)
    #expect(try talk.end())
  }
}

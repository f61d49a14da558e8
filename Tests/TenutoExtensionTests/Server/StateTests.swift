import TenutoCore
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoExtension

/// State and presets, over the control channel.
struct StateTests {
  private func state(
    version: UInt32 = 2, _ values: [(UInt64, Float)] = [(0, 2), (5, 0.25)], word: String = "word"
  ) -> ComponentState {
    ComponentState(
      code: "aumf prob Test", version: version,
      parameters: values.map { ParameterValue($0.0, $0.1) }, data: Array(word.utf8))
  }

  private func refusal(_ bytes: [UInt8], _ talk: Talk) throws -> String? {
    try talk.upload(bytes)
    return talk.refusal(of: LoadStateRequest())
  }

  private func saved(_ talk: Talk) throws -> ComponentState {
    let size = try talk.call(SaveStateRequest(scope: .document))
    return try ComponentState(decoding: try talk.download(size))
  }

  @Test func aStateRoundTrips() throws {
    let talk = try Talk()
    #expect(try saved(talk) == state([(0, 1), (5, 0.5)], word: "new"))
    #expect(try refusal(state().encoded(), talk) == nil)
    #expect(try saved(talk) == state())
    let preset = try talk.call(SaveStateRequest(scope: .preset))
    #expect(try ComponentState(decoding: try talk.download(preset)).data.isEmpty)
    _ = try talk.allocate()
    #expect(talk.render() == [2, 0.25])
    #expect(try refusal(state([(0, 7)]).encoded(), talk) == nil)
    #expect(talk.render() == [7, 0.5])
    #expect(try talk.end())
  }

  @Test func unknownMissingAndInvalidValuesAreRepaired() throws {
    let talk = try Talk()
    let odd = state([(77, 1), (9, 1), (5, -50)])
    #expect(try refusal(odd.encoded(), talk) == nil)
    #expect(try saved(talk) == state([(0, 1), (5, -1)]))
    #expect(try talk.call(ParametersRequest()).values[2] == ParameterValue(9, 0))
    #expect(try talk.end())
  }

  @Test func aRefusedStateChangesNothing() throws {
    let talk = try Talk()
    #expect(try refusal(state().encoded(), talk) == nil)
    var foreign = state([(0, 9)])
    foreign.code = "aumf othe Test"
    #expect(
      try refusal(foreign.encoded(), talk)
        == "the state is of 'aumf othe Test', not of 'aumf prob Test'")
    #expect(
      try refusal(state(version: 3, [(0, 9)]).encoded(), talk)
        == "the state has version 3, Probe knows up to 2")
    #expect(try refusal(state([(0, 9)], word: "bad").encoded(), talk) == "the word is bad")
    #expect(
      try refusal(state(version: 0, [(0, 9)]).encoded(), talk) == "version 0 is too old")
    #expect(talk.refusal(of: LoadStateRequest()) == "the state is empty")
    let bytes = state([(0, 9)]).encoded()
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0x10
      #expect(try refusal(damaged, talk) == "the state is damaged")
    }
    var random = SeededRandom(seed: 9)
    #expect(try refusal(random.bytes(1 << 20), talk) == "the state is damaged")
    #expect(try saved(talk) == state())
    #expect(try talk.end())
  }

  @Test func anOlderStateIsMigrated() throws {
    let talk = try Talk()
    #expect(try refusal(state(version: 1, [(0, 2), (5, 0.25)]).encoded(), talk) == nil)
    #expect(try saved(talk) == state([(0, 4), (5, 0.5)]))
    #expect(try talk.end())
  }

  @Test func aStateOfManyPiecesRoundTrips() throws {
    let talk = try Talk()
    var random = SeededRandom(seed: 5)
    var large = state()
    large.data = random.bytes(1 << 20)
    #expect(try refusal(large.encoded(), talk) == nil)
    #expect(try saved(talk) == large)
    #expect(talk.refusal(of: UploadRequest(offset: 1 << 24, bytes: [1])) != nil)
    #expect(try talk.end())
  }

  @Test func aPresetIsReadWithoutAndWithSelectingIt() throws {
    let talk = try Talk()
    let three = state([(0, 3), (5, 0.5)], word: "Three")
    _ = try talk.call(SetParametersRequest(values: [ParameterValue(5, 0.75)]))
    let bytes = try talk.download(try talk.call(PresetStateRequest(number: 3)))
    #expect(try ComponentState(decoding: bytes) == three)
    #expect(try saved(talk) == state([(0, 1), (5, 0.75)], word: "new"))
    _ = try talk.call(SelectPresetRequest(number: 3))
    #expect(try saved(talk) == three)
    #expect(try refusal(bytes, talk) == nil)
    #expect(try saved(talk) == three)
    #expect(talk.refusal(of: SelectPresetRequest(number: 4)) == "Probe has no factory preset 4")
    #expect(talk.refusal(of: PresetStateRequest(number: -1)) == "Probe has no factory preset -1")
    #expect(try talk.end())
  }
}

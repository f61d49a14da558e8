import TenutoCore
import Testing

struct BusLayoutTests {
  private func accepts(_ capability: (Int, Int), _ input: Int, _ output: Int) -> Bool {
    ComponentDescription(
      "aufx test Test", name: "", manufacturerName: "", version: "", inputs: [.stereo],
      capabilities: [ChannelCapability(capability.0, capability.1)]
    ).accepts(BusLayout(inputs: [input], outputs: [output]))
  }

  /// The examples in Audio Unit's documentation of `channelCapabilities`.
  @Test func wildcardsWorkAsInAudioUnit() {
    for input in 1...64 {
      for output in 1...64 {
        #expect(accepts((-1, -1), input, output) == (input == output))
        #expect(accepts((-1, -2), input, output))
        #expect(accepts((-2, -1), input, output))
        #expect(accepts((-1, 2), input, output) == (output == 2))
        #expect(accepts((1, 2), input, output) == (input == 1 && output == 2))
        #expect(accepts((-4, 2), input, output) == (input <= 4 && output == 2))
      }
    }
    #expect(!accepts((-1, -1), 65, 65))
    #expect(!accepts((-1, -2), -1, 2))
  }

  @Test func onlyExplicitZeroMeansNoChannels() {
    #expect(accepts((0, 2), 0, 2))
    #expect(!accepts((-1, -1), 0, 0))
    #expect(!accepts((-1, -2), 0, 2))
    #expect(!accepts((-8, 2), 0, 2))
  }

  @Test func aSideChainKeepsItsChannelsOrIsLeftOut() {
    let effect = ComponentDescription(
      "aufx test Test", name: "", manufacturerName: "", version: "",
      inputs: [.stereo, BusDescription("Side", channelCount: 1, isOptional: true)],
      capabilities: [ChannelCapability(-1, -1)])
    func accepts(_ inputs: [Int], _ outputs: [Int]) -> Bool {
      effect.accepts(BusLayout(inputs: inputs, outputs: outputs))
    }
    #expect(accepts([6, 1], [6]))
    #expect(accepts([6, 0], [6]))
    #expect(!accepts([6, 2], [6]))
    #expect(!accepts([6], [6]))
    #expect(!accepts([6, 1], [6, 6]))
    #expect(effect.accepts(effect.defaultLayout))
  }

  @Test func aTotalCountsAllBusses() {
    let synth = ComponentDescription(
      "aumu test Test", name: "", manufacturerName: "", version: "",
      outputs: [.stereo, .stereo, .stereo], capabilities: [ChannelCapability(0, -6)])
    #expect(synth.accepts(BusLayout(inputs: [], outputs: [2, 2, 2])))
    #expect(!synth.accepts(BusLayout(inputs: [], outputs: [3, 2, 2])))
  }

  @Test func withoutCapabilitiesTheBussesSayAll() {
    let plain = ComponentDescription(
      "aufx test Test", name: "", manufacturerName: "", version: "", inputs: [.mono])
    #expect(plain.accepts(BusLayout(inputs: [1], outputs: [2])))
    #expect(!plain.accepts(BusLayout(inputs: [2], outputs: [2])))
    #expect(!plain.accepts(BusLayout(inputs: [0], outputs: [2])))
  }
}

import TenutoCore
import Testing

struct ComponentTests {
  private func component(_ code: ComponentCode) -> ComponentDescription {
    ComponentDescription(
      code, name: "Test", manufacturerName: "Tenuto", version: "1.0.0",
      inputs: [.stereo, .mono], outputs: [.stereo, .stereo, .mono],
      parameters: [
        Parameter(7, "cutoff", name: "Cutoff", range: 20...20000, unit: .hertz, default: 800)
      ])
  }

  @Test func channelsOfAllBussesAreAddedUp() {
    let component = component("aumu test Tnto")
    #expect(component.inputChannelCount == 3)
    #expect(component.outputChannelCount == 5)
  }

  @Test(
    arguments: zip(["aumu", "aufx", "aumf", "aumi", "augn"], [true, false, true, true, false]))
  func theKindDeterminesMIDIInput(type: String, takesMIDI: Bool) throws {
    let code = try #require(ComponentCode("\(type) test Tnto"))
    #expect(component(code).acceptsMIDI == takesMIDI)
  }

  @Test func aParameterIsFoundByItsIdentifier() {
    let component = component("aumu test Tnto")
    #expect(component.parameter(named: "cutoff")?.address == 7)
    #expect(component.parameter(named: "Cutoff") == nil)
  }

  @Test func parameterUnitsHaveAudioUnitsNumbers() {
    let numbers = ParameterUnit.allCases.map(\.rawValue)
    #expect(numbers == Array(0...27))
    #expect(ParameterUnit.hertz.symbol == "Hz")
  }

  @Test func aDefaultOutOfItsRangeTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = Parameter(0, "gain", name: "Gain", range: 0...1, default: 2)
    }
  }

  @Test func renderStatusesHaveAudioUnitsNumbers() {
    #expect(RenderStatus.ok.rawValue == 0)
    #expect(RenderStatus.tooManyFrames.rawValue == -10874)
    #expect(RenderStatus.notAllocated.rawValue == -10867)
  }
}

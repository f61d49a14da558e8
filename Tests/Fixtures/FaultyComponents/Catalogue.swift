import Glibc
import TenutoCore

/// The components: one of each kind that a check distinguishes.
enum Catalogue {
  static let instrument: ComponentCode = "aumu good Flty"
  static let effect: ComponentCode = "aufx good Flty"
  static let processor: ComponentCode = "aumi good Flty"
  /// An effect with a side chain that it ignores.
  static let sideChain: ComponentCode = "aufx side Flty"

  /// The address of each parameter.
  enum Address {
    static let gain: UInt64 = 0
    static let mode: UInt64 = 1
    static let meter: UInt64 = 2
    static let isOn: UInt64 = 3
  }

  static func components(describedBefore: Bool) -> [ComponentDescription] {
    [
      component(
        instrument, "Good Instrument", inputs: [],
        outputs: [BusDescription(busName(describedBefore), channelCount: 2)]),
      component(
        effect, "Good Effect", inputs: [.stereo], outputs: [.stereo],
        capabilities: [ChannelCapability(-1, -1)]),
      component(
        processor, "Good Processor", inputs: [], outputs: [], midiOutputs: ["Out"]),
      component(
        sideChain, "Good Side Chain",
        inputs: [.stereo, BusDescription("Side Chain", channelCount: 2, isOptional: true)],
        outputs: [.stereo]),
    ]
  }

  private static func busName(_ describedBefore: Bool) -> String {
    Fault.is("B01") && describedBefore ? "Other" : "Main"
  }

  private static func component(
    _ code: ComponentCode, _ name: String, inputs: [BusDescription], outputs: [BusDescription],
    capabilities: [ChannelCapability] = [], midiOutputs: [String] = []
  ) -> ComponentDescription {
    ComponentDescription(
      code, name: name, manufacturerName: Fault.is("D03") ? "" : "Fixtures", version: "1.0.0",
      summary: Fault.is("D05") ? "Number \(getpid())" : "A component that is in order",
      license: "MIT", contact: "https://example.org", tags: tags, inputs: inputs,
      outputs: outputs, capabilities: capabilities, parameters: parameters, groups: groups,
      presets: presets, midiOutputs: midiOutputs, isDeterministic: true)
  }

  private static var tags: [String] {
    Fault.is("D04") ? ["Effects", "Effects"] : ["Effects"]
  }

  private static var parameters: [Parameter] {
    [
      Parameter(
        Address.gain, "gain", name: Fault.is("P01") ? "" : "Gain", group: group, range: 0...1,
        unit: .linearGain, default: 0.5, flags: .canRamp),
      Parameter(Address.mode, "mode", name: "Mode", choices: ["One", "Two", "Three"]),
      Parameter(
        Address.meter, "meter", name: "Meter", range: 0...1, default: 0,
        flags: Fault.is("P03") ? [.readOnly, .canRamp] : .readOnly),
      Parameter(
        Address.isOn, "on", name: "On", range: 0...(Fault.is("P02") ? 2 : 1), unit: .boolean,
        default: 1),
    ]
  }

  private static var group: String { Fault.is("P14") ? "level.absent" : "level" }

  private static let groups = [ParameterGroup("level", name: "Level")]

  private static let presets = [
    FactoryPreset(0, name: "Loud", values: [ParameterValue(Address.gain, 0.9)]),
    FactoryPreset(1, name: "Soft", values: [ParameterValue(Address.gain, 0.2)]),
  ]
}

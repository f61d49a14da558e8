import TenutoExtension

/// A level that its only parameter sets, in both channels.
struct PlainKernel: Kernel {
  static let component = ComponentDescription(
    "augn plin Test", name: "Plain", manufacturerName: "Tenuto", version: "1.0.0",
    parameters: [Parameter(1, "gain", name: "Gain", range: 0...1, default: 0.5)])

  private var gain: Float = 0.5

  init(_ setup: KernelSetup) {}

  @_noLocks mutating func handle(_ event: Event) {
    if case .parameter(address: 1, let value) = event { gain = value }
  }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    for channel in 0..<2 {
      for frame in 0..<cycle.frameCount {
        var output = cycle.output.channel(channel)
        output[frame] = gain
      }
    }
  }
}

/// The sound of the component with a unit: its gain as a level, with a declared latency of 7
/// frames.
struct RichKernel: Kernel {
  static let component = ComponentDescription(
    "aumu rich Test", name: "Rich", manufacturerName: "Tenuto", version: "2.0.0",
    capabilities: [ChannelCapability(0, 1), ChannelCapability(0, 2)],
    parameters: [
      Parameter(1, "gain", name: "Gain", range: 0...1, unit: .linearGain, default: 0.5),
      Parameter(2, "steps", name: "Steps", choices: ["none", "one", "two", "three"]),
      Parameter(3, "level", name: "Level", range: 0...1, default: 0, flags: .readOnly),
    ],
    presets: [
      FactoryPreset(0, name: "Soft", values: [ParameterValue(1, 0.25)]),
      FactoryPreset(7, name: "Loud", values: [ParameterValue(1, 1), ParameterValue(2, 3)]),
    ],
    stateVersion: 2)

  private var gain: Float = 0.5
  private let channelCount: Int
  var latency: Int { 7 }
  var tail: Double { .infinity }

  init(_ setup: KernelSetup) { channelCount = setup.layout.outputChannelCount }

  @_noLocks mutating func handle(_ event: Event) {
    if case .parameter(address: 1, let value) = event { gain = value }
  }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    for channel in 0..<channelCount {
      for frame in 0..<cycle.frameCount {
        var output = cycle.output.channel(channel)
        output[frame] = gain
      }
    }
  }
}

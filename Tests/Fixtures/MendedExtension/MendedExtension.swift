import TenutoExtension

/// The crashing extension before its fault: the same sound, without the crash.
struct MendedKernel: Kernel {
  static let component = ComponentDescription(
    "aumf crsh Test", name: "Crashing", manufacturerName: "Tenuto", version: "1.0.1",
    inputs: [.stereo],
    parameters: [
      Parameter(1, "gain", name: "Gain", range: 0...1, default: 0.5),
      Parameter(2, "fault", name: "Fault", range: 0...10, default: 0),
    ])

  private var gain: Float = 0.5
  private var level: Float = 0
  private var phase: Float = 0

  init(_ setup: KernelSetup) {}

  @_noLocks mutating func handle(_ event: Event) {
    switch event {
    case .parameter(address: 1, let value): gain = value
    case .midi(.noteOn(_, _, let velocity)): level = Float(velocity) / 65536
    case .midi(.noteOff): level = 0
    default: break
    }
  }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    for frame in 0..<cycle.frameCount {
      phase += 0.01
      if phase > 1 { phase -= 2 }
      for channel in 0..<2 {
        let sample = cycle.input[channel, frame] * gain + phase * level
        var output = cycle.output.channel(channel)
        output[frame] = sample
      }
    }
  }
}

@main
struct MendedExtension: AudioExtension {
  static var components: [ComponentEntry] { [ComponentEntry(MendedKernel.self)] }
}

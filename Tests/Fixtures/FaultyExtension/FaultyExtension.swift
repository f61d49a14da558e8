import TenutoExtension

/// A constant level of 0.5 in both channels; coded, the level encodes the frame's time.
struct FaultySource: Kernel {
  static let component = ComponentDescription(
    "aumu falt Test", name: "Faulty", manufacturerName: "Tenuto", version: "1.0.0",
    parameters: Fault.parameters)

  var fault = Fault()

  init(_ setup: KernelSetup) {}

  @_noLocks mutating func handle(_ event: Event) { fault.handle(event) }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    fault.strike()
    let time = cycle.sampleTime
    let frameCount = fault.written(cycle.frameCount)
    var output = cycle.output.stereo()
    for frame in 0..<frameCount {
      let code = Float((time &+ Int64(frame)) & 0xFFFF) / 65536
      let sample = fault.replaced(fault.isCoded ? code : 0.5)
      output.left[frame] = sample
      output.right[frame] = -sample
    }
  }
}

/// Half of the input, in stereo.
struct FaultyEffect: Kernel {
  static let component = ComponentDescription(
    "aufx falt Test", name: "Half", manufacturerName: "Tenuto", version: "1.0.0",
    inputs: [.stereo], parameters: Fault.parameters)

  var fault = Fault()

  init(_ setup: KernelSetup) {}

  @_noLocks mutating func handle(_ event: Event) { fault.handle(event) }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    fault.strike()
    for channel in 0..<2 {
      for frame in 0..<cycle.frameCount {
        let sample = fault.replaced(cycle.input[channel, frame] * 0.5)
        var output = cycle.output.channel(channel)
        output[frame] = sample
      }
    }
  }
}

/// Copies one input channel to one output channel.
struct MonoWire: Kernel {
  static let component = ComponentDescription(
    "aufx wire Test", name: "Wire", manufacturerName: "Tenuto", version: "1.0.0",
    inputs: [.mono], outputs: [.mono])

  init(_ setup: KernelSetup) {}

  @_noLocks mutating func handle(_ event: Event) {}

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    for frame in 0..<cycle.frameCount {
      let sample = cycle.input[0, frame]
      var output = cycle.output.channel(0)
      output[frame] = sample
    }
  }
}

@main
struct FaultyExtension: AudioExtension {
  static var components: [ComponentEntry] {
    [
      ComponentEntry(FaultySource.self), ComponentEntry(FaultyEffect.self),
      ComponentEntry(MonoWire.self),
    ]
  }
}

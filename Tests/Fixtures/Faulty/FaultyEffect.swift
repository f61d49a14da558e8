import TenutoExtension

/// Half of the input, in stereo.
struct FaultyEffect: Kernel {
  static let component = ComponentDescription(
    "aufx falt Test", name: "Half", manufacturerName: "Tenuto", version: "1.0.0",
    inputs: [.stereo], parameters: Fault.parameters)

  var fault = Fault()

  init(_ setup: KernelSetup) {}

  @_noLocks mutating func handle(_ event: Event) { fault.handle(event) }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    let time = cycle.sampleTime
    var first = cycle.output.channel(0)
    unsafe first.withUnsafeMutableBufferPointer { unsafe fault.strike($0.baseAddress) }
    for channel in 0..<2 {
      for frame in 0..<fault.writtenCount(cycle.frameCount) {
        let sample = fault.replaced(cycle.input[channel, frame] * 0.5, at: time &+ Int64(frame))
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

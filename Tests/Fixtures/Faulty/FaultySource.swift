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
    let time = cycle.sampleTime
    var output = cycle.output.stereo()
    unsafe output.left.withUnsafeMutableBufferPointer { unsafe fault.strike($0.baseAddress) }
    for frame in 0..<fault.writtenCount(output.left.count) {
      let now = time &+ Int64(frame)
      let code = Float(now & 0xFFFF) / 65536
      let sample = fault.replaced(fault.isCoded ? code : 0.5, at: now)
      output.left[frame] = sample
      output.right[frame] = -sample
    }
  }
}

import TenutoExtension

/// Delays its input by the number of frames in its parameter, which may change during playback.
struct VaryingKernel: Kernel, ~Copyable {
  static let component = ComponentDescription(
    "aufx vary Test", name: "Varying", manufacturerName: "Tenuto", version: "1.0.0",
    inputs: [.stereo],
    parameters: [Parameter(1, "frames", name: "Frames", range: 0...1000, default: 37)])

  private static var capacity: Int { @_noLocks get { 1024 } }
  private var memory: SampleBuffer
  private var position = 0
  private var frames = 37

  init(_ setup: KernelSetup) { memory = SampleBuffer(count: 2 * Self.capacity) }

  var latency: Int { frames }

  @_noLocks mutating func handle(_ event: Event) {
    if case .parameter(1, let value) = event { frames = Int(value) }
  }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    for frame in 0..<cycle.frameCount {
      for channel in 0..<2 {
        let line = channel * Self.capacity
        memory[line + position] = cycle.input[channel, frame]
        let place = (position - frames + Self.capacity) % Self.capacity
        var output = cycle.output.channel(channel)
        output[frame] = memory[line + place]
      }
      position = (position + 1) % Self.capacity
    }
  }
}

/// Reports the chosen latency to the host.
final class VaryingUnit: AudioUnit {
  private let host: HostLink

  init(_ host: HostLink) { self.host = host }

  // The next tick reports the new value.
  var tickInterval: Double? { 0.005 }
  func tick() {}

  func didSet(_ parameter: ParameterValue) { host.latencyDidChange(to: Int(parameter.value)) }
}

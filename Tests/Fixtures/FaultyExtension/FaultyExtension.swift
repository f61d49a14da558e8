import TenutoExtension

/// A steady level of 0.5 in both channels; coded, the level says the frame's time.
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
    var output = cycle.output.stereo()
    for frame in output.left.indices {
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

/// One input channel as it is, in one output channel.
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
enum FaultyExtension {
  static func main() {
    ExtensionServer.serve([
      entry(FaultySource.self), entry(FaultyEffect.self), entry(MonoWire.self),
    ])
  }

  private static func entry<K: Kernel>(_: K.Type) -> ComponentEntry {
    ComponentEntry(K.component) { setup in
      let kernel = UnsafeMutablePointer<K>.allocate(capacity: 1)
      unsafe kernel.initialize(to: K(setup))
      return RenderLoop(
        run: { receiver in unsafe run(&kernel.pointee, &receiver) },
        free: {
          unsafe kernel.deinitialize(count: 1)
          unsafe kernel.deallocate()
        })
    }
  }

  private static func run<K: Kernel>(_ kernel: inout K, _ receiver: inout CycleReceiver) {
    while receiver.waitForCycle() {
      steps: while true {
        switch receiver.nextStep() {
        case .event(let event): kernel.handle(event)
        case .render(let start, let count):
          var cycle = unsafe RenderCycle(
            input: receiver.input(start: start, count: count),
            output: receiver.output(start: start, count: count),
            sampleTime: receiver.sampleTime(ofFrame: start))
          kernel.render(&cycle)
        case .finished: break steps
        }
      }
    }
  }
}

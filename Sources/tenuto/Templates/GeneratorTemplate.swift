extension Template {
  static let generatorKernel = #"""
    import TenutoExtension

    /// A generator: a sine for tests.
    public struct «NAME»Kernel: ~Copyable, Kernel {
      /// The description for hosts. Addresses and identifiers must never change.
      public static let component = ComponentDescription(
        "«CODE»", name: "«NAME»", manufacturerName: "«MANUFACTURER»", version: "0.1.0",
        summary: "A sine for tests.", license: "NOASSERTION", contact: "https://example.org",
        tags: ["Generator"],
        parameters: [
          Parameter(
            0, "frequency", name: "Frequency", range: 20...20000, unit: .hertz, default: 440,
            flags: .logarithmic),
          Parameter(1, "gain", name: "Gain", range: -60...0, unit: .decibels, default: -20),
        ],
        presets: [
          FactoryPreset(0, name: "A4", values: [ParameterValue(0, 440)]),
          FactoryPreset(1, name: "1 kHz", values: [ParameterValue(0, 1000), ParameterValue(1, -18)]),
        ],
        isDeterministic: true)

      let sampleRate: Double
      /// The share of the distance to their targets that values move in one frame, 0...1.
      let glide: Double
      /// In periods, 0..<1.
      var phase = 0.0
      /// Periods in a frame.
      var step = 0.0
      var stepAim = 0.0
      var gain = 0.0
      var gainAim = 0.0

      public init(_ setup: KernelSetup) {
        sampleRate = setup.sampleRate
        glide = 1 - DSP.exp(-6.9 / (0.02 * sampleRate))
        for parameter in Self.component.parameters {
          setParameter(parameter.address, to: parameter.defaultValue)
        }
        step = stepAim
      }

      /// It never stops.
      public var tail: Double { .infinity }

      @_noLocks public mutating func handle(_ event: Event) {
        if case .parameter(let address, let value) = event { setParameter(address, to: value) }
      }

      @_noLocks public mutating func render(_ cycle: inout RenderCycle) {
        var output = cycle.output.stereo()
        for frame in output.left.indices {
          step += (stepAim - step) * glide
          gain += (gainAim - gain) * glide
          phase += step
          if phase >= 1 { phase -= 1 }
          let sample = Float(DSP.sin(2 * .pi * phase) * gain)
          output.left[frame] = sample
          output.right[frame] = sample
        }
      }

      @_noLocks public mutating func reset() {
        phase = 0
        gain = 0
      }

      @_noLocks mutating func setParameter(_ address: ParameterAddress, to value: Float) {
        switch address {
        case 0: stepAim = Double(value) / sampleRate
        case 1: gainAim = DSP.gain(decibels: Double(value))
        default: break
        }
      }
    }

    """#

  static let generatorTests = #"""
    import TenutoExtension
    import Testing
    import «NAME»Kernel

    struct «NAME»Tests {
      @Test("A tone has its frequency and its level", arguments: [(440.0, -20.0), (1000, -18)])
      func tone(frequency: Double, gain: Double) {
        var runner = KernelRunner<«NAME»Kernel>(sampleRate: 48000, maximumFrameCount: 52800)
        let events = [
          TimedEvent(frameOffset: 0, payload: .parameter(address: 0, value: Float(frequency))),
          TimedEvent(frameOffset: 0, payload: .parameter(address: 1, value: Float(gain))),
        ]
        runner.render(frameCount: 52800, events: events.span)
        let sound = (4800..<52800).map { Double(runner.output(0)[$0]) }
        let crossings = zip(sound, sound.dropFirst()).count { $0 <= 0 && $1 > 0 }
        #expect(abs(Double(crossings) - frequency) <= 1)  // in one second
        let power = sound.reduce(0) { $0 + $1 * $1 } / Double(sound.count)
        let expected = DSP.gain(decibels: gain)
        #expect(abs((2 * power).squareRoot() - expected) < 0.001 * expected)
      }
    }

    """#
}

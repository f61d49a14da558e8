extension Template {
  static let effectKernel = #"""
    import TenutoExtension

    /// A stereo effect: a low-pass of the first order, and a gain.
    public struct «NAME»Kernel: ~Copyable, Kernel {
      /// The description for hosts. Addresses and identifiers must never change.
      public static let component = ComponentDescription(
        "«CODE»", name: "«NAME»", manufacturerName: "«MANUFACTURER»", version: "0.1.0",
        summary: "A low-pass of the first order with a gain.", license: "NOASSERTION",
        contact: "https://example.org", tags: ["Filter"], inputs: [.stereo],
        parameters: [
          Parameter(
            0, "cutoff", name: "Cutoff", range: 20...20000, unit: .hertz, default: 1000,
            flags: .logarithmic),
          Parameter(1, "gain", name: "Gain", range: -60...12, unit: .decibels, default: 0),
        ],
        presets: [
          FactoryPreset(0, name: "Open", values: [ParameterValue(0, 20000)]),
          FactoryPreset(1, name: "Dark", values: [ParameterValue(0, 300), ParameterValue(1, 3)]),
        ],
        isDeterministic: true)

      let sampleRate: Double
      /// The share of the distance to their targets that values move in one frame, 0...1.
      let glide: Float
      /// The share of the distance to the input that the output moves in one frame, 0...1.
      var share: Float = 0
      var shareAim: Float = 0
      var gain: Float = 0
      var gainAim: Float = 0
      /// The low-pass of each channel.
      var left: Float = 0
      var right: Float = 0

      public init(_ setup: KernelSetup) {
        sampleRate = setup.sampleRate
        glide = Float(1 - DSP.exp(-6.9 / (0.02 * sampleRate)))
        for parameter in Self.component.parameters {
          setParameter(parameter.address, to: parameter.defaultValue)
        }
        share = shareAim
        gain = gainAim
      }

      /// The time until the filter has decayed at its lowest cut-off.
      public var tail: Double { 0.2 }

      @_noLocks public mutating func handle(_ event: Event) {
        if case .parameter(let address, let value) = event { setParameter(address, to: value) }
      }

      @_noLocks public mutating func render(_ cycle: inout RenderCycle) {
        for frame in 0..<cycle.frameCount {
          share += (shareAim - share) * glide
          gain += (gainAim - gain) * glide
          left = Self.step(left, towards: cycle.input[0, frame], share)
          right = Self.step(right, towards: cycle.input[1, frame], share)
          var output = cycle.output.stereo()
          output.left[frame] = left * gain
          output.right[frame] = right * gain
        }
      }

      @_noLocks public mutating func reset() {
        left = 0
        right = 0
      }

      @_noLocks mutating func setParameter(_ address: ParameterAddress, to value: Float) {
        switch address {
        case 0: shareAim = Float(1 - DSP.exp(-2 * .pi * Double(value) / sampleRate))
        case 1: gainAim = Float(DSP.gain(decibels: Double(value)))
        default: break
        }
      }

      /// One step of the low-pass; resets NaN and infinity, which would otherwise stay forever.
      @_noLocks static func step(_ state: Float, towards input: Float, _ share: Float) -> Float {
        let next = state + (input - state) * share
        return abs(next) < 1e6 && abs(next) > 1e-15 ? next : 0
      }
    }

    """#

  static let effectTests = #"""
    import Foundation
    import TenutoExtension
    import Testing
    import «NAME»Kernel

    struct «NAME»Tests {
      private func fill(_ channel: consuming MutableSpan<Float>, _ frequency: Double) {
        for frame in channel.indices {
          channel[frame] = Float(sin(2 * .pi * frequency * Double(frame) / 48000))
        }
      }

      /// The output level in dB of a sine of `frequency`.
      private func level(_ frequency: Double, settings: [TimedEvent] = []) -> Double {
        var runner = KernelRunner<«NAME»Kernel>(sampleRate: 48000, maximumFrameCount: 48000)
        fill(runner.input(0), frequency)
        fill(runner.input(1), frequency)
        runner.render(frameCount: 48000, events: settings.span)
        let power = (24000..<48000).reduce(0.0) { $0 + pow(Double(runner.output(1)[$1]), 2) } / 24000
        return 10 * log10(2 * power)
      }

      /// |H| of the low-pass y += a (x - y), in dB.
      private func theory(_ frequency: Double, cutoff: Double) -> Double {
        let a = 1 - exp(-2 * .pi * cutoff / 48000)
        let b = 1 - a
        return 10 * log10(a * a / (1 - 2 * b * cos(2 * .pi * frequency / 48000) + b * b))
      }

      @Test("The low-pass has the response of its formula", arguments: [100.0, 1000, 5000])
      func response(frequency: Double) {
        #expect(abs(level(frequency) - theory(frequency, cutoff: 1000)) < 0.05)
      }

      @Test("Gain and cutoff are parameters")
      func parameters() {
        let settings = [
          TimedEvent(frameOffset: 0, payload: .parameter(address: 0, value: 300)),
          TimedEvent(frameOffset: 0, payload: .parameter(address: 1, value: -6)),
        ]
        let expected = theory(1000, cutoff: 300) - 6
        #expect(abs(level(1000, settings: settings) - expected) < 0.05)
      }
    }

    """#
}

extension Template {
  static let musicEffectKernel = #"""
    import TenutoExtension

    /// A music effect: a low-pass of the first order whose cut-off follows the keys.
    public struct «NAME»Kernel: ~Copyable, Kernel {
      /// The description for hosts. Addresses and identifiers must never change.
      public static let component = ComponentDescription(
        "«CODE»", name: "«NAME»", manufacturerName: "«MANUFACTURER»", version: "0.1.0",
        summary: "A low-pass of the first order that follows the keys.", license: "NOASSERTION",
        contact: "https://example.org", tags: ["Filter"], inputs: [.stereo],
        parameters: [
          Parameter(
            0, "offset", name: "Offset", range: -24...48, unit: .relativeSemitones, default: 12),
          Parameter(1, "gain", name: "Gain", range: -60...12, unit: .decibels, default: 0),
        ],
        presets: [
          FactoryPreset(0, name: "On the key", values: [ParameterValue(0, 0)]),
          FactoryPreset(1, name: "Bright", values: [ParameterValue(0, 36)]),
        ],
        isDeterministic: true)

      let sampleRate: Double
      /// The share of the distance to their targets that values move in one frame, 0...1.
      let glide: Float
      /// The last pressed key.
      var note: UInt8 = 69
      var offset = 0.0
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
      public var tail: Double { 0.5 }

      @_noLocks public mutating func handle(_ event: Event) {
        switch event {
        case .midi(.noteOn(_, let number, _)) where number < 128:
          note = number
          aim()
        case .parameter(let address, let value): setParameter(address, to: value)
        default: break
        }
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
        case 0:
          offset = Double(value)
          aim()
        case 1: gainAim = Float(DSP.gain(decibels: Double(value)))
        default: break
        }
      }

      @_noLocks mutating func aim() {
        let cutoff = DSP.frequency(ofNote: Double(note) + offset)
        shareAim = Float(1 - DSP.exp(-2 * .pi * cutoff / sampleRate))
      }

      /// One step of the low-pass; resets NaN and infinity, which would otherwise stay forever.
      @_noLocks static func step(_ state: Float, towards input: Float, _ share: Float) -> Float {
        let next = state + (input - state) * share
        return abs(next) < 1e6 && abs(next) > 1e-15 ? next : 0
      }
    }

    """#

  static let musicEffectTests = #"""
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

      /// The output level in dB of 1 kHz while `note` is down.
      private func level(note: UInt8) -> Double {
        var runner = KernelRunner<«NAME»Kernel>(sampleRate: 48000, maximumFrameCount: 48000)
        fill(runner.input(0), 1000)
        fill(runner.input(1), 1000)
        let events = [
          TimedEvent(frameOffset: 0, payload: .parameter(address: 0, value: 0)),
          TimedEvent(
            frameOffset: 0,
            payload: .midi(VoiceEvent.noteOn(channel: 0, note: note, velocity: 65535).ump)),
        ]
        runner.render(frameCount: 48000, events: events.span)
        let power = (24000..<48000).reduce(0.0) { $0 + pow(Double(runner.output(1)[$1]), 2) } / 24000
        return 10 * log10(2 * power)
      }

      /// |H| at 1 kHz of the low-pass y += a (x - y), in dB.
      private func theory(cutoff: Double) -> Double {
        let a = 1 - exp(-2 * .pi * cutoff / 48000)
        let b = 1 - a
        return 10 * log10(a * a / (1 - 2 * b * cos(2 * .pi * 1000 / 48000) + b * b))
      }

      @Test("The cut-off is the frequency of the key", arguments: [(57, 220.0), (69, 440), (93, 1760)])
      func cutoff(note: UInt8, frequency: Double) {
        #expect(abs(level(note: note) - theory(cutoff: frequency)) < 0.05)
      }
    }

    """#
}

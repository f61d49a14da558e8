extension Template {
  static let instrumentKernel = #"""
    import TenutoExtension

    /// An instrument: 16 voices of a sine, each with an envelope.
    public struct «NAME»Kernel: ~Copyable, Kernel {
      /// The description for hosts. Addresses and identifiers must never change.
      public static let component = ComponentDescription(
        "«CODE»", name: "«NAME»", manufacturerName: "«MANUFACTURER»", version: "0.1.0",
        summary: "16 sine voices with an envelope.", license: "NOASSERTION",
        contact: "https://example.org", tags: ["Synthesizer"],
        parameters: [
          Parameter(0, "gain", name: "Gain", range: -60...6, unit: .decibels, default: -18),
          Parameter(
            1, "release", name: "Release", range: 5...5000, unit: .milliseconds, default: 300,
            flags: .logarithmic),
        ],
        presets: [
          FactoryPreset(0, name: "Organ", values: [ParameterValue(1, 30)]),
          FactoryPreset(1, name: "Bells", values: [ParameterValue(0, -15), ParameterValue(1, 3000)]),
        ],
        isDeterministic: true)

      let sampleRate: Double
      var voices = InlineArray<16, Voice>(repeating: Voice())
      /// Notes so far, to find the oldest voice.
      var noteCount = 0
      /// The gain, which follows `gainAim` without a click.
      var gain: Float = 0
      var gainAim: Float = 0
      /// The share of the distance to their targets that values move in one frame, 0...1.
      let glide: Float
      let attack: Float
      var release: Float = 0

      public init(_ setup: KernelSetup) {
        sampleRate = setup.sampleRate
        glide = Self.approach(seconds: 0.02, sampleRate: sampleRate)
        attack = Self.approach(seconds: 0.01, sampleRate: sampleRate)
        for parameter in Self.component.parameters {
          setParameter(parameter.address, to: parameter.defaultValue)
        }
        gain = gainAim
      }

      /// The time until an ended voice is silent.
      public var tail: Double { 10 }

      @_noLocks public mutating func handle(_ event: Event) {
        switch event {
        case .midi(.noteOn(let channel, let note, let velocity)) where note < 128:
          start(note, channel: channel, velocity: velocity)
        case .midi(.noteOff(let channel, let note, _)): end(note, channel: channel)
        // All sound off, and all notes off.
        case .midi(.controlChange(let channel, let controller, _))
        where controller == 120 || controller == 123:
          endAll(channel: channel)
        case .parameter(let address, let value): setParameter(address, to: value)
        default: break
        }
      }

      @_noLocks public mutating func render(_ cycle: inout RenderCycle) {
        var output = cycle.output.stereo()
        for frame in output.left.indices {
          gain += (gainAim - gain) * glide
          var sum: Float = 0
          for index in voices.indices where voices[index].isSounding {
            sum += voices[index].next(attack: attack, release: release)
          }
          output.left[frame] = sum * gain
          output.right[frame] = sum * gain
        }
      }

      @_noLocks public mutating func reset() {
        for index in voices.indices { voices[index] = Voice() }
      }

      @_noLocks mutating func setParameter(_ address: ParameterAddress, to value: Float) {
        switch address {
        case 0: gainAim = Float(DSP.gain(decibels: Double(value)))
        case 1: release = Self.approach(seconds: Double(value) / 1000, sampleRate: sampleRate)
        default: break
        }
      }

      @_noLocks mutating func start(_ note: UInt8, channel: UInt8, velocity: UInt16) {
        var chosen = 0
        for index in voices.indices {
          if !voices[index].isSounding {
            chosen = index
            break
          }
          if voices[index].serial < voices[chosen].serial { chosen = index }
        }
        noteCount += 1
        voices[chosen].start(
          note, channel: channel, serial: noteCount, peak: Float(velocity) / 65535,
          step: DSP.frequency(ofNote: Double(note)) / sampleRate)
      }

      @_noLocks mutating func end(_ note: UInt8, channel: UInt8) {
        for index in voices.indices
        where voices[index].note == note && voices[index].channel == channel {
          voices[index].isHeld = false
        }
      }

      @_noLocks mutating func endAll(channel: UInt8) {
        for index in voices.indices where voices[index].channel == channel {
          voices[index].isHeld = false
        }
      }

      /// The movement per frame that leaves 0.1 % of the distance after `seconds`.
      @_noLocks static func approach(seconds: Double, sampleRate: Double) -> Float {
        Float(1 - DSP.exp(-6.9 / (seconds * sampleRate)))
      }
    }

    /// One note.
    struct Voice {
      var note: UInt8 = 0
      var channel: UInt8 = 0
      var serial = 0
      var isHeld = false
      /// The envelope, 0...1.
      var level: Float = 0
      var peak: Float = 0
      /// In periods, 0..<1.
      var phase = 0.0
      var step = 0.0

      var isSounding: Bool { @_noLocks get { isHeld || level > 0 } }

      @_noLocks mutating func start(
        _ note: UInt8, channel: UInt8, serial: Int, peak: Float, step: Double
      ) {
        // A stolen voice continues from its level, without a click.
        if !isSounding { phase = 0 }
        self.note = note
        self.channel = channel
        self.serial = serial
        self.peak = peak
        self.step = step
        isHeld = true
      }

      @_noLocks mutating func next(attack: Float, release: Float) -> Float {
        level += isHeld ? (peak - level) * attack : -level * release
        if !isHeld && level < 1e-5 { level = 0 }
        phase += step
        if phase >= 1 { phase -= 1 }
        return Float(DSP.sin(2 * .pi * phase)) * level
      }
    }

    """#

  static let instrumentTests = #"""
    import TenutoExtension
    import Testing
    import «NAME»Kernel

    struct «NAME»Tests {
      /// Renders half a second with A4 from the start, and its end at `end`.
      private func render(end: Int) -> [Float] {
        var runner = KernelRunner<«NAME»Kernel>(sampleRate: 48000, maximumFrameCount: 24000)
        let on = VoiceEvent.noteOn(channel: 0, note: 69, velocity: 65535).ump
        let off = VoiceEvent.noteOff(channel: 0, note: 69, velocity: 0).ump
        let events = [
          TimedEvent(frameOffset: 0, payload: .parameter(address: 1, value: 50)),
          TimedEvent(frameOffset: 0, payload: .midi(on)),
          TimedEvent(frameOffset: UInt32(end), payload: .midi(off)),
        ]
        runner.render(frameCount: 24000, events: events.span)
        return (0..<24000).map { runner.output(0)[$0] }
      }

      @Test("A4 sounds at 440 Hz and -18 dB")
      func pitchAndLevel() {
        let sound = render(end: 24000)[4800...]
        let crossings = zip(sound, sound.dropFirst()).count { $0 <= 0 && $1 > 0 }
        #expect(abs(crossings - 176) <= 1)  // 440 Hz for 0.4 s
        let peak = sound.map(abs).max() ?? 0
        #expect(abs(peak - 0.1259) < 0.001)  // 10^(-18/20)
      }

      @Test("A note ends in silence")
      func end() {
        let sound = render(end: 4800)
        #expect(sound[4000..<4800].contains { abs($0) > 0.1 })
        #expect(sound[12000...].allSatisfy { $0 == 0 })
      }
    }

    """#
}

import KernelTestSupport
import SamplerKernel
import TenutoExtension

/// The events of the sampler, and its output.
struct SamplerTake {
  var sampleRate = 48000.0
  var unit = SamplerUnit()
  /// Events with their frames, in order.
  var events: [(frame: Int, payload: TimedEvent.Payload)] = []

  /// An open envelope, and a gain of 1.
  static func plain(_ sound: RecordedSound? = nil, sampleRate: Double = 48000) throws -> SamplerTake
  {
    var take = SamplerTake(sampleRate: sampleRate)
    if let sound { _ = try take.unit.answer(sound.encoded(.float32)) }
    take.set(0, "sustain", 1)
    take.set(0, "gain", 1)
    take.add(0, .controlChange(channel: 0, controller: 7, value: .max))
    return take
  }

  /// Adds a MIDI message.
  mutating func add(_ frame: Int, _ message: VoiceEvent) {
    events.append((frame, .midi(message.ump)))
  }

  /// Sets a parameter by its identifier.
  mutating func set(_ frame: Int, _ identifier: String, _ value: Float) {
    guard let parameter = SamplerKernel.component.parameter(named: identifier) else {
      preconditionFailure("there is no parameter '\(identifier)'")
    }
    events.append((frame, .parameter(address: parameter.address, value: value)))
  }

  /// Adds a note on.
  mutating func play(
    _ frame: Int, _ note: UInt8, channel: UInt8 = 0, velocity: UInt16 = 65535
  ) {
    add(frame, .noteOn(channel: channel, note: note, velocity: velocity))
  }

  /// Adds a note off.
  mutating func end(_ frame: Int, _ note: UInt8, channel: UInt8 = 0) {
    add(frame, .noteOff(channel: channel, note: note, velocity: 0))
  }

  /// Renders cycles of the lengths that `nextCycle` returns, and calls `between` before each.
  func render(
    _ frameCount: Int, between: (Int) -> Void = { _ in }, nextCycle: () -> Int = { 512 }
  ) -> Sound {
    var runner = KernelRunner<SamplerKernel>(
      sampleRate: sampleRate, maximumFrameCount: 512, unit: unit)
    var sound = Sound(sampleRate: sampleRate)
    while sound.left.count < frameCount {
      let start = sound.left.count
      between(start)
      let length = min(max(1, nextCycle()), 512, frameCount - start)
      let cycle = events.filter { $0.frame >= start && $0.frame < start + length }.map {
        TimedEvent(frameOffset: UInt32($0.frame - start), payload: $0.payload)
      }
      runner.render(frameCount: length, events: cycle.span)
      for frame in 0..<length {
        sound.left.append(runner.output(0)[frame])
        sound.right.append(runner.output(1)[frame])
      }
    }
    return sound
  }
}

extension RecordedSound {
  /// A sine of a note's pitch, with a loop of whole periods.
  static func sine(
    _ frequency: Double, sampleRate: Double = 48000, root: Float = 60, isLooped: Bool = true
  ) -> RecordedSound {
    let samples = (0..<96000).map {
      0.5 * Float(DSP.sin(2 * .pi * frequency / sampleRate * Double($0)))
    }
    // 48000 frames are whole periods of every whole frequency at 48 kHz.
    return RecordedSound(
      sampleRate: Float(sampleRate), rootNote: root, channels: [samples],
      loop: isLooped ? 20000..<68000 : 0..<0)
  }
}

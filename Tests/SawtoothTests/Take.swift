import KernelTestSupport
import SawtoothKernel
import TenutoExtension

/// The events of the instrument, and its output.
struct Take {
  var sampleRate = 48000.0
  /// Events with their frames, in order.
  var events: [(frame: Int, payload: TimedEvent.Payload)] = []

  /// Adds a MIDI message.
  mutating func add(_ frame: Int, _ message: VoiceEvent) {
    events.append((frame, .midi(message.ump)))
  }

  /// Sets a parameter by its identifier.
  mutating func set(_ frame: Int, _ identifier: String, _ value: Float) {
    guard let parameter = SawtoothKernel.component.parameter(named: identifier) else {
      preconditionFailure("there is no parameter '\(identifier)'")
    }
    events.append((frame, .parameter(address: parameter.address, value: value)))
  }

  /// Sets a parameter at the start.
  mutating func set(_ identifier: String, _ value: Float) { set(0, identifier, value) }

  /// Adds a note at the start.
  mutating func play(_ note: UInt8, channel: UInt8 = 0, velocity: UInt16 = 65535) {
    play(0, note, channel: channel, velocity: velocity)
  }

  /// Adds a note on, by default with full velocity.
  mutating func play(
    _ frame: Int, _ note: UInt8, channel: UInt8 = 0, velocity: UInt16 = 65535
  ) {
    add(frame, .noteOn(channel: channel, note: note, velocity: velocity))
  }

  /// Adds a note off.
  mutating func end(_ frame: Int, _ note: UInt8, channel: UInt8 = 0) {
    add(frame, .noteOff(channel: channel, note: note, velocity: 0))
  }

  /// Renders cycles of up to 512 frames.
  func render(_ frameCount: Int) -> Sound {
    render(frameCount) { 512 }
  }

  /// Renders cycles of the lengths that `nextCycle` returns.
  func render(_ frameCount: Int, nextCycle: () -> Int) -> Sound {
    var runner = KernelRunner<SawtoothKernel>(sampleRate: sampleRate, maximumFrameCount: 512)
    var sound = Sound(sampleRate: sampleRate)
    var next = 0
    while sound.left.count < frameCount {
      let start = sound.left.count
      let length = min(max(1, nextCycle()), 512, frameCount - start)
      var cycle: [TimedEvent] = []
      while next < events.count, events[next].frame < start + length {
        let offset = UInt32(max(0, events[next].frame - start))
        cycle.append(TimedEvent(frameOffset: offset, payload: events[next].payload))
        next += 1
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

/// A plain sawtooth without envelope, filter and velocity.
extension Take {
  static func plain(sampleRate: Double = 48000) -> Take {
    var take = Take(sampleRate: sampleRate)
    take.set("attack", 1)
    take.set("sustain", 1)
    take.set("cutoff", 20000)
    take.set("resonance", 0)
    take.set("filter-envelope", 0)
    take.set("filter-velocity", 0)
    return take
  }
}

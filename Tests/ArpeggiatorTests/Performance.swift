import ArpeggiatorKernel
import TenutoExtension

/// The input of an arpeggiator, and its output.
struct Performance {
  /// A packet with its frame since start.
  struct Sent: Equatable {
    let frame: Int
    let packet: UMP

    var isNoteOn: Bool { packet.opcode == 9 }
    var isNoteOff: Bool { packet.opcode == 8 }
    var note: Int { Int(packet.data1) }
    var velocity: Int { Int(packet.word1 >> 16) }
  }

  var sampleRate = 48000.0
  private var payloads: [(frame: Int, payload: TimedEvent.Payload)] = []
  private var contexts: [(frame: Int, context: MusicalContext)] = []
  private var resets: [Int] = []

  /// Starts without keys, with a stopped transport.
  init(sampleRate: Double = 48000) { self.sampleRate = sampleRate }

  /// Sets a parameter; calls must be in the order of frames.
  mutating func set(_ identifier: String, _ value: Float, at frame: Int = 0) {
    guard let parameter = ArpeggiatorKernel.component.parameter(named: identifier) else {
      preconditionFailure("there is no parameter '\(identifier)'")
    }
    payloads.append((frame, .parameter(address: parameter.address, value: value)))
  }

  /// Plays packets.
  mutating func play(_ event: VoiceEvent, at frame: Int, group: UInt8 = 0) {
    payloads.append((frame, .midi(event.ump(group: group))))
  }

  /// Presses a key.
  mutating func press(_ note: UInt8, at frame: Int, velocity: UInt16 = 40000) {
    play(.noteOn(channel: 0, note: note, velocity: velocity), at: frame)
  }

  /// Releases a key.
  mutating func release(_ note: UInt8, at frame: Int) {
    play(.noteOff(channel: 0, note: note, velocity: 0x8000), at: frame)
  }

  /// Changes the transport; a cycle begins there.
  mutating func transport(_ context: MusicalContext, at frame: Int) {
    contexts.append((frame, context))
  }

  /// Resets the kernel; a cycle begins there.
  mutating func reset(at frame: Int) { resets.append(frame) }

  /// Renders cycles of the lengths that `nextCycle` returns.
  func render(_ frameCount: Int, nextCycle: () -> Int = { 512 }) -> [Sent] {
    var runner = KernelRunner<ArpeggiatorKernel>(
      sampleRate: sampleRate, maximumFrameCount: 512)
    var sent: [Sent] = []
    var start = 0
    while start < frameCount {
      if let change = contexts.last(where: { $0.frame == start }) {
        runner.musicalContext = change.context
      }
      if resets.contains(start) { runner.reset() }
      let border = (contexts.map(\.frame) + resets).filter { $0 > start }.min() ?? frameCount
      let length = min(max(1, nextCycle()), 512, border - start, frameCount - start)
      let events = payloads.filter { $0.frame >= start && $0.frame < start + length }.map {
        TimedEvent(frameOffset: UInt32($0.frame - start), payload: $0.payload)
      }
      runner.render(frameCount: length, events: events.span)
      for index in 0..<runner.outputEvents.count {
        guard case .midi(let packet) = runner.outputEvents[index].payload else { continue }
        let frame = start + Int(runner.outputEvents[index].frameOffset)
        sent.append(Sent(frame: frame, packet: packet))
      }
      start += length
    }
    return sent
  }

  /// Returns the number of notes that start while they sound, and the number of sounding notes at
  /// the end.
  static func faults(_ sent: [Sent]) -> (double: Int, stuck: Int) {
    var sounding: Set<UInt32> = []
    var double = 0
    for event in sent where event.isNoteOn || event.isNoteOff {
      let key =
        UInt32(event.packet.group) << 16 | UInt32(event.packet.channel) << 8
        | UInt32(event.packet.data1)
      if event.isNoteOn {
        if !sounding.insert(key).inserted { double += 1 }
      } else if sounding.remove(key) == nil {
        double += 1
      }
    }
    return (double, sounding.count)
  }
}

/// Returns a playing transport.
func playing(_ tempo: Double, beat: Double = 0) -> MusicalContext {
  MusicalContext(tempo: tempo, beatPosition: beat, isPlaying: true)
}

/// Returns a repeatable random number for an index, 0..<65536.
func noise(_ index: Int) -> Int {
  var bits = UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15
  bits ^= bits >> 29
  bits = bits &* 0xBF58_476D_1CE4_E5B9
  return Int(bits >> 48)
}

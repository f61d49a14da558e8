import TenutoExtension

/// Sends every packet an octave higher, at its frame, with parameters and gestures on request.
struct OctaveKernel: Kernel {
  static let component = ComponentDescription(
    "aumi octv Test", name: "Octave", manufacturerName: "Tenuto", version: "1.0.0", outputs: [],
    parameters: [Parameter(0, "received", name: "Received", range: 0...127, default: 0)],
    midiOutputs: ["Octave"])

  private var waiting = InlineArray<64, UMP>(repeating: UMP(0))
  private var count = 0

  init(_ setup: KernelSetup) {}

  @_noLocks mutating func receive(_ packet: UMP) {
    guard count < 64 else { return }
    waiting[count] = packet
    count += 1
  }

  @_noLocks mutating func handle(_ event: Event) {}

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    for index in 0..<count {
      var packet = waiting[index]
      let opcode = packet.opcode
      if opcode == 8 || opcode == 9 {
        packet.word0 = packet.word0 &+ 0x0C00
        cycle.setParameter(0, to: Float(packet.data1), at: 0)
      }
      cycle.send(packet, at: 0)
    }
    count = 0
  }
}

/// Sends too many events in every cycle.
struct FloodKernel: Kernel {
  static let component = ComponentDescription(
    "aumi flod Test", name: "Flood", manufacturerName: "Tenuto", version: "1.0.0", outputs: [],
    midiOutputs: ["Flood"])

  init(_ setup: KernelSetup) {}

  @_noLocks mutating func handle(_ event: Event) {}

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    for number in 0..<5000 {
      let note = UInt8(truncatingIfNeeded: number) & 0x7F
      let event = VoiceEvent.noteOn(channel: 0, note: note, velocity: 1)
      cycle.send(event.ump, at: number % cycle.frameCount)
    }
  }
}

/// Encodes received packets in its samples: left the sum of their first words' low 24 bits at the
/// frame, right the message type and the group.
struct ProbeKernel: Kernel {
  static let component = ComponentDescription(
    "aumu prob Test", name: "Probe", manufacturerName: "Tenuto", version: "1.0.0")

  private var probe = Probe()

  init(_ setup: KernelSetup) {}

  @_noLocks mutating func receive(_ packet: UMP) { probe.receive(packet) }
  @_noLocks mutating func handle(_ event: Event) {}
  @_noLocks mutating func render(_ cycle: inout RenderCycle) { probe.render(&cycle) }
}

/// The same, in MIDI 1.0 protocol.
struct OldProbeKernel: Kernel {
  static let component = ComponentDescription(
    "aumu old1 Test", name: "Old Probe", manufacturerName: "Tenuto", version: "1.0.0",
    midiProtocol: .midi1)

  private var probe = Probe()

  init(_ setup: KernelSetup) {}

  @_noLocks mutating func receive(_ packet: UMP) { probe.receive(packet) }
  @_noLocks mutating func handle(_ event: Event) {}
  @_noLocks mutating func render(_ cycle: inout RenderCycle) { probe.render(&cycle) }
}

/// Writes packets one after the other into samples, scaled below 1: types in one channel, the first
/// word's data in the other.
struct Probe: BitwiseCopyable {
  private var types = InlineArray<256, Float>(repeating: 0)
  private var data = InlineArray<256, Float>(repeating: 0)
  private var count = 0
  private var written = 0

  @_noLocks init() {}

  @_noLocks mutating func receive(_ packet: UMP) {
    guard count < 256 else { return }
    types[count] = Float(packet.word0 >> 24) / 256
    data[count] = Float(packet.word0 & 0xFF_FFFF) / 16_777_216
    count += 1
  }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    var output = cycle.output.stereo()
    for frame in output.left.indices {
      output.left[frame] = written < count ? types[written] : 0
      output.right[frame] = written < count ? data[written] : 0
      if written < count { written += 1 }
    }
    if written == count {
      written = 0
      count = 0
    }
  }
}

/// Changes its parameter once for each note: touches it, sets it to the note's number, releases it.
struct TouchKernel: Kernel {
  static let component = ComponentDescription(
    "aumi tuch Test", name: "Touch", manufacturerName: "Tenuto", version: "1.0.0", outputs: [],
    parameters: [Parameter(7, "knob", name: "Knob", range: 0...127, default: 0)])

  private var notes = InlineArray<16, UInt8>(repeating: 0)
  private var count = 0

  init(_ setup: KernelSetup) {}

  @_noLocks mutating func handle(_ event: Event) {
    guard case .midi(.noteOn(_, let note, _)) = event, count < 16 else { return }
    notes[count] = note
    count += 1
  }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    for index in 0..<count {
      cycle.beginGesture(7, at: 0)
      cycle.setParameter(7, to: Float(notes[index]), at: 0)
      cycle.endGesture(7, at: 0)
    }
    count = 0
  }
}

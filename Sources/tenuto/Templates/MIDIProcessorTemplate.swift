extension Template {
  static let midiProcessorKernel = #"""
    import TenutoExtension

    /// A MIDI processor that transposes notes.
    public struct «NAME»Kernel: ~Copyable, Kernel {
      /// The description for hosts. Addresses and identifiers must never change.
      public static let component = ComponentDescription(
        "«CODE»", name: "«NAME»", manufacturerName: "«MANUFACTURER»", version: "0.1.0",
        summary: "Transposes notes.", license: "NOASSERTION", contact: "https://example.org",
        tags: ["MIDI"], outputs: [],
        parameters: [
          Parameter(0, "octaves", name: "Octaves", range: -4...4, unit: .octaves, default: 0),
          Parameter(
            1, "semitones", name: "Semitones", range: -12...12, unit: .relativeSemitones, default: 0),
        ],
        presets: [
          FactoryPreset(0, name: "Octave up", values: [ParameterValue(0, 1)]),
          FactoryPreset(1, name: "Fifth up", values: [ParameterValue(1, 7)]),
        ],
        midiOutputs: ["Out"], isDeterministic: true)

      var octaves = 0
      var semitones = 0
      /// The transposition of each held note of each channel, which also applies to its end.
      var shifts = InlineArray<2048, Int8>(repeating: 0)
      /// Packets that wait for the next frame.
      var waiting = InlineArray<512, UMP>(repeating: UMP(0))
      var waitingCount = 0

      public init(_ setup: KernelSetup) {}

      @_noLocks public mutating func handle(_ event: Event) {
        switch event {
        case .parameter(address: 0, let value): octaves = Self.whole(value)
        case .parameter(address: 1, let value): semitones = Self.whole(value)
        default: break
        }
      }

      @_noLocks public mutating func receive(_ packet: UMP) {
        guard waitingCount < waiting.count else { return }
        var moved = packet
        if Self.hasNote(packet) {
          let note = Int(packet.data1) + shift(of: packet)
          // Notes outside of the keyboard are not played.
          guard note >= 0 && note < 128 else { return }
          moved.word0 = packet.word0 & ~0xFF00 | UInt32(note) << 8
        }
        waiting[waitingCount] = moved
        waitingCount += 1
      }

      @_noLocks public mutating func render(_ cycle: inout RenderCycle) {
        for index in 0..<waitingCount { cycle.send(waiting[index], at: 0) }
        waitingCount = 0
      }

      @_noLocks public mutating func reset() { waitingCount = 0 }

      /// The transposition of a message about a note, as for its note on.
      @_noLocks mutating func shift(of packet: UMP) -> Int {
        let index = Int(packet.channel & 15) * 128 + Int(packet.data1 & 127)
        if packet.opcode == 9 { shifts[index] = Int8(octaves * 12 + semitones) }
        return Int(shifts[index])
      }

      /// Whether a MIDI 2.0 channel voice message is about one note.
      @_noLocks static func hasNote(_ packet: UMP) -> Bool {
        guard packet.messageType == 4 && packet.data1 < 128 else { return false }
        let opcode = packet.opcode
        return opcode <= 1 || opcode == 6 || (opcode >= 8 && opcode <= 10) || opcode == 15
      }

      @_noLocks static func whole(_ value: Float) -> Int {
        Int(value < 0 ? value - 0.5 : value + 0.5)
      }
    }

    """#

  static let midiProcessorTests = #"""
    import TenutoExtension
    import Testing
    import «NAME»Kernel

    struct «NAME»Tests {
      private func event(_ frame: UInt32, _ payload: TimedEvent.Payload) -> TimedEvent {
        TimedEvent(frameOffset: frame, payload: payload)
      }

      private func on(_ note: UInt8) -> TimedEvent.Payload {
        .midi(VoiceEvent.noteOn(channel: 2, note: note, velocity: 40000).ump)
      }

      private func off(_ note: UInt8) -> TimedEvent.Payload {
        .midi(VoiceEvent.noteOff(channel: 2, note: note, velocity: 0).ump)
      }

      @Test("Notes are transposed at their frames, and end on the transposed key")
      func transposition() {
        var runner = KernelRunner<«NAME»Kernel>(sampleRate: 48000, maximumFrameCount: 64)
        let events = [
          event(0, .parameter(address: 1, value: 7)), event(5, on(60)), event(6, on(125)),
          event(9, .parameter(address: 0, value: -1)), event(20, off(60)), event(30, on(60)),
        ]
        runner.render(frameCount: 64, events: events.span)
        let sent = (0..<runner.outputEvents.count).map { runner.outputEvents[$0] }
        #expect(sent == [event(5, on(67)), event(20, off(67)), event(30, on(55))])
      }
    }

    """#
}

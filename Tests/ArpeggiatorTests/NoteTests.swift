import ArpeggiatorKernel
import TenutoExtension
import Testing

@Suite struct NoteTests {
  @Test func otherMessagesGoThroughAtTheirFrame() {
    var performance = Performance()
    let events: [(Int, VoiceEvent)] = [
      (3, .controlChange(channel: 2, controller: 74, value: 0x1234_5678)),
      (700, .pitchBend(channel: 1, value: 0x9000_0000)),
      (700, .channelPressure(channel: 1, value: 77)),
      (1023, .programChange(channel: 0, program: 5, bank: .unchanged)),
      (1024, .systemRealTime(status: 0xF8)),
    ]
    for (frame, event) in events { performance.play(event, at: frame, group: 5) }
    let sysEx = UMP(0x3516_0102, 0x0304_0506)
    performance.play(.other(sysEx), at: 2000)
    let wanted =
      events.map { Performance.Sent(frame: $0, packet: $1.ump(group: 5)) }
      + [Performance.Sent(frame: 2000, packet: sysEx)]
    #expect(performance.render(4000) == wanted)
  }

  @Test func notesKeepTheirGroupAndChannel() {
    var performance = Performance()
    performance.set("mode", 5)
    for group in 0..<16 as Range<UInt8> {
      performance.play(
        .noteOn(channel: 15 - group, note: 60, velocity: 40000), at: 0, group: group)
    }
    let sent = performance.render(6000)
    let pairs = Set(sent.filter(\.isNoteOn).map { [$0.packet.group, $0.packet.channel] })
    #expect(pairs == Set((0..<16).map { [$0, 15 - $0] }))
    #expect(Performance.faults(sent) == (0, 0))
  }

  @Test func theNoteEndsWithTheLastKey() {
    var performance = Performance()
    performance.set("gate", 100)
    performance.press(60, at: 0)
    performance.release(60, at: 1234)
    let sent = performance.render(20000)
    #expect(sent.map(\.frame) == [0, 1234])
    #expect(Performance.faults(sent) == (0, 0))
  }

  @Test func theNoteEndsWhenTheTransportStops() {
    var performance = Performance()
    performance.set("gate", 100)
    performance.set("rate", 0)
    performance.transport(playing(120), at: 0)
    performance.press(60, at: 0)
    performance.transport(MusicalContext(), at: 5000)
    let sent = performance.render(6000)
    // It continues without further contexts.
    #expect(sent.map(\.frame) == [0, 5000, 5000])
    #expect(sent.map(\.isNoteOn) == [true, false, true])
  }

  @Test func aResetEndsEverything() {
    var performance = Performance()
    performance.set("latch", 1)
    performance.press(60, at: 0)
    performance.reset(at: 1000)
    let sent = performance.render(60000)
    #expect(sent.map(\.frame) == [0, 1000])
    #expect(Performance.faults(sent) == (0, 0))
  }

  @Test func allNotesOffEndsItsChannel() {
    for controller in [120, 123] as [UInt8] {
      var performance = Performance()
      performance.press(60, at: 0)
      performance.play(
        .controlChange(channel: 0, controller: controller, value: 0), at: 1000)
      let sent = performance.render(30000)
      #expect(sent.map(\.frame) == [0, 1000, 1000])
      #expect(Performance.faults(sent) == (0, 0))
    }
  }

  /// Random keys, parameters and transport jumps; all keys are released at the end.
  private func mess(seed: Int) -> Performance {
    var performance = Performance(sampleRate: [8000, 44100, 48000][seed % 3])
    let parameters = ["mode", "octaves", "rate", "gate", "swing", "latch", "tempo"]
    for index in 0..<300 {
      let random = noise(seed * 1000 + index)
      let frame = index * 200 + random % 180
      let note = UInt8(36 + random / 64 % 24)
      switch random % 7 {
      case 0, 1, 2: performance.press(note, at: frame)
      case 3, 4: performance.release(note, at: frame)
      case 5:
        let identifier = parameters[random / 8 % parameters.count]
        guard
          let range = ArpeggiatorKernel.component.parameter(named: identifier)?.range
        else { break }
        let part = Float(noise(random)) / 65536
        performance.set(
          identifier, range.lowerBound + part * (range.upperBound - range.lowerBound),
          at: frame)
      default:
        var context = playing(20 + Double(random % 700), beat: Double(random % 1000) / 7 - 40)
        context.isPlaying = random % 3 != 0
        performance.transport(context, at: frame)
      }
    }
    performance.set("latch", 0, at: 61000)
    for note in 36..<60 as Range<UInt8> { performance.release(note, at: 61000) }
    return performance
  }

  @Test(arguments: 0..<12) func noNoteIsEverStuck(seed: Int) {
    let sent = mess(seed: seed).render(62000)
    #expect(sent.filter(\.isNoteOn).count > 10)
    #expect(Performance.faults(sent) == (0, 0))
    #expect(zip(sent, sent.dropFirst()).allSatisfy { $0.frame <= $1.frame })
  }

  @Test(arguments: 0..<6) func theOutputDoesNotDependOnTheCycle(seed: Int) {
    let performance = mess(seed: seed)
    var index = 0
    let cut = performance.render(62000) {
      index += 1
      return noise(index) % 3 == 0 ? 1 : noise(index + seed) % 150
    }
    #expect(performance.render(62000) == cut)
  }

  @Test func nonsenseFromTheHostIsHarmless() {
    var performance = Performance()
    performance.press(60, at: 0)
    for (index, value) in [Double.nan, .infinity, -1e300, 0, -120].enumerated() {
      performance.transport(playing(value, beat: 0), at: index * 4096 + 512)
      performance.transport(playing(120, beat: value), at: index * 4096 + 2048)
    }
    for identifier in ["mode", "octaves", "rate", "gate", "swing", "tempo", "seed"] {
      for value in [Float.nan, .infinity, -.infinity] {
        performance.set(identifier, value, at: 21000)
      }
    }
    performance.release(60, at: 22000)
    #expect(Performance.faults(performance.render(24000)) == (0, 0))
  }

  @Test func everyPresetPlays() {
    let component = ArpeggiatorKernel.component
    for preset in component.presets {
      var performance = Performance()
      for value in component.values(of: preset) {
        guard let parameter = component.parameter(at: value.address) else {
          Issue.record("\(preset.name) sets what there is not")
          continue
        }
        #expect(parameter.clamped(value.value) == value.value, "\(preset.name)")
        performance.set(parameter.identifier, value.value)
      }
      for note in [60, 64, 67] as [UInt8] { performance.press(note, at: 0) }
      #expect(performance.render(96000).filter(\.isNoteOn).count > 6, "\(preset.name)")
    }
  }
}

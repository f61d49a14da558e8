import TenutoMIDIMessages
internal import Testing

@testable internal import TenutoMIDI

@Suite struct MIDIEventTests {
  @Test func shortMessagesSurviveTheirPackets() {
    var random = RandomEvents(seed: 1)
    for _ in 0..<20_000 {
      let voice = random.midi2Voice()
      #expect(voice.umps(protocol: .midi2_0).map { MIDIEvent($0) } == [voice])
      let system = random.system()
      #expect(system.umps(protocol: .midi1_0).map { MIDIEvent($0) } == [system])
      let old = random.midi1Voice()
      #expect(old.umps(protocol: .midi1_0).map { MIDIEvent($0) } == [old])
    }
  }

  @Test func anyPacketRoundTrips() {
    var random = RandomEvents(seed: 2)
    var others = 0
    for _ in 0..<50_000 {
      let packet = random.packet()
      let event = MIDIEvent(packet)
      if case .other(let ump) = event {
        others += 1
        #expect(ump == packet)
      } else {
        // Only unused bits of the message may differ.
        let version: MIDIProtocolVersion = packet.messageType == 2 ? .midi1_0 : .midi2_0
        #expect(event.umps(protocol: version).map { MIDIEvent($0) } == [event])
      }
    }
    #expect(others > 10_000 && others < 49_000)
  }

  @Test func messagesThatOtherTypesCarryStayWhole() {
    let tempo = UMP(0xD010_0000, 0x0098_9680)
    #expect(MIDIEvent(tempo) == .other(tempo))
    #expect(
      MIDIEvent(tempo).midi2RawUMPWords(protocol: .midi2_0) == [[0xD010_0000, 0x98_9680, 0, 0]])
    #expect(MIDIEvent(tempo).midi1RawBytes().isEmpty)
    // An invalid note number.
    let wrong = UMP(0x4090_8000, 0x8000_0000)
    #expect(MIDIEvent(wrong) == .other(wrong))
  }

  private static let known: [(event: MIDIEvent, bytes: [UInt8], word: UInt32)] = [
    (
      MIDIEvent.noteOn(60, velocity: .midi1(100), channel: 1, group: 2), [0x91, 60, 100],
      0x2291_3C64
    ),
    (MIDIEvent.noteOn(60, velocity: .midi2(0x8000), channel: 0), [0x90, 60, 64], 0x2090_3C40),
    (MIDIEvent.noteOn(60, velocity: .midi2(1), channel: 0), [0x90, 60, 1], 0x2090_3C01),
    (MIDIEvent.noteOn(60, velocity: .unitInterval(0.8), channel: 0), [0x90, 60, 101], 0x2090_3C65),
    (MIDIEvent.noteOn(60, velocity: .midi1(0), channel: 0), [0x90, 60, 0], 0x2090_3C00),
    (
      MIDIEvent.noteOn(60, velocity: .midi1(0), channel: 0, midi1ZeroVelocityAsNoteOff: true),
      [0x80, 60, 0], 0x2080_3C00
    ),
    (MIDIEvent.noteOff(61, velocity: .midi1(0), channel: 15), [0x8F, 61, 0], 0x208F_3D00),
    (MIDIEvent.cc(.modWheel, value: .midi1(64), channel: 0), [0xB0, 1, 64], 0x20B0_0140),
    (MIDIEvent.cc(.dataEntry, value: .midi1(64), channel: 0), [0xB0, 6, 64], 0x20B0_0640),
    (MIDIEvent.cc(.mode(.allNotesOff), value: .midi1(0), channel: 0), [0xB0, 123, 0], 0x20B0_7B00),
    (MIDIEvent.pitchBend(value: .midi1(0x2000), channel: 3), [0xE3, 0, 64], 0x20E3_0040),
    (
      MIDIEvent.pitchBend(value: .bipolarUnitInterval(1), channel: 0), [0xE0, 127, 127], 0x20E0_7F7F
    ),
    (MIDIEvent.pressure(amount: .unitInterval(1), channel: 0), [0xD0, 127], 0x20D0_7F00),
    (MIDIEvent.songPositionPointer(midiBeat: 0x81), [0xF2, 1, 1], 0x10F2_0101),
    (MIDIEvent.stop(), [0xFC], 0x10FC_0000),
  ]

  @Test(arguments: known.indices)
  func messagesHaveTheseBytes(_ index: Int) {
    let (event, bytes, word) = Self.known[index]
    #expect(event.midi1RawBytes() == bytes)
    #expect(event.midi2RawUMPWords(protocol: .midi1_0) == [[word]])
  }

  @Test func zeroVelocityOfMIDI1IsANoteOffInMIDI2() {
    let event = MIDIEvent.noteOn(60, velocity: .midi1(0), channel: 0)
    #expect(event.midi2RawUMPWords(protocol: .midi2_0) == [[0x4080_3C00, 0x8000_0000]])
    let quiet = MIDIEvent.noteOn(60, velocity: .midi2(0), channel: 0)
    #expect(quiet.midi2RawUMPWords(protocol: .midi2_0) == [[0x4090_3C00, 0]])
  }

  @Test func parametersAreFourControlChangesInMIDI1() {
    let bend = MIDIEvent.rpn(.pitchBendSensitivity(semitones: 12, cents: 3), channel: 2)
    #expect(
      bend.midi1RawBytes() == [0xB2, 101, 0, 0xB2, 100, 0, 0xB2, 6, 12, 0xB2, 38, 3])
    #expect(MIDIEvent.rpn(.null, channel: 0).midi1RawBytes() == [0xB0, 101, 127, 0xB0, 100, 127])
    #expect(MIDIEvent.nrpn(.null, channel: 0).midi1RawBytes() == [0xB0, 99, 127, 0xB0, 98, 127])
    let own = MIDIEvent.nrpn(
      .raw(parameter: .init(msb: 1, lsb: 2), dataEntryMSB: 3, dataEntryLSB: nil), channel: 0)
    #expect(own.midi1RawBytes() == [0xB0, 99, 1, 0xB0, 98, 2, 0xB0, 6, 3, 0xB0, 38, 0])
  }

  @Test func everyRegisteredParameterSurvives() {
    for msb in UInt7(0)...127 {
      for lsb in UInt7(0)...127 {
        let number = UInt7Pair(msb: msb, lsb: lsb)
        let controller = MIDIEvent.RegisteredController(
          parameter: number, data: UInt7Pair(msb: 5, lsb: 0))
        #expect(controller.parameterBytes == number)
        let rpn = MIDIEvent.RPN(controller, channel: 0)
        #expect(rpn.parameter == controller && rpn.number == number)
      }
    }
  }

  @Test func everyControllerSurvivesAndHasAName() {
    for number in UInt7(0)...127 {
      let controller = MIDIEvent.CC.Controller(number: number)
      #expect(controller.number == number)
      #expect(!controller.name.isEmpty)
    }
    for number in UInt8(0)...255 {
      let controller = MIDIEvent.NoteCC.PerNoteController.Registered(number: number)
      #expect(controller.number == number)
      #expect(!controller.name.isEmpty)
    }
    #expect(MIDIEvent.CC.Controller(number: 33) == .lsb(for: .modWheel))
    #expect(MIDIEvent.CC.Controller(number: 121) == .mode(.resetAllControllers))
    #expect(MIDIEvent.CC.Controller(number: 3) == .undefined(3))
  }

  @Test func valuesAreReadInEveryResolution() {
    let centre = MIDIEvent.NoteVelocity.midi1(64)
    #expect(centre.midi2Value == 0x8000 && centre.unitIntervalValue == 0.5)
    #expect(centre == .midi2(0x8000) && centre == .unitInterval(0.5))
    #expect(centre.hashValue == MIDIEvent.NoteVelocity.midi2(0x8000).hashValue)
    #expect(MIDIEvent.NoteVelocity.unitInterval(.nan).midi2Value == 0)
    #expect(MIDIEvent.NoteVelocity.unitInterval(7).midi1Value == 127)
    #expect(MIDIEvent.PitchBend.Value.bipolarUnitInterval(0).midi1Value == 0x2000)
    #expect(MIDIEvent.PitchBend.Value.midi1(0x3FFF).bipolarUnitIntervalValue == 1)
    for value in UInt7(0)...127 {
      let unit = MIDIEvent.CC.Value.midi1(value).unitIntervalValue
      #expect(MIDIEvent.CC.Value.unitInterval(unit).midi1Value == value)
    }
  }

  @Test func payloadsAreRead() {
    let event = MIDIEvent.noteOn(60, velocity: .midi1(100), channel: 4, group: 5)
    #expect(event.channel == 4 && event.group == 5)
    guard case .noteOn(let note) = event else {
      Issue.record("not a note on")
      return
    }
    #expect(note.note.number == 60 && note.note.stringValue() == "C4")
    #expect(note.velocity.midi1Value == 100 && note.velocity.midi2Value == 0xC924)
    #expect(MIDIEvent.timingClock(group: 3).channel == nil)
    #expect(MIDIEvent.timingClock(group: 3).group == 3)
    #expect(MIDINote("Bb3")?.number == 58)
    #expect(MIDINote("H9") == nil)
  }
}

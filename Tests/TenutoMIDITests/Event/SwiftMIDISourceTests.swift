import TenutoMIDI
import TenutoMIDIMessages
import Testing

/// Sources for SwiftMIDI, which compile here with another import, and their values.
@Suite struct SwiftMIDISourceTests {
  @Test func notesAreEqualHoweverTheyAreWritten() {
    let plain = MIDIEvent.noteOn(60, velocity: .midi1(0), channel: 1)
    let other = MIDIEvent.noteOn(
      60, velocity: .midi1(0), channel: 1, midi1ZeroVelocityAsNoteOff: true)
    #expect(plain == other && plain.hashValue == other.hashValue)
    #expect(plain != .noteOn(60, velocity: .midi1(0), channel: 2))
    #expect(plain.midi1RawBytes() != other.midi1RawBytes())
  }

  /// The values of SwiftMIDI, whose conversions truncate fractions of a step.
  @Test(
    arguments: [
      (0, 0, 0), (0.001, 0, 65), (0.25, 32, 0x4000), (0.5, 64, 0x8000), (0.75, 95, 0xBFFF),
      (0.8, 101, 0xCCCC), (0.999, 126, 0xFFBD), (1, 127, 0xFFFF),
    ] as [(Double, UInt7, UInt16)])
  func partsOfTheWholeAreTheSameNumbers(unit: Double, midi1: UInt7, midi2: UInt16) {
    let velocity = MIDIEvent.NoteVelocity.unitInterval(unit)
    #expect(velocity.midi1Value == midi1 && velocity.midi2Value == midi2)
    #expect(MIDIEvent.CC.Value.unitInterval(unit).midi1Value == midi1)
    let bytes = MIDIEvent.noteOff(60, velocity: velocity, channel: 0).midi1RawBytes()
    #expect(bytes == [0x80, 60, midi1.uInt8Value])
    let cc = MIDIEvent.cc(.modWheel, value: .unitInterval(unit), channel: 0).midi1RawBytes()
    #expect(cc == [0xB0, 1, midi1.uInt8Value])
  }

  @Test(
    arguments: [
      (-1, 0), (-0.3, 5735), (0, 8192), (0.3, 10649), (1, 16383), (-7, 0), (7, 16383),
      (.nan, 8192),
    ] as [(Double, UInt14)])
  func bendsAreTheSameNumbers(bipolar: Double, midi1: UInt14) {
    #expect(MIDIEvent.PitchBend.Value.bipolarUnitInterval(bipolar).midi1Value == midi1)
    let bend = MIDIEvent.pitchBend(value: .bipolarUnitInterval(bipolar), channel: 0)
    #expect(
      MIDIEvent(bend.umps(protocol: .midi1_0)[0]) == .pitchBend(value: .midi1(midi1), channel: 0))
  }

  @Test func everyNumberReturnsFromItsShare() {
    for value in UInt16.min...UInt16.max {
      let unit = MIDIEvent.NoteVelocity.midi2(value).unitIntervalValue
      #expect(MIDIEvent.NoteVelocity.unitInterval(unit).midi2Value == value)
    }
    for value in UInt14.min...UInt14.max {
      let unit = MIDIEvent.PitchBend.Value.midi1(value).bipolarUnitIntervalValue
      #expect(MIDIEvent.PitchBend.Value.bipolarUnitInterval(unit).midi1Value == value)
    }
    var random = SeededGenerator(seed: 31)
    for _ in 0..<10_000 {
      let value = UInt32(truncatingIfNeeded: random.next())
      let unit = MIDIEvent.CC.Value.midi2(value).unitIntervalValue
      #expect(MIDIEvent.CC.Value.unitInterval(unit).midi2Value == value)
    }
  }

  @Test func utilityMessagesTakeAGroup() {
    let events: [MIDIEvent] = [
      .noOp(group: 3), .jrClock(time: 7, group: 3), .jrTimestamp(time: 8, group: 3),
    ]
    #expect(events.map(\.group) == [3, 3, 3])
    let words = events.flatMap { $0.midi2RawUMPWords(protocol: .midi2_0) }
    #expect(words == [[0], [0x0010_0007], [0x0020_0008]])
  }

  @Test func sysExIsMadeOfTypedAndOfRawBytes() throws {
    let inquiry = MIDIEvent.universalSysEx7(
      universalType: .nonRealTime, deviceID: 0x7F, subID1: 6, subID2: 1, data: [3, 4] as [UInt7])
    #expect(inquiry.midi1RawBytes() == [0xF0, 0x7E, 0x7F, 6, 1, 3, 4, 0xF7])
    let own = try MIDIEvent.sysEx8(rawBytes: [9, 0x00, 0x7D, 1, 0xFF], group: 2)
    let expected = MIDIEvent.SysEx8(
      manufacturer: .educational(), data: [1, 0xFF], streamID: 9, group: 2)
    #expect(own == .sysEx8(expected))
    #expect(throws: MIDIEvent.ParseError.rawBytesEmpty) { try MIDIEvent.sysEx8(rawBytes: []) }
    for bytes in [[9], [9, 0x00], [9, 0x01, 0x02], [9, 0x00, 0x7E, 0x7F]] as [[UInt8]] {
      #expect(throws: MIDIEvent.ParseError.malformed) { try MIDIEvent.sysEx8(rawBytes: bytes) }
    }
  }

  @Test func sysExIsWrittenInHexadecimal() throws {
    let message = try MIDIEvent.SysEx7(manufacturer: .oneByte(0x41), data: [0x01, 0x7A])
    #expect(message.midi1RawHexString() == "F0 41 01 7A F7")
    #expect(
      message.midi1RawHexString(leadingF0: false, trailingF7: false, separator: nil) == "41017A")
    #expect(message.midi1RawHexString(separator: ", ") == "F0, 41, 01, 7A, F7")
  }

  @Test func parametersAreControlChangesOfMIDI1() {
    let parameter = MIDIEvent.RegisteredController.pitchBendSensitivity(semitones: 12, cents: 3)
    let changes = MIDIEvent.midi1RPN(parameter, channel: 2, group: 1)
    #expect(
      changes.flatMap { $0.midi1RawBytes() }
        == [0xB2, 101, 0, 0xB2, 100, 0, 0xB2, 6, 12, 0xB2, 38, 3])
    #expect(changes.allSatisfy { $0.group == 1 && $0.channel == 2 })
    let own = MIDIEvent.midi1NRPN(
      .raw(parameter: .init(msb: 1, lsb: 2), dataEntryMSB: 3, dataEntryLSB: nil), channel: 0)
    #expect(own.flatMap { $0.midi1RawBytes() } == [0xB0, 99, 1, 0xB0, 98, 2, 0xB0, 6, 3])
  }

  @Test func manufacturersHaveNamesAndIDs() {
    #expect(MIDIEvent.SysExManufacturer.oneByte(0x41).name == "Roland")
    #expect(MIDIEvent.SysExManufacturer.threeByte(byte2: 0x20, byte3: 0x29).name?.isEmpty == false)
    #expect(MIDIEvent.SysExManufacturer.threeByte(byte2: 0x7F, byte3: 0x7F).name == nil)
    let roland = MIDIEvent.SysExID(sysEx7RawBytes: [0x41])
    #expect(roland == .manufacturer(.oneByte(0x41)))
    #expect(roland?.sysEx8RawBytes() == [0x00, 0x41])
    let realTime = MIDIEvent.SysExID(sysEx8RawBytes: [0x00, 0x7F])
    #expect(realTime == .universal(.realTime) && realTime?.sysEx7RawBytes() == [0x7F])
    #expect(MIDIEvent.SysExID(sysEx7RawBytes: [0x7E]) == .universal(.nonRealTime))
    #expect(MIDIEvent.SysExID(sysEx7RawBytes: [0x80]) == nil)
    #expect(MIDIEvent.SysExID(sysEx8RawBytes: [0x00]) == nil)
    #expect(MIDIEvent.UniversalSysExType(rawUInt8Value: 0x7D) == nil)
  }

  @Test func notesHaveStyles() throws {
    #expect(MIDINote.allNotes().map(\.number) == Array(UInt7.min...UInt7.max))
    #expect(MIDINote.allNotes(style: .yamaha).first?.stringValue() == "C-2")
    #expect(MIDINote(60, style: .yamaha).stringValue() == "C3")
    #expect(MIDINote(61, style: .cakewalk).stringValue(respellSharpAsFlat: true) == "Db5")
    #expect(MIDINote(61, style: .roland).stringValue(unicodeAccidental: true) == "C♯4")
    #expect(MIDINote(60, style: .yamaha) == MIDINote(60, style: .cakewalk))
    #expect(try MIDINote("C3", style: .yamaha).number == 60)
    #expect(MIDINote.Style.allCases.map(\.firstOctaveOffset) == [-2, -1, 0])
    #expect(throws: MIDINote.NoteError.outOfBounds) { try MIDINote("C9", style: .yamaha) }
    #expect(throws: MIDINote.NoteError.malformedNoteName) { try MIDINote("", style: .yamaha) }
    #expect(throws: MIDINote.NoteError.malformedNoteName) { try MIDINote("x", style: .yamaha) }
  }

  @Test func pitchesOfNotesHaveFields() {
    let pitch = MIDIEvent.NoteAttribute.Pitch7_9(coarse: 60, fine: 256)
    #expect(pitch.uInt16Value == 0x7900 && pitch.doubleValue == 60.5)
    #expect(MIDIEvent.NoteAttribute.Pitch7_9(60.5) == pitch)
    #expect(MIDIEvent.NoteAttribute.Pitch7_9(.nan).uInt16Value == 0)
    #expect(MIDIEvent.NoteAttribute.Pitch7_9(500.5).uInt16Value == .max)
    #expect(MIDIEvent.NoteAttribute.Pitch7_9(60.9999).doubleValue == 61)
    for value in UInt16.min...UInt16.max {
      #expect(MIDIEvent.NoteAttribute.Pitch7_9(value).uInt16Value == value)
    }
    let event = MIDIEvent.noteOn(
      60, velocity: .midi2(0x8000), attribute: .pitch7_9(coarse: 60, fine: 256), channel: 0)
    #expect(event.midi2RawUMPWords(protocol: .midi2_0) == [[0x4090_3C03, 0x8000_7900]])
    #expect(MIDIEvent(UMP(0x4090_3C03, 0x8000_7900)) == event)
  }
}

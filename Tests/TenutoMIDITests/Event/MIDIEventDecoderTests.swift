import TenutoMIDIMessages
internal import Testing

@testable internal import TenutoMIDI

@Suite struct MIDIEventDecoderTests {
  @Test func sysExOfEveryLengthIsOneEvent() throws {
    var random = RandomEvents(seed: 3)
    var decoder = MIDIEventDecoder()
    for _ in 0..<2_000 {
      let message = try random.sysEx()
      #expect(message.umps(protocol: .midi2_0).flatMap { decoder.decode($0) } == [message])
    }
    #expect(decoder.droppedSysExCount == 0)
  }

  @Test func interleavedSysExStaysApart() throws {
    let seven = try MIDIEvent.sysEx7(
      manufacturer: .educational(), data: Array(0..<100), group: 1)
    let otherGroup = try MIDIEvent.sysEx7(
      manufacturer: .educational(), data: Array(100..<120), group: 2)
    let first = MIDIEvent.sysEx8(
      .init(manufacturer: .oneByte(1), data: Array(0...255), streamID: 1, group: 1))
    let second = MIDIEvent.sysEx8(
      .init(manufacturer: .oneByte(1), data: Array(50...255), streamID: 2, group: 1))
    let streams = [seven, otherGroup, first, second].map { $0.umps(protocol: .midi2_0) }
    var decoder = MIDIEventDecoder()
    var events: [MIDIEvent] = []
    for index in 0..<30 {
      for stream in streams where index < stream.count { events += decoder.decode(stream[index]) }
      events += decoder.decode(UMP(0x11F8_0000))
    }
    #expect(Set(events.filter(sysRealTime: .drop)) == [seven, otherGroup, first, second])
    #expect(events.filter(sysRealTime: .only).count == 30)
  }

  @Test func anInterruptedSysExIsDroppedAndCounted() throws {
    let packets = try MIDIEvent.sysEx7(manufacturer: .educational(), data: Array(0..<100))
      .umps(protocol: .midi1_0)
    var decoder = MIDIEventDecoder(sysExLimits: SysExLimits(messageBytes: 50))
    #expect(packets.flatMap { decoder.decode($0) }.isEmpty)
    #expect(decoder.droppedSysExCount == 1)
    _ = decoder.decode(packets[0])
    #expect(decoder.decode(UMP(0x2090_3C40)).count == 1)
    #expect(decoder.decode(packets[1]).isEmpty)
    #expect(decoder.droppedSysExCount == 2)
  }

  @Test func bytesDecodeAlikeHoweverTheyAreCut() throws {
    var random = RandomEvents(seed: 4)
    var bytes: [UInt8] = []
    for _ in 0..<500 {
      bytes += random.midi1Voice().midi1RawBytes()
      bytes += random.system().midi1RawBytes()
      bytes += try random.sysEx().midi1RawBytes()
    }
    var whole = MIDIEventDecoder()
    let expected = whole.decode(midi1Bytes: bytes)
    for size in [1, 2, 3, 7, 64] {
      var decoder = MIDIEventDecoder()
      var events: [MIDIEvent] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        events += decoder.decode(midi1Bytes: bytes[start..<min(start + size, bytes.count)])
      }
      #expect(events == expected)
    }
    #expect(expected.count > 800)
  }

  @Test func parametersAndBanksAreJoined() {
    var decoder = MIDIEventDecoder()
    let bytes: [UInt8] = [
      0xB0, 101, 0, 100, 0, 6, 2, 38, 0, 0xB0, 0, 1, 32, 2, 0xC0, 5, 0xB0, 99, 1, 98, 2, 6, 3,
    ]
    #expect(
      decoder.decode(midi1Bytes: bytes) == [
        .rpn(.pitchBendSensitivity(semitones: 2, cents: 0), channel: 0),
        .programChange(program: 5, bank: .bankSelect(msb: 1, lsb: 2), channel: 0),
      ])
    let waiting = MIDIEvent.nrpn(
      .raw(parameter: .init(msb: 1, lsb: 2), dataEntryMSB: 3, dataEntryLSB: 0), channel: 0)
    #expect(decoder.flush() == [waiting])
    #expect(decoder.flush().isEmpty)
  }

  @Test func zeroVelocityIsTheCallersChoice() {
    var translating = MIDIEventDecoder()
    var verbatim = MIDIEventDecoder(translatesZeroVelocityToNoteOff: false)
    let bytes: [UInt8] = [0x90, 60, 0]
    #expect(
      translating.decode(midi1Bytes: bytes) == [
        .noteOff(60, velocity: .midi2(0x8000), channel: 0)
      ])
    #expect(
      verbatim.decode(midi1Bytes: bytes) == [.noteOn(60, velocity: .midi1(0), channel: 0)])
  }

  @Test func rawSysExIsRead() throws {
    let event = try MIDIEvent.sysEx7(rawHexString: "F0 41 10 42 F7")
    #expect(event == (try .sysEx7(manufacturer: .oneByte(0x41), data: [0x10, 0x42])))
    #expect(event.midi1RawBytes() == [0xF0, 0x41, 0x10, 0x42, 0xF7])
    let identity = try MIDIEvent.sysEx7(rawBytes: [0xF0, 0x7E, 0x7F, 6, 1, 0xF7])
    #expect(identity.isSystemExclusive(ofType: .universalSysEx7))
    #expect(throws: MIDIEvent.ParseError.malformed) {
      try MIDIEvent.sysEx7(rawBytes: [0xF0, 0x41, 0x80, 0xF7])
    }
    #expect(throws: MIDIEvent.ParseError.rawBytesEmpty) {
      try MIDIEvent.sysEx7(rawBytes: [0xF0, 0xF7])
    }
    #expect(throws: MIDIEvent.ParseError.malformed) { try MIDIEvent.sysEx7(rawHexString: "F0 4") }
    // Too short for a universal message, but nothing is lost.
    let short = try MIDIEvent.sysEx7(rawBytes: [0xF0, 0x7E, 1, 0xF7])
    #expect(short.midi1RawBytes() == [0xF0, 0x7E, 1, 0xF7])
  }
}

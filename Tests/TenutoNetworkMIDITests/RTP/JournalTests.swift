import TenutoMIDI
import Testing

@testable import TenutoNetworkMIDI

struct JournalTests {
  /// A journal with every chapter.
  static var full: RecoveryJournal {
    var channel = ChannelJournal(channel: 3)
    channel.isEnhanced = true
    var bank = ProgramChapter.Bank(msb: 1, lsb: 2)
    bank.isBeforeReset = true
    channel.program = ProgramChapter(isSkippable: true, program: 5, bank: bank)
    channel.controllers = [
      ControllerLog(isSkippable: true, number: 64, .toggles(3)),
      ControllerLog(isSkippable: true, number: 64, .value(127)),
      ControllerLog(isSkippable: false, number: 121, .count(63)),
    ]
    var parameters = ParameterChapter()
    parameters.pending = ParameterChapter.Pending(isNonRegistered: true, msb: 9)
    parameters.logs = [
      ParameterLog(
        isSkippable: true, isNonRegistered: false, number: 0x0081, entryMSB: 1, entryLSB: 2,
        buttons: -300),
      ParameterLog(isSkippable: true, isNonRegistered: true, number: 0x3FFE),
    ]
    parameters.logs[1].count = 7
    parameters.logs[1].buttonsSinceReset = 12
    channel.parameters = parameters
    channel.wheel = WheelChapter(isSkippable: true, lsb: 1, msb: 64)
    var notes = NoteChapter()
    notes.logs = [NoteChapter.Log(isSkippable: true, note: 60, isPlayedLate: true, velocity: 99)]
    notes.offs[0] = true
    notes.offs[71] = true
    channel.notes = notes
    channel.noteExtras = [
      NoteExtraLog(isSkippable: true, note: 60, .count(2)),
      NoteExtraLog(isSkippable: true, note: 71, .releaseVelocity(1)),
    ]
    channel.pressure = PressureChapter(isSkippable: true, pressure: 77)
    channel.polyPressures = [PolyPressureLog(isSkippable: true, key: 60, value: 0x85)]
    var journal = RecoveryJournal(checkpoint: 0xABCD)
    journal.isEnhanced = true
    journal.channels = [channel, ChannelJournal(channel: 15)]
    journal.system = system
    return journal
  }

  private static var system: SystemJournal {
    var system = SystemJournal()
    var simple = SimpleSystemChapter()
    simple.reset = CountedLog(isSkippable: true, value: 1)
    simple.tuneRequest = CountedLog(isSkippable: true, value: 2)
    simple.song = CountedLog(isSkippable: true, value: 3)
    system.simple = simple
    system.activeSensing = CountedLog(isSkippable: true, value: 4)
    system.sequencer = SequencerChapter(
      isSkippable: true, isRunning: true, hasDownbeat: true, position: 0x5_4321)
    var timeCode = TimeCodeChapter(isSkippable: true)
    timeCode.complete = 0x0123_4567
    timeCode.partial = 0x89AB_CDEF
    timeCode.isOfQuarterFrames = true
    timeCode.isReverse = true
    timeCode.point = 6
    system.timeCode = timeCode
    system.sysEx = [
      SysExLog(isSkippable: true, state: .complete, count: 1, first: 0, data: [1]),
      SysExLog(isSkippable: true, state: .open, count: 2, first: 200, data: [1, 2, 3]),
      SysExLog(isSkippable: true, state: .cancelled, count: 3, first: 0, data: nil),
    ]
    system.sysEx[0].kindCount = 9
    return system
  }

  private func read(_ journal: RecoveryJournal) throws -> RecoveryJournal {
    var bytes: [UInt8] = []
    journal.write(to: &bytes)
    var reader = DatagramReader(bytes)
    let read = try RecoveryJournal(&reader)
    #expect(reader.isAtEnd)
    return read
  }

  @Test func everyChapterIsParsedAsWritten() throws {
    #expect(try read(Self.full) == Self.full)
    #expect(try read(RecoveryJournal(checkpoint: 1)) == RecoveryJournal(checkpoint: 1))
  }

  @Test(arguments: [0, 1, 126, 127, 128])
  func anyNumberOfNotesIsParsedAsWritten(count: Int) throws {
    var notes = NoteChapter()
    notes.logs = (0..<count).map {
      NoteChapter.Log(isSkippable: true, note: UInt8($0), isPlayedLate: false, velocity: 1)
    }
    if count < 128 { notes.offs[127] = count == 127 || count == 0 }
    var journal = RecoveryJournal(checkpoint: 1)
    journal.channels = [ChannelJournal(channel: 0)]
    journal.channels[0].notes = notes
    #expect(try read(journal) == journal)
  }

  @Test func theShortFormOfParametersIsParsed() throws {
    // S=1, U=1, Z=1, length 6: two logs of two bytes.
    var reader = DatagramReader([0x94, 6, 0x80, 0x02, 0x81, 0x02])
    let chapter = try ParameterChapter(&reader)
    #expect(chapter.logs.map(\.number) == [0, 1])
    #expect(chapter.logs.allSatisfy { !$0.isNonRegistered })
  }

  @Test func theLargestHistoryFitsItsJournal() throws {
    var history = SentHistory(first: 1)
    for note in UInt8(0)..<128 {
      for _ in 0..<2 { history.record(.voice(0x90, note, 1), in: 1) }
      history.record(.voice(0xA0, note, 1), in: 1)
      history.record(.voice(0xB0, note, 1), in: 1)
      for (number, value): (UInt8, UInt8) in [(99, 1), (98, note), (6, 1), (38, 2), (96, 0)] {
        history.record(.voice(0xB0, number, value), in: 1)
      }
    }
    for pedal in UInt8(64)..<70 {
      for value: UInt8 in [0, 127, 0] { history.record(.voice(0xB0, pedal, value), in: 1) }
    }
    for message: RTPMIDIMessage in [.voice(0xC0, 1), .voice(0xD0, 1), .voice(0xE0, 1, 1)] {
      history.record(message, in: 1)
    }
    for note in UInt8(0)..<128 { history.record(.voice(0x90, note, 1), in: 1) }
    for _ in 0..<20 {
      let data = [UInt8](repeating: 1, count: 100)
      history.record(.sysEx(SysExSegment(isFirst: true, ending: .complete, data: data)), in: 1)
    }
    let journal = history.journal(of: 2)
    #expect(try read(journal) == journal)
    #expect(history.sysExByteCount <= 1023)
  }

  @Test func acknowledgedChangesAreNotSentAgain() {
    var history = SentHistory(first: 10)
    history.record(.voice(0x90, 60, 100), in: 10)
    history.record(.voice(0xB0, 7, 100), in: 11)
    #expect(history.journal(of: 12).checkpoint == 10)
    #expect(history.journal(of: 12).channels.first?.notes != nil)
    history.acknowledge(through: 10)
    let rest = history.journal(of: 12)
    #expect(rest.checkpoint == 11)
    #expect(rest.channels.first?.notes == nil)
    #expect(rest.channels.first?.controllers.count == 1)
    history.acknowledge(through: 11)
    #expect(history.isEmpty)
    #expect(history.journal(of: 12).channels.isEmpty)
  }

  @Test func aGapWithoutAJournalEndsAllNotes() {
    var stream = ReceivedStream()
    func packet(_ number: UInt16, _ message: RTPMIDIMessage) -> RTPMIDIPacket {
      RTPMIDIPacket(
        sequenceNumber: number, timestamp: 0, ssrc: 1, commands: [RTPMIDICommand(message)])
    }
    _ = stream.receive(packet(65_534, .voice(0x92, 60, 1)))
    _ = stream.receive(packet(65_535, .voice(0xB2, 64, 127)))
    let delivery = stream.receive(packet(1, .voice(0x92, 61, 1)))
    #expect(delivery?.repairs == [.voice(0x82, 60, 64), .voice(0xB2, 64, 0)])
    #expect(stream.counters.lost == 1)
    #expect(stream.counters.uncovered == 1)
    #expect(stream.receive(packet(0, .voice(0x92, 62, 1))) == nil)
    #expect(stream.counters.late == 1)
  }

  @Test func aRestartedSenderIsFollowed() {
    var stream = ReceivedStream()
    for number: UInt16 in [9000, 9001] {
      _ = stream.receive(
        RTPMIDIPacket(sequenceNumber: number, timestamp: 0, ssrc: 1, commands: []))
    }
    let answers = (UInt16(1)...4).map { number in
      stream.receive(RTPMIDIPacket(sequenceNumber: number, timestamp: 0, ssrc: 1, commands: []))
        != nil
    }
    #expect(answers == [false, false, true, true])
  }
}

internal import TenutoMIDIMessages
internal import Testing

internal import TenutoMIDI

@Suite struct MIDIEventFilterTests {
  private let on = MIDIEvent.noteOn(60, velocity: .midi1(1), channel: 0)
  private let off = MIDIEvent.noteOff(72, velocity: .midi1(1), channel: 1, group: 1)
  private let wheel = MIDIEvent.cc(.modWheel, value: .midi1(1), channel: 0)
  private let pan = MIDIEvent.cc(.pan, value: .midi1(1), channel: 2)
  private let clock = MIDIEvent.timingClock()
  private let song = MIDIEvent.songSelect(number: 1)

  private var all: [MIDIEvent] { [on, off, wheel, pan, clock, song] }

  @Test func channelVoiceFilters() {
    #expect(all.filter(chanVoice: .only) == [on, off, wheel, pan])
    #expect(all.filter(chanVoice: .onlyType(.cc)) == [wheel, pan])
    #expect(all.filter(chanVoice: .onlyTypes([.noteOn, .noteOff])) == [on, off])
    #expect(all.filter(chanVoice: .onlyChannel(0)) == [on, wheel])
    #expect(all.filter(chanVoice: .onlyChannels([1, 2])) == [off, pan])
    #expect(all.filter(chanVoice: .onlyCC(.pan)) == [pan])
    #expect(all.filter(chanVoice: .onlyCCs([.pan, .modWheel])) == [wheel, pan])
    #expect(all.filter(chanVoice: .onlyNotesInRange(60...61)) == [on])
    #expect(all.filter(chanVoice: .onlyNotesInRanges([0...1, 72...72])) == [off])
    #expect(all.filter(chanVoice: .keepType(.noteOn)) == [on, clock, song])
    #expect(all.filter(chanVoice: .keepTypes([.noteOn, .cc])) == [on, wheel, pan, clock, song])
    #expect(all.filter(chanVoice: .keepChannel(1)) == [off, clock, song])
    #expect(all.filter(chanVoice: .keepChannels([1, 2])) == [off, pan, clock, song])
    #expect(all.filter(chanVoice: .keepCC(.pan)) == [on, off, pan, clock, song])
    #expect(all.filter(chanVoice: .keepCCs([.pan])) == [on, off, pan, clock, song])
    #expect(all.filter(chanVoice: .keepNotesInRange(0...60)) == [on, wheel, pan, clock, song])
    #expect(all.filter(chanVoice: .keepNotesInRanges([])) == [wheel, pan, clock, song])
    #expect(all.filter(chanVoice: .drop) == [clock, song])
    #expect(all.filter(chanVoice: .dropType(.cc)) == [on, off, clock, song])
    #expect(all.filter(chanVoice: .dropTypes([.cc, .noteOn])) == [off, clock, song])
    #expect(all.filter(chanVoice: .dropChannel(0)) == [off, pan, clock, song])
    #expect(all.filter(chanVoice: .dropChannels([0, 1])) == [pan, clock, song])
    #expect(all.filter(chanVoice: .dropCC(.pan)) == [on, off, wheel, clock, song])
    #expect(all.filter(chanVoice: .dropCCs([.pan, .modWheel])) == [on, off, clock, song])
    #expect(all.filter(chanVoice: .dropNotesInRange(60...60)) == [off, wheel, pan, clock, song])
    #expect(all.filter(chanVoice: .dropNotesInRanges([0...127])) == [wheel, pan, clock, song])
  }

  @Test func otherFilters() throws {
    let dump = try MIDIEvent.sysEx7(manufacturer: .educational(), data: [1])
    let events = all + [dump, .noOp()]
    #expect(events.filter(sysRealTime: .only) == [clock])
    #expect(events.filter(sysCommon: .onlyType(.songSelect)) == [song])
    #expect(events.filter(sysEx: .onlyTypes([.sysEx7])) == [dump])
    #expect(events.filter(utility: .drop) == all + [dump])
    #expect(events.filter(sysEx: .keepType(.sysEx8)) == all + [.noOp()])
    #expect(events.filter(sysRealTime: .keepTypes([.timingClock])) == events)
    #expect(events.filter(sysRealTime: .dropType(.stop)) == events)
    #expect(events.filter(sysCommon: .dropTypes([.songSelect])).count == events.count - 1)
    #expect(events.filter(group: 1) == [off])
    #expect(events.filter(groups: [0, 1] as [UInt4]) == events)
    #expect(events.drop(group: 0) == [off])
    #expect(events.drop(groups: [1] as [UInt4]).count == events.count - 1)
  }

  @Test func filtersWorkOneAfterAnother() {
    let group = MIDIEventFilterGroup(filters: [
      .sysRealTime(.drop), .chanVoice(.keepChannel(0)), .dropGroup(1),
    ])
    #expect(group.filter(events: all) == [on, wheel, song])
    #expect(MIDIEventFilterGroup().filter(events: all) == all)
    #expect(MIDIEventFilter.chanVoice(.drop).apply(to: all) == [clock, song])
  }

  @Test func everyEventKnowsItsKind() throws {
    #expect(on.description == "noteOn(C4, velocity: 1, channel: 0, group: 0)")
    #expect(clock.description == "timingClock")
    #expect(pan.description == "cc(Pan, value: 1, channel: 2, group: 0)")
    let dump = try MIDIEvent.sysEx7(manufacturer: .educational(), data: [1])
    #expect(dump.description == "sysEx7(7D 01, group: 0)")
    #expect(MIDIEvent(UMP(0xD010_0000)).description == "other(D0100000 00000000 00000000 00000000)")
  }
}

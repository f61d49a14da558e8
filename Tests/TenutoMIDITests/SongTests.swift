import TenutoMIDI
import Testing

private func song(
  _ format: StandardMIDIFile.Format, _ tracks: [[TrackEvent]]
) -> Song {
  Song(StandardMIDIFile(format: format, division: .ticksPerQuarter(100), tracks: tracks))
}

private func name(_ bytes: [UInt8]) -> TrackEvent {
  TrackEvent(tick: 0, message: .meta(type: 3, data: bytes))
}

@Suite struct SongTests {
  @Test func tracksAreMergedInOrderOfTime() {
    let first = [channelEvent(0, 0x90, 60, 1), channelEvent(100, 0x80, 60), endOfTrack(100)]
    let second = [channelEvent(50, 0x91, 62, 1), channelEvent(100, 0x81, 62), endOfTrack(300)]
    let song = song(.simultaneous, [first, second])
    #expect(song.events.map(\.ump.status) == [0x90, 0x91, 0x80, 0x81])
    #expect(song.events.map(\.seconds) == [0, 0.25, 0.5, 0.5])
    #expect(song.events.map(\.tick) == [0, 50, 100, 100])
    #expect(song.events.map(\.track) == [0, 1, 0, 1])
    #expect(Array(song.events).first?.bytes.array == [0x90, 60, 1])
    #expect(song.duration == 1.5)
  }

  @Test func eventsAtOneTickKeepTheOrderOfTheFile() {
    let events = (UInt8(0)..<100).map { channelEvent(7, $0 % 2 == 0 ? 0x80 : 0x90, $0, 1) }
    let song = song(.singleTrack, [events])
    #expect(song.events.map(\.ump.data1) == Array(0..<100))
  }

  @Test func tracksOfFormatTwoArePlayedConsecutively() {
    let slow = [tempoEvent(0, 1_000_000), channelEvent(100, 0xC0, 1), endOfTrack(200)]
    let plain = [channelEvent(100, 0xC0, 2), endOfTrack(100)]
    let song = song(.sequential, [slow, plain])
    #expect(song.events.map(\.seconds) == [1, 2.5])
    #expect(song.duration == 2.5)
  }

  @Test func framesAreRounded() {
    let events = [channelEvent(1, 0xC0, 1), channelEvent(3, 0xC0, 2)]
    let frames = song(.singleTrack, [events]).events(atSampleRate: 44_100).map(\.frame)
    #expect(frames == [221, 662])  // 220.5 and 661.5
  }

  @Test func aSysExInSeveralEventsIsJoinedAtItsEnd() {
    let events = [
      TrackEvent(tick: 0, message: .sysEx([1, 2, 3, 4])), channelEvent(50, 0xC0, 1),
      TrackEvent(tick: 60, message: .escape([5, 6])),
      TrackEvent(tick: 100, message: .escape([7, 0xF7])),
    ]
    let song = song(.singleTrack, [events])
    let packets = [UMP(0x20C0_0100), UMP(0x3016_0102, 0x0304_0506), UMP(0x3031_0700)]
    #expect(song.events.map(\.ump) == packets)
    #expect(song.events.map(\.tick) == [50, 100, 100])
  }

  @Test func anUnfinishedSysExIsDropped() {
    let events = [
      TrackEvent(tick: 0, message: .sysEx([1])), TrackEvent(tick: 1, message: .sysEx([2, 0xF7])),
      TrackEvent(tick: 2, message: .sysEx([3])),
    ]
    #expect(song(.singleTrack, [events]).events.map(\.ump) == [UMP(0x3001_0200)])
  }

  @Test func anEscapeIsSentUnchanged() {
    let events = [TrackEvent(tick: 0, message: .escape([0xFA, 0xF2, 1, 2]))]
    let packets = [UMP(0x10FA_0000), UMP(0x10F2_0102)]
    #expect(song(.singleTrack, [events]).events.map(\.ump) == packets)
  }

  @Test func theTitleIsTheFirstName() {
    #expect(song(.simultaneous, [[name([])], [name(Array("Élan".utf8))]]).title == "Élan")
    #expect(song(.simultaneous, [[name([0xC9, 0x6C])]]).title == "Él")
    #expect(song(.simultaneous, [[name(Array("a\u{1B}[31mb\0".utf8))]]).title == "a[31mb")
    #expect(song(.simultaneous, []).title == nil)
  }

  @Test func anEmptyFileIsASilentSong() {
    let song = song(.sequential, [])
    #expect(Array(song.events).isEmpty && song.duration == 0)
  }
}

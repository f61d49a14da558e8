import TenutoMIDI
import Testing

@Suite struct FileWritingTests {
  private func file(_ tracks: [[TrackEvent]]) -> StandardMIDIFile {
    StandardMIDIFile(format: .singleTrack, division: .ticksPerQuarter(96), tracks: tracks)
  }

  @Test func goldenBytesWithoutRunningStatus() {
    let events = [
      channelEvent(0, 0x90, 60, 1), channelEvent(200, 0x90, 61, 2), channelEvent(200, 0xC0, 3),
      TrackEvent(tick: 200, message: .sysEx([1, 0xF7])), endOfTrack(200),
    ]
    let track: [UInt8] = [
      0, 0x90, 60, 1, 0x81, 0x48, 0x90, 61, 2, 0, 0xC0, 3, 0, 0xF0, 2, 1, 0xF7, 0, 0xFF, 0x2F, 0,
    ]
    #expect(file([events]).serialized() == midiFile(tracks: [track]))
  }

  @Test(
    arguments: [
      (0, [0]), (0x7F, [0x7F]), (0x80, [0x81, 0]), (0x3FFF, [0xFF, 0x7F]),
      (0x4000, [0x81, 0x80, 0]), (0x1F_FFFF, [0xFF, 0xFF, 0x7F]),
      (0x20_0000, [0x81, 0x80, 0x80, 0]), (0xFFF_FFFF, [0xFF, 0xFF, 0xFF, 0x7F]),
    ] as [(UInt32, [UInt8])])
  func deltaTimesAreTheStandardsExamples(tick: UInt32, bytes: [UInt8]) throws {
    let written = file([[endOfTrack(tick)]]).serialized()
    #expect(Array(written[22...]) == bytes + [0xFF, 0x2F, 0])
    #expect(try StandardMIDIFile(parsing: written).tracks == [[endOfTrack(tick)]])
  }

  @Test func aMissingEndOfTrackIsWritten() throws {
    let written = file([[channelEvent(5, 0xC0, 1)]]).serialized()
    let tracks = [[channelEvent(5, 0xC0, 1), endOfTrack(5)]]
    #expect(try StandardMIDIFile(parsing: written).tracks == tracks)
  }

  @Test func anEventOutOfOrderIsWrittenAtTheTickBefore() throws {
    let events = [channelEvent(9, 0xC0, 1), channelEvent(4, 0xC0, 2), endOfTrack(10)]
    let read = try StandardMIDIFile(parsing: file([events]).serialized())
    #expect(read.tracks.first?.map(\.tick) == [9, 9, 10])
  }

  @Test func aPauseTooLongForOneDeltaTimeIsSplit() throws {
    let read = try StandardMIDIFile(parsing: file([[endOfTrack(.max)]]).serialized())
    #expect(read.tracks.first?.last == endOfTrack(.max))
    #expect(read.tracks.first?.count == 17)
  }
}

import TenutoMIDI
import Testing

@Suite struct StandardMIDIFileTests {
  @Test func aSmallFileIsRead() throws {
    let track: [UInt8] = [0, 0x90, 60, 100, 96, 0x80, 60, 64, 0, 0xFF, 0x2F, 0]
    let file = try StandardMIDIFile(parsing: midiFile(tracks: [track]))
    let events = [channelEvent(0, 0x90, 60, 100), channelEvent(96, 0x80, 60, 64), endOfTrack(96)]
    #expect(file.format == .singleTrack)
    #expect(file.division == .ticksPerQuarter(96))
    #expect(file.tracks == [events])
  }

  @Test func runningStatusIsRead() throws {
    let track: [UInt8] = [0, 0x90, 60, 1, 1, 61, 2, 1, 0xC0, 3, 1, 4, 0, 0xFF, 0x2F, 0]
    let file = try StandardMIDIFile(parsing: midiFile(tracks: [track]))
    let events = [
      channelEvent(0, 0x90, 60, 1), channelEvent(1, 0x90, 61, 2), channelEvent(2, 0xC0, 3),
      channelEvent(3, 0xC0, 4), endOfTrack(3),
    ]
    #expect(file.tracks == [events])
  }

  @Test(arguments: [[0xFF, 0x01, 0], [0xF0, 0], [0xF7, 0]] as [[UInt8]])
  func runningStatusAfterAMetaOrSysExIsReadWithAWarning(event: [UInt8]) throws {
    let track = [0, 0x90, 60, 1, 0] + event + [0, 61, 2, 0] + event + [7, 62, 3]
    let bytes = midiFile(format: 1, tracks: [track, track])
    var warnings: [MIDIFileWarning] = []
    let file = try StandardMIDIFile(parsing: bytes, warnings: &warnings)
    let notes = [
      channelEvent(0, 0x90, 60, 1), channelEvent(0, 0x90, 61, 2), channelEvent(7, 0x90, 62, 3),
    ]
    for track in file.tracks {
      #expect(track.filter { if case .channel = $0.message { true } else { false } } == notes)
    }
    #expect(warnings.map(\.code) == [.runningStatusAfterMeta])
    #expect(warnings.first?.byteOffset == 22 + 5 + event.count + 1)
    #expect(warnings.first?.description.contains("byte \(22 + 5 + event.count + 1)") == true)
    var songWarnings: [MIDIFileWarning] = []
    #expect(try Song(parsing: bytes, warnings: &songWarnings) == Song(file))
    #expect(songWarnings == warnings)
  }

  @Test func aProperFileHasNoWarnings() throws {
    let track: [UInt8] = [
      0, 0x90, 60, 1, 1, 61, 2, 0, 0xFF, 1, 0, 0, 0x90, 62, 3, 0, 0xFF, 0x2F, 0,
    ]
    var warnings: [MIDIFileWarning] = []
    _ = try StandardMIDIFile(parsing: midiFile(tracks: [track]), warnings: &warnings)
    #expect(warnings.isEmpty)
  }

  @Test func sysExEscapeAndMetaKeepTheirBytes() throws {
    let track: [UInt8] = [
      0, 0xF0, 3, 1, 2, 0xF7, 5, 0xF7, 2, 0xF3, 1, 0, 0xFF, 0x03, 2, 0x41, 0x42, 0, 0xFF, 0x2F, 0,
    ]
    let file = try StandardMIDIFile(parsing: midiFile(tracks: [track]))
    let messages: [TrackEvent.Message] = [
      .sysEx([1, 2, 0xF7]), .escape([0xF3, 1]), .meta(type: 3, data: [0x41, 0x42]), .endOfTrack,
    ]
    #expect(file.tracks.first?.map(\.message) == messages)
    #expect(file.tracks.first?.map(\.tick) == [0, 5, 5, 5])
  }

  @Test(
    arguments: [
      ([0xE8, 4], .smpte(framesPerSecond: .fps24, ticksPerFrame: 4)),
      ([0xE7, 40], .smpte(framesPerSecond: .fps25, ticksPerFrame: 40)),
      ([0xE3, 80], .smpte(framesPerSecond: .fps29, ticksPerFrame: 80)),
      ([0xE2, 255], .smpte(framesPerSecond: .fps30, ticksPerFrame: 255)),
      ([0x7F, 0xFF], .ticksPerQuarter(32767)),
    ] as [([UInt8], StandardMIDIFile.Division)])
  func everyDivisionIsReadAndWritten(
    bytes: [UInt8], division: StandardMIDIFile.Division
  ) throws {
    let file = try StandardMIDIFile(parsing: midiFile(division: bytes, tracks: []))
    #expect(file.division == division)
    #expect(file.serialized() == midiFile(division: bytes, tracks: []))
  }

  @Test func unknownChunksAreSkippedAndALongerHeaderAccepted() throws {
    let header = chunk("MThd", [0, 1, 0, 1, 0, 96, 9, 9, 9])
    let bytes = header + chunk("XFIH", [1, 2, 3]) + chunk("MTrk", [0, 0xFF, 0x2F, 0])
    let file = try StandardMIDIFile(parsing: bytes + [1, 2, 3])
    #expect(file.format == .simultaneous)
    #expect(file.tracks == [[endOfTrack(0)]])
  }

  @Test func aMissingEndOfTrackIsAddedAndLaterEventsIgnored() throws {
    let open: [UInt8] = [7, 0xC0, 1]
    let closed: [UInt8] = [0, 0xFF, 0x2F, 0, 0x12, 0x34]
    let file = try StandardMIDIFile(parsing: midiFile(format: 1, tracks: [open, closed, []]))
    let expected = [
      [channelEvent(7, 0xC0, 1), endOfTrack(7)], [endOfTrack(0)], [endOfTrack(0)],
    ]
    #expect(file.tracks == expected)
  }
}

import TenutoMIDI
import TenutoMIDIMessages
import Testing

private func meta(_ tick: UInt32, _ type: UInt8, _ data: [UInt8]) -> TrackEvent {
  TrackEvent(tick: tick, message: .meta(type: type, data: data))
}

private func text(_ tick: UInt32, _ type: UInt8, _ text: String) -> TrackEvent {
  meta(tick, type, Array(text.utf8))
}

private func file(
  _ tracks: [[TrackEvent]], format: StandardMIDIFile.Format = .simultaneous, ticks: UInt16 = 480
) -> StandardMIDIFile {
  StandardMIDIFile(format: format, division: .ticksPerQuarter(ticks), tracks: tracks)
}

@Suite struct ClipConversionTests {
  @Test func aSongBecomesFlexDataAndVoiceMessages() throws {
    let song = file([
      [
        text(0, 3, "Song"), tempoEvent(0, 500_000), meta(0, 0x58, [6, 3, 36, 8]),
        meta(0, 0x59, [0xFD, 1]), endOfTrack(0),
      ],
      [channelEvent(0, 0x93, 60, 100), channelEvent(480, 0x83, 60, 64), endOfTrack(960)],
    ])
    let clip = try #require(MIDIClipFile(song, as: .midi1))
    #expect(clip.ticksPerQuarter == 480)
    #expect(clip.length == 960)
    let header = [
      UMP(0xD010_0000, 50_000_000), UMP(0xD010_0001, 0x0603_0800), UMP(0xD010_0002, 0x2400_0000),
    ]
    #expect(clip.configuration == header.map { MIDIClipEvent(tick: 0, ump: $0) })
    let events = [
      MIDIClipEvent(tick: 0, ump: UMP(0xD010_0103, 0x536F_6E67)),
      MIDIClipEvent(tick: 0, ump: UMP(0xD010_0005, 0xD300_0000)),  // three flats, C: minor
      MIDIClipEvent(tick: 0, ump: UMP(0x2093_3C64)),
      MIDIClipEvent(tick: 480, ump: UMP(0x2083_3C40)),
    ]
    #expect(clip.events == events)
    let midi2 = try #require(MIDIClipFile(song, as: .midi2))
    #expect(midi2.events[2].ump == UMP(0x4093_3C00, 0xC924_0000))
  }

  @Test func aTempoAfterTheStartStaysInTheClip() throws {
    let song = file([[tempoEvent(0, 1), tempoEvent(0, 2), tempoEvent(7, 3), endOfTrack(7)]])
    let clip = try #require(MIDIClipFile(song))
    #expect(clip.configuration.map(\.ump) == [UMP(0xD010_0000, 200)])
    #expect(clip.events == [MIDIClipEvent(tick: 7, ump: UMP(0xD010_0000, 300))])
  }

  @Test func tracksAreMergedInTheirOrder() throws {
    let tracks = (UInt8(0)..<4).map { [channelEvent(5, 0xC0 | $0, $0), endOfTrack(5)] }
    let clip = try #require(MIDIClipFile(file(tracks), as: .midi1))
    #expect(clip.events.map(\.ump.channel) == [0, 1, 2, 3])
  }

  @Test func aPortIsTheGroupAndReturnsAsAPort() throws {
    let song = file([
      [tempoEvent(0, 400_000), endOfTrack(9)],
      [meta(0, 0x21, [0]), channelEvent(0, 0x90, 60, 1), endOfTrack(9)],
      [meta(0, 0x21, [3]), channelEvent(0, 0x90, 61, 1), endOfTrack(9)],
    ])
    let clip = try #require(MIDIClipFile(song, as: .midi2))
    #expect(clip.events.map(\.ump.group) == [0, 3])
    #expect(StandardMIDIFile(clip) == song)
  }

  @Test func sysExEscapesAndLongTextsRoundTrip() throws {
    let long = String(repeating: "fa la ド ", count: 9)
    let events = [
      text(0, 5, ""), text(0, 5, long), text(1, 6, "A"), text(1, 1, "plain"), text(1, 2, "©"),
      TrackEvent(tick: 2, message: .sysEx(Array(1...20) + [0xF7])),
      TrackEvent(tick: 2, message: .sysEx([0xF7])),
      TrackEvent(tick: 3, message: .escape([0xF3, 5])), endOfTrack(3),
    ]
    let song = file([events], format: .singleTrack)
    for voiceProtocol in [.midi1, .midi2] as [MIDIClipFile.VoiceProtocol] {
      let clip = try #require(MIDIClipFile(song, as: voiceProtocol))
      #expect(StandardMIDIFile(clip) == song)
    }
  }

  @Test func keysRoundTrip() throws {
    for sharps in Int8(-7)...7 {
      for mode in UInt8(0)...1 {
        let key = meta(1, 0x59, [UInt8(bitPattern: sharps), mode])
        let song = file([[key, endOfTrack(1)]], format: .singleTrack)
        #expect(StandardMIDIFile(try #require(MIDIClipFile(song))) == song)
      }
    }
  }

  @Test func featuresUnknownToClipsAreLost() throws {
    let lost = [
      meta(0, 0x00, [0, 1]), meta(0, 0x20, [1]), meta(0, 0x54, [0, 0, 0, 0, 0]),
      meta(0, 0x7F, [1, 2]), tempoEvent(0, 0), meta(0, 0x58, [0, 2, 24, 8]), meta(0, 0x59, [9, 0]),
      TrackEvent(tick: 0, message: .sysEx([1, 2])), endOfTrack(0),
    ]
    let clip = try #require(MIDIClipFile(file([lost])))
    #expect(clip.configuration.isEmpty && clip.events.isEmpty)
  }

  @Test func documentedDifferencesAreLost() throws {
    let song = file([
      [endOfTrack(0)],
      [
        text(0, 3, "track"), text(0, 4, "instrument"), text(0, 7, "cue"), meta(0, 1, [0x41, 0xE9]),
        text(0, 1, "a\0b"), endOfTrack(0),
      ],
    ])
    let back = StandardMIDIFile(try #require(MIDIClipFile(song)))
    let texts = [
      text(0, 1, "track"), text(0, 1, "instrument"), text(0, 6, "cue"), text(0, 1, "Aé"),
      text(0, 1, "ab"), endOfTrack(0),
    ]
    #expect(back.tracks == [texts])
  }

  @Test func aBeatOfAWholeNoteIsTwoHalves() throws {
    let song = file([[meta(4, 0x58, [3, 0, 24, 8]), endOfTrack(4)]], format: .singleTrack)
    let back = StandardMIDIFile(try #require(MIDIClipFile(song)))
    #expect(back.tracks == [[meta(4, 0x58, [6, 1, 24, 8]), endOfTrack(4)]])
  }

  @Test(
    arguments: [
      (.fps24, 24 * 40, 100_000_000), (.fps25, 1000, 100_000_000), (.fps29, 1200, 100_100_000),
      (.fps30, 1200, 100_000_000),
    ] as [(StandardMIDIFile.FrameRate, UInt16, UInt32)])
  func anSMPTEDivisionKeepsItsTime(
    rate: StandardMIDIFile.FrameRate, ticks: UInt16, tempo: UInt32
  ) throws {
    let song = StandardMIDIFile(
      format: .singleTrack, division: .smpte(framesPerSecond: rate, ticksPerFrame: 40),
      tracks: [[tempoEvent(0, 1), channelEvent(12345, 0x90, 60, 1), endOfTrack(12345)]])
    let clip = try #require(MIDIClipFile(song))
    #expect(clip.ticksPerQuarter == ticks)
    #expect(clip.configuration.map(\.ump) == [UMP(0xD010_0000, tempo)])
    let seconds = TempoMap(song).seconds(atTick: 12345)
    let again = TempoMap(StandardMIDIFile(clip)).seconds(atTick: 12345)
    #expect(abs(seconds - again) < 1e-9)
  }

  @Test func aFileOfSequencesIsConvertedTrackByTrack() {
    let song = file(
      [[endOfTrack(1)], [channelEvent(2, 0xC0, 7), endOfTrack(2)]], format: .sequential)
    #expect(MIDIClipFile(song) == nil)
    #expect(MIDIClipFile(song, track: 1).events.count == 1)
    #expect(MIDIClipFile(song, track: 1).length == 2)
  }

  @Test func manyTicksOfAQuarterNoteAreHalved() {
    let events = [7, 8, 0xFFFF_FFFE].map { MIDIClipEvent(tick: $0, ump: UMP(0x2090_3C40)) }
    let clip = MIDIClipFile(ticksPerQuarter: 65_535, events: events, length: .max)
    let song = StandardMIDIFile(clip)
    #expect(song.division == .ticksPerQuarter(32_767))
    #expect(song.tracks.first?.map(\.tick) == [3, 4, 2_147_450_879, 2_147_450_879])
  }

  @Test func featuresUnknownToMIDI1AreLost() {
    let words: [UMP] = [
      UMP(0x4060_3C00, 1), UMP(0x0020_1234), UMP(0x5001_0000), UMP(0xF000_0101), UMP(0xD010_0006),
      UMP(0x6000_0000), UMP(0xD010_0000, 0), UMP(0x3016_0102, 0x0304_0506), UMP(0x2070_0000),
    ]
    let clip = MIDIClipFile(
      ticksPerQuarter: 96, events: words.map { MIDIClipEvent(tick: 1, ump: $0) }, length: 1)
    #expect(StandardMIDIFile(clip).tracks == [[endOfTrack(1)]])
  }

  @Test func profilesAndConfigurationHappenAtTheStart() {
    let clip = MIDIClipFile(
      ticksPerQuarter: 96, profiles: [UMP(0x3002_7E7F)],
      configuration: [MIDIClipEvent(tick: 50, ump: UMP(0x20C0_0700))],
      events: [MIDIClipEvent(tick: 1, ump: UMP(0xD010_0000, .max))], length: 2)
    let events = [
      TrackEvent(tick: 0, message: .sysEx([0x7E, 0x7F, 0xF7])), channelEvent(0, 0xC0, 7),
      tempoEvent(1, 0xFF_FFFF), endOfTrack(2),
    ]
    #expect(StandardMIDIFile(clip).tracks == [events])
  }

  @Test(arguments: [.midi1, .midi2] as [MIDIClipFile.VoiceProtocol])
  func commonFeaturesRoundTrip(voiceProtocol: MIDIClipFile.VoiceProtocol) throws {
    var random = SeededGenerator(seed: 33)
    for _ in 0..<randomCaseCount(release: 2_000) {
      let song = randomSong(&random)
      let clip = try #require(MIDIClipFile(song, as: voiceProtocol))
      #expect(StandardMIDIFile(clip) == song)
      let written = try MIDIClipFile(parsing: clip.serialized(), strictly: true)
      #expect(written == clip)
    }
  }

  @Test func bothDirectionsAgreeFromThenOn() throws {
    var random = SeededGenerator(seed: 34)
    for _ in 0..<randomCaseCount(release: 2_000) {
      let once = StandardMIDIFile(randomClip(&random))
      let twice = StandardMIDIFile(try #require(MIDIClipFile(once, as: .midi1)))
      let thrice = StandardMIDIFile(try #require(MIDIClipFile(twice, as: .midi1)))
      #expect(thrice == twice)
    }
  }
}

/// A file of format 0 without anything that clips lack, its tempo and time signature in front.
private func randomSong(_ random: inout SeededGenerator) -> StandardMIDIFile {
  var events = [
    tempoEvent(0, UInt32.random(in: 1...0xFF_FFFF, using: &random)),
    meta(0, 0x58, [random.byte() | 1, random.byte() | 1, random.byte(), random.byte()]),
  ]
  var tick: UInt32 = 0
  for _ in 0..<Int.random(in: 0...20, using: &random) {
    tick += UInt32.random(in: 0...2000, using: &random)
    let event = randomEvent(tick, &random)
    if tick > 0 || ![0x51, 0x58].contains(metaType(event)) { events.append(event) }
  }
  return file([events + [endOfTrack(tick + 5)]], format: .singleTrack)
}

private func metaType(_ event: TrackEvent) -> UInt8? {
  if case .meta(let type, _) = event.message { type } else { nil }
}

private func randomEvent(_ tick: UInt32, _ random: inout SeededGenerator) -> TrackEvent {
  switch Int.random(in: 0...8, using: &random) {
  case 0: return tempoEvent(tick, UInt32.random(in: 1...0xFF_FFFF, using: &random))
  case 1: return meta(tick, 0x58, [3, 2, random.byte(), 8])
  case 2: return meta(tick, 0x59, [UInt8.random(in: 0...7, using: &random), random.byte() & 1])
  case 3:
    let data = (0..<Int.random(in: 0...20, using: &random)).map { _ in random.byte() & 0x7F }
    return TrackEvent(tick: tick, message: .sysEx(data + [0xF7]))
  case 4:
    let words = (0..<Int.random(in: 0...20, using: &random)).map { _ in "é♭x"[random.byte() % 3] }
    let kinds: [UInt8] = [1, 2, 3, 5, 6]
    return text(tick, kinds[Int.random(in: 0..<5, using: &random)], words.joined())
  default:
    let status = UInt8.random(in: 0x80...0xEF, using: &random)
    // Volume: banks and parameters are joined in MIDI 2.0. No velocity 0, which is a note off.
    let isController = status >> 4 == 0xB
    return channelEvent(
      tick, status, isController ? 7 : random.byte() & 0x7F, random.byte() & 0x7F | 1)
  }
}

extension String {
  fileprivate subscript(index: UInt8) -> String {
    String(self[self.index(startIndex, offsetBy: Int(index))])
  }
}

import TenutoMIDI
import TenutoMIDIMessages
import Testing

/// Words written out by hand from the tables of M2-104-UM, "Flex Data Messages".
@Suite struct GoldenFlexDataTests {
  @Test(
    arguments: [
      (
        .setTempo(FlexTempo(tenNanosecondsPerQuarterNote: 50_000_000)),
        UMP(0xD210_0000, 0x02FA_F080)
      ),
      (
        .setTimeSignature(FlexTimeSignature(numerator: 6, denominatorPower: 3)),
        UMP(0xD210_0001, 0x0603_0800)
      ),
      (
        .setMetronome(
          FlexMetronome(
            clocksPerPrimaryClick: 24, barAccent1: 4, barAccent2: 3, barAccent3: 2,
            subdivisionClicks1: 1, subdivisionClicks2: 5)),
        UMP(0xD210_0002, 0x1804_0302, 0x0105_0000)
      ),
      (
        .setKeySignature(FlexKeySignature(sharpsOrFlats: -3, tonic: .c)),
        UMP(0xD210_0005, 0xD300_0000)
      ),
      (
        .setKeySignature(FlexKeySignature(sharpsOrFlats: -8, tonic: .unknown)),
        UMP(0xD210_0005, 0x8000_0000)
      ),
    ] as [(FlexDataMessage, UMP)])
  func setup(message: FlexDataMessage, ump: UMP) {
    check(.flexData(group: 2, address: .group, message), ump)
  }

  @Test func chordNames() {
    var name = FlexChordName(tonicSharpsOrFlats: 1, tonic: .f, type: .minor7th)
    name.alteration1 = ChordAlteration(.lower, degree: 5)
    name.alteration2 = ChordAlteration(.add, degree: 11)
    name.alteration3 = ChordAlteration(.subtract, degree: 3)
    name.alteration4 = ChordAlteration(.raise, degree: 9)
    check(
      .flexData(group: 2, address: .channel(9), .setChordName(name)),
      UMP(0xD209_0006, 0x1609_451B, 0x2339_0000, 0x8000_0000))
    name.bass = FlexChordBass(sharpsOrFlats: -2, note: .e, type: .power)
    name.bass.alteration1 = ChordAlteration(.raise, degree: 4)
    name.bass.alteration2 = ChordAlteration(.add, degree: 2)
    check(
      .flexData(group: 2, address: .group, .setChordName(name)),
      UMP(0xD210_0006, 0x1609_451B, 0x2339_0000, 0xE518_3412))
  }

  @Test func kindsOfText() throws {
    let metadata = Array(FlexDataTextKind.allCases.prefix(13))
    let performance = Array(FlexDataTextKind.allCases.dropFirst(13))
    #expect(performance == [.unknownPerformance, .lyrics, .lyricsLanguage, .ruby, .rubyLanguage])
    let la = try #require(PacketBytes("la".utf8))
    for (bank, kinds) in [(1, metadata), (2, performance)] as [(UInt32, [FlexDataTextKind])] {
      for (status, kind) in zip(0..., kinds) as Zip2Sequence<PartialRangeFrom<UInt32>, [_]> {
        let packet = try #require(FlexDataTextPacket(kind: kind, form: .complete, bytes: la))
        check(
          .flexData(group: 2, address: .channel(9), .text(packet)),
          UMP(0xD209_0000 | bank << 8 | status, 0x6C61_0000))
      }
    }
  }

  @Test func formsOfText() throws {
    let bytes = try #require(PacketBytes(0x41...0x4C))
    for (form, word) in zip(
      [.complete, .start, .continue, .end] as [PacketForm],
      [0xD010_0201, 0xD050_0201, 0xD090_0201, 0xD0D0_0201] as [UInt32])
    {
      let packet = try #require(FlexDataTextPacket(kind: .lyrics, form: form, bytes: bytes))
      check(
        .flexData(group: 0, address: .group, .text(packet)),
        UMP(word, 0x4142_4344, 0x4546_4748, 0x494A_4B4C))
    }
  }

  @Test func chordTypesAreNumberedAsInTheTable() {
    #expect(ChordType.clear.rawValue == 0)
    #expect(ChordType.minor.rawValue == 0x07)
    #expect(ChordType.dominant.rawValue == 0x0D)
    #expect(ChordType.augmented.rawValue == 0x11)
    #expect(ChordType.diminished.rawValue == 0x13)
    #expect(ChordType.majorMinor.rawValue == 0x16)
    #expect(ChordType.suspended4th.rawValue == 0x1A)
  }

  @Test func tempoIsBeatsPerMinute() {
    #expect(FlexTempo(beatsPerMinute: 120).tenNanosecondsPerQuarterNote == 50_000_000)
    #expect(FlexTempo(tenNanosecondsPerQuarterNote: 50_000_000).beatsPerMinute == 120)
    for wrong in [0, -3, .nan, 1e-9] {
      #expect(FlexTempo(beatsPerMinute: wrong).tenNanosecondsPerQuarterNote == .max)
    }
    #expect(FlexTempo(beatsPerMinute: .infinity).tenNanosecondsPerQuarterNote == 1)
  }

  private func check(_ message: UMPMessage, _ ump: UMP) {
    #expect(message.ump == ump)
    #expect(UMPMessage(ump) == message)
  }
}

import TenutoMIDI
import TenutoMIDIMessages
import Testing

@Suite struct MIDIClipFileTests {
  private let note = UMP(0x4090_3C00, 0x8000_0000)

  @Test func aFileIsReadMessageByMessage() throws {
    let profile: [UInt32] = [0x3006_7E7F, 0x0D22_0000]
    let tempo: [UInt32] = [0xD010_0000, 50_000_000, 0, 0]
    let words =
      profile + [ClipWords.ticks(0), ClipWords.division(480), ClipWords.ticks(3)] + tempo
      + [ClipWords.ticks(5)] + ClipWords.start + [ClipWords.ticks(10), 0x2090_3C40]
      + [ClipWords.ticks(0), note.word0, note.word1, ClipWords.ticks(7)] + ClipWords.end
    let file = try MIDIClipFile(parsing: ClipWords.file(words), strictly: true)
    #expect(file.ticksPerQuarter == 480)
    #expect(file.profiles == [UMP(profile[0], profile[1])])
    #expect(file.configuration == [MIDIClipEvent(tick: 3, ump: UMP(tempo[0], tempo[1]))])
    let events = [
      MIDIClipEvent(tick: 10, ump: UMP(0x2090_3C40)), MIDIClipEvent(tick: 10, ump: note),
    ]
    #expect(file.events == events)
    #expect(file.length == 17)
  }

  @Test func writtenBytesAreGolden() {
    let file = MIDIClipFile(
      ticksPerQuarter: 96, events: [MIDIClipEvent(tick: 2, ump: note)], length: 5)
    let words =
      ClipWords.head + [ClipWords.ticks(2), note.word0, note.word1, ClipWords.ticks(3)]
      + ClipWords.end
    #expect(file.serialized() == ClipWords.file(words))
  }

  @Test(arguments: [0xF_FFFE, 0xF_FFFF, 0x10_0000, 0x1F_FFFE, 0x30_0000] as [UInt32])
  func aLongPauseIsSeveralClockstampsWithNOOPsBetween(tick: UInt32) throws {
    let file = MIDIClipFile(
      ticksPerQuarter: 96, events: [MIDIClipEvent(tick: tick, ump: note)], length: tick)
    #expect(try MIDIClipFile(parsing: file.serialized(), strictly: true) == file)
    let extensions = Int(tick / 0xF_FFFF)
    let expected =
      ClipWords.head
      + [[ClipWords.ticks(0xF_FFFF), 0]].flatMap { pair in
        (0..<extensions).flatMap { _ in pair }
      } + [ClipWords.ticks(tick % 0xF_FFFF), note.word0, note.word1, ClipWords.ticks(0)]
    #expect(file.serialized() == ClipWords.file(expected + ClipWords.end))
  }

  @Test func clockstampsAddUpAndOnlyAnExtendingNOOPIsNone() throws {
    let words =
      ClipWords.head + [ClipWords.ticks(3), ClipWords.ticks(4), 0x2090_3C40]
      + [ClipWords.ticks(0xF_FFFF), 0, ClipWords.ticks(1), 0, ClipWords.ticks(0)] + ClipWords.end
    let file = try MIDIClipFile(parsing: ClipWords.file(words))
    #expect(file.events.map(\.tick) == [7, 7 + 0xF_FFFF + 1])
    #expect(file.events.last?.ump == UMP(0))
  }

  @Test func theWriterRefusesStructuralMessages() throws {
    let own = [0x0040_0001, 0x0030_0001, 0xF020_0000, 0xF021_0000].map {
      MIDIClipEvent(tick: 1, ump: UMP($0))
    }
    let file = MIDIClipFile(
      ticksPerQuarter: 96, profiles: own.map(\.ump), configuration: own,
      events: own + [MIDIClipEvent(tick: 9, ump: note), MIDIClipEvent(tick: 4, ump: note)],
      length: 0)
    let read = try MIDIClipFile(parsing: file.serialized(), strictly: true)
    #expect(read.profiles.isEmpty && read.configuration.isEmpty)
    #expect(read.events.map(\.tick) == [9, 9])
    #expect(read.length == 9)
  }

  @Test func everyWrittenClipIsReadBackEqual() throws {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<randomCaseCount(release: 20_000) {
      let file = randomClip(&random)
      #expect(try MIDIClipFile(parsing: file.serialized(), strictly: true) == file)
      #expect(try MIDIClipFile(parsing: file.serialized()) == file)
    }
  }

  @Test func aClipFileIsKnownByItsLetters() {
    #expect(MIDIClipFile.isClipFile(ClipWords.file([])))
    #expect(!MIDIClipFile.isClipFile(Array("SMF2CLIQ".utf8)))
    #expect(!MIDIClipFile.isClipFile([]))
  }
}

import TenutoMIDI
import TenutoMIDIMessages
import Testing

@Suite struct MIDIClipFileErrorTests {
  private static let stop: [UInt32] = [ClipWords.ticks(0)] + ClipWords.end

  @Test(
    arguments: [
      ([], .missingDivision, 8),
      ([ClipWords.ticks(0)] + ClipWords.start, .missingDivision, 12),
      ([ClipWords.ticks(0), ClipWords.division(0)], .invalidDivision, 12),
      ([ClipWords.ticks(0), ClipWords.division(1)], .missingStart, 16),
      (
        [ClipWords.ticks(0), ClipWords.division(1), ClipWords.ticks(0)] + ClipWords.end,
        .missingStart, 36
      ),
      (ClipWords.head + [ClipWords.ticks(0), 0x4090_3C00], .truncated, 40),
      (ClipWords.head + [ClipWords.ticks(0), 0xF000_0000, 0, 0], .truncated, 40),
    ] as [([UInt32], MIDIClipFileError.Code, Int)])
  func aBadFileGivesErrorAndPosition(words: [UInt32], code: MIDIClipFileError.Code, byteOffset: Int)
  {
    let error = clipError(ClipWords.file(words))
    #expect(error?.code == code)
    #expect(error?.byteOffset == byteOffset)
    #expect(error?.description.contains("\(byteOffset)") == true)
  }

  /// Errors only for a strict reader.
  @Test(
    arguments: [
      (
        [ClipWords.division(96), ClipWords.ticks(0)] + ClipWords.start + stop, .missingClockstamp, 8
      ),
      (
        [ClipWords.ticks(1), ClipWords.division(96), ClipWords.ticks(0)] + ClipWords.start + stop,
        .missingClockstamp, 12
      ),
      (
        [ClipWords.ticks(0), ClipWords.division(96)] + ClipWords.start + stop, .missingClockstamp,
        16
      ),
      (
        [ClipWords.ticks(0), 0x20C0_0100, ClipWords.ticks(0), ClipWords.division(96)]
          + [ClipWords.ticks(0)] + ClipWords.start + stop, .unexpectedMessage, 12
      ),
      (
        [ClipWords.ticks(0), ClipWords.division(96), ClipWords.ticks(0), ClipWords.division(7)]
          + [ClipWords.ticks(0)] + ClipWords.start + stop, .unexpectedMessage, 20
      ),
      (
        ClipWords.head + [ClipWords.ticks(0)] + ClipWords.start + stop, .unexpectedMessage, 40
      ),
      (
        [ClipWords.ticks(0), ClipWords.division(96), ClipWords.ticks(0)] + ClipWords.end
          + [ClipWords.ticks(0)] + ClipWords.start + stop, .unexpectedMessage, 20
      ),
      (ClipWords.head, .missingEnd, 36),
      (ClipWords.head + ClipWords.end, .missingClockstamp, 36),
      (ClipWords.head + stop + [0], .trailingData, 56),
    ] as [([UInt32], MIDIClipFileError.Code, Int)])
  func onlyAStrictReaderRefuses(words: [UInt32], code: MIDIClipFileError.Code, byteOffset: Int) {
    let bytes = ClipWords.file(words)
    #expect(clipError(bytes) == nil)
    #expect((try? MIDIClipFile(parsing: bytes))?.ticksPerQuarter == 96)
    let error = clipError(bytes, strictly: true)
    #expect(error?.code == code)
    #expect(error?.byteOffset == byteOffset)
    #expect(error?.description.contains("\(byteOffset)") == true)
  }

  @Test func aFileInAnotherFormatIsRefused() {
    #expect(clipError([])?.code == .notAClipFile)
    #expect(clipError(midiFile(tracks: []))?.code == .notAClipFile)
  }

  @Test func ticksThatOverflowAreRefused() {
    let longest = Array(repeating: ClipWords.ticks(0xF_FFFF), count: 4097)
    let error = clipError(ClipWords.file(ClipWords.head + longest))
    #expect(error?.code == .tickOverflow)
    #expect(error?.byteOffset == 36 + 4 * 4096)
  }

  @Test func noTruncationAndNoDamageTraps() {
    var random = SeededGenerator(seed: 32)
    for _ in 0..<randomCaseCount(release: 10_000) {
      let bytes = randomClip(&random).serialized()
      let cut = Int.random(in: bytes.indices, using: &random)
      #expect(clipError(Array(bytes[..<cut]), strictly: true) != nil)
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: bytes.indices, using: &random)] = random.byte()
      }
      exercise(damaged)
      exercise(Array(damaged[..<cut]))
      exercise(ClipWords.letters + random.bytes(count: Int.random(in: 0...64, using: &random)))
    }
  }

  @Test func everyTruncationOfAGoodFileIsAnError() {
    let file = MIDIClipFile(
      ticksPerQuarter: 96, events: [MIDIClipEvent(tick: 0x20_0000, ump: UMP(0xD000_0000, 1, 2, 3))],
      length: 0x30_0000)
    let bytes = file.serialized()
    for count in bytes.indices {
      #expect(clipError(Array(bytes[..<count]), strictly: true) != nil)
    }
  }

  /// Uses every conversion of a file.
  private func exercise(_ bytes: [UInt8]) {
    guard let file = try? MIDIClipFile(parsing: bytes) else { return }
    #expect((try? MIDIClipFile(parsing: file.serialized(), strictly: true)) == file)
    let midi = StandardMIDIFile(file)
    #expect((try? StandardMIDIFile(parsing: midi.serialized())) == midi)
    #expect(MIDIClipFile(midi) != nil)
  }
}

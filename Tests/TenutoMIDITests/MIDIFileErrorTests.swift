import TenutoMIDI
import Testing

@Suite struct MIDIFileErrorTests {
  @Test(
    arguments: [
      ([0, 0x90, 60, 1, 0, 0x90, 0x80, 1], .invalidDataByte, 28),
      ([0, 0x90, 60, 0x80], .invalidDataByte, 25),
      ([0, 0xC0, 0x80], .invalidDataByte, 24),
      ([0, 60, 1], .missingStatus, 23),
      ([0, 0xF1, 1], .unexpectedStatus, 23),
      ([0, 0xF8], .unexpectedStatus, 23),
      ([0x80, 0x80, 0x80, 0x80, 0, 0x90, 60, 1], .invalidVariableLength, 22),
      ([0, 0x90, 60], .truncated, 25),
      ([0], .truncated, 23),
      ([0, 0xF0, 0x8F, 0xFF, 0xFF, 0x7F, 1], .truncated, 24),
      ([0, 0xFF, 1, 9, 1, 2], .truncated, 25),
    ] as [([UInt8], MIDIFileError.Code, Int)])
  func aBadTrackGivesErrorAndPosition(track: [UInt8], code: MIDIFileError.Code, byteOffset: Int) {
    let error = parseError(midiFile(tracks: [track]))
    #expect(error?.code == code)
    #expect(error?.byteOffset == byteOffset)
    #expect(error?.description.contains("\(byteOffset)") == true)
  }

  @Test func aBadHeaderGivesErrorAndPosition() {
    #expect(parseError([])?.code == .notAMIDIFile)
    #expect(parseError(Array("RIFF....".utf8))?.code == .notAMIDIFile)
    #expect(parseError(chunk("MThd", [0, 0, 0, 1]))?.code == .notAMIDIFile)
    #expect(parseError(midiFile(format: 3, tracks: []))?.code == .unsupportedFormat)
    #expect(parseError(midiFile(format: 3, tracks: []))?.byteOffset == 8)
    for division in [[0, 0], [0xE8, 0], [0xE0, 4], [0x80, 4]] as [[UInt8]] {
      let error = parseError(midiFile(division: division, tracks: []))
      #expect(error?.code == .invalidDivision && error?.byteOffset == 12)
    }
  }

  @Test func missingTracksAreNoticed() {
    let bytes = chunk("MThd", [0, 1, 0, 2, 0, 96]) + chunk("MTrk", [0, 0xFF, 0x2F, 0])
    #expect(parseError(bytes)?.code == .missingTracks)
    #expect(parseError(bytes)?.byteOffset == 26)
  }

  @Test func aChunkLongerThanTheFileIsTruncated() {
    let bytes = chunk("MThd", [0, 1, 0, 1, 0, 96]) + Array("MTrk".utf8) + [0xFF, 0xFF, 0xFF, 0xFF]
    #expect(parseError(bytes)?.code == .truncated)
    #expect(parseError(bytes)?.byteOffset == 14)
  }

  @Test func ticksThatOverflowAreRefused() {
    let longest: [UInt8] = [0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0x01, 0]
    let track = Array(repeating: longest, count: 17).flatMap { $0 }
    let error = parseError(midiFile(tracks: [track]))
    #expect(error?.code == .tickOverflow)
    #expect(error?.byteOffset == 22 + 16 * 7)
  }

  @Test func everyTruncationOfAGoodFileIsAnErrorAndNeverATrap() throws {
    let track: [UInt8] = [
      0, 0xFF, 0x51, 3, 7, 0xA1, 0x20, 0, 0xF0, 2, 1, 0xF7, 1, 0x90, 60, 1, 2, 60, 0, 0, 0xFF, 0x2F,
      0,
    ]
    let bytes = midiFile(format: 1, tracks: [track, track])
    #expect(parseError(bytes) == nil)
    for count in bytes.indices {
      #expect(parseError(Array(bytes[..<count])) != nil)
    }
  }
}

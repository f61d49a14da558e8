import TenutoMIDI
import Testing

private func riff(_ form: String, _ chunks: [UInt8], size: Int? = nil) -> [UInt8] {
  riffChunk("RIFF", Array(form.utf8) + chunks, size: size)
}

private func riffChunk(_ type: String, _ content: [UInt8], size: Int? = nil) -> [UInt8] {
  let count = size ?? content.count
  let length = (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
  return Array(type.utf8) + length + content + (content.count & 1 == 1 ? [0] : [])
}

private func rmidError(_ bytes: [UInt8]) -> MIDIFileError? {
  do {
    _ = try RMIDFile(parsing: bytes)
    return nil
  } catch {
    return error
  }
}

@Suite struct RMIDFileTests {
  private let midi = midiFile(tracks: [[0, 0x90, 60, 1, 5, 60, 0, 0, 0xFF, 0x2F, 0]])
  private let info = riffChunk("LIST", Array("INFO".utf8) + riffChunk("INAM", Array("A b".utf8)))
  private let bank = riffChunk("RIFF", Array("DLS ".utf8) + [1, 2, 3])

  @Test func aFileInAContainerIsReadLikeAPlainFile() throws {
    let container = riff("RMID", info + riffChunk("data", midi) + bank)
    let alone = try StandardMIDIFile(parsing: midi)
    #expect(try StandardMIDIFile(parsing: container) == alone)
    #expect(try RMIDFile(parsing: container).file == alone)
  }

  @Test func otherChunksAreKeptInTheirPlaces() throws {
    let container = riff("RMID", info + riffChunk("data", midi) + bank + riffChunk("DISP", [7]))
    let file = try RMIDFile(parsing: container)
    #expect(file.chunksBefore.map(\.type) == [0x4C49_5354])
    #expect(file.chunksAfter.map(\.type) == [0x5249_4646, 0x4449_5350])
    #expect(file.chunksAfter.last?.data == [7])
    #expect(try RMIDFile(parsing: file.serialized()) == file)
  }

  @Test func writtenBytesAreGolden() throws {
    let file = RMIDFile(try StandardMIDIFile(parsing: midiFile(tracks: [[0, 0xFF, 0x2F, 0]])))
    let data = midiFile(tracks: [[0, 0xFF, 0x2F, 0]])
    #expect(file.serialized() == riff("RMID", riffChunk("data", data)))
  }

  @Test func anOddNumberOfBytesIsPadded() throws {
    let odd = midi + (midi.count & 1 == 1 ? [] : [0])
    let container = riff("RMID", riffChunk("data", odd) + info)
    #expect(try RMIDFile(parsing: container).chunksAfter.count == 1)
    let unpadded = Array(riff("RMID", riffChunk("data", odd)).dropLast())
    #expect(rmidError(unpadded) == nil)
  }

  @Test func aWrongLengthOfTheContainerIsForgiven() throws {
    let chunks = riffChunk("data", midi)
    #expect(rmidError(riff("RMID", chunks, size: 0x7FFF_FFFF)) == nil)
    #expect(rmidError(riff("RMID", chunks) + [1, 2, 3, 4, 5, 6, 7, 8]) == nil)
    #expect(rmidError(riff("RMID", chunks + [1, 2, 3])) == nil)
  }

  @Test func errorsHaveReasonAndPosition() {
    #expect(rmidError(riff("RMID", info))?.code == .missingData)
    #expect(rmidError(riff("RMID", []))?.byteOffset == 12)
    #expect(rmidError(riff("WAVE", riffChunk("data", midi)))?.code == .notAMIDIFile)
    #expect(rmidError(midi)?.code == .notAMIDIFile)
    #expect(parseError(riff("RMID", riffChunk("data", [1, 2])))?.code == .notAMIDIFile)
    #expect(parseError(riff("RMID", riffChunk("data", [1, 2])))?.byteOffset == 20)
    let short = riff("RMID", riffChunk("data", midi, size: 0xFFFF_FFFF))
    #expect(rmidError(short)?.code == .truncated)
    #expect(rmidError(short)?.byteOffset == 12)
    #expect(rmidError(riff("RMID", [], size: 3))?.code == .truncated)
    let badTrack = riff("RMID", riffChunk("data", midiFile(tracks: [[0, 60, 1]])))
    #expect(parseError(badTrack)?.byteOffset == 20 + 23)
    #expect(parseError(riff("RMID", info))?.description.contains("byte") == true)
  }

  @Test func noTruncationAndNoDamageTraps() {
    let container = riff("RMID", info + riffChunk("data", midi) + bank)
    for count in container.indices {
      let cut = Array(container[..<count])
      #expect(rmidError(cut) != nil || count >= container.count - bank.count - 1)
    }
    var random = SeededGenerator(seed: 21)
    for _ in 0..<randomCaseCount(release: 50_000) {
      var bytes = container
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = random.byte()
      }
      if let file = try? RMIDFile(parsing: bytes) {
        let again = try? RMIDFile(parsing: file.serialized())
        #expect(again == file)
      }
      _ = parseError(bytes)
    }
  }
}

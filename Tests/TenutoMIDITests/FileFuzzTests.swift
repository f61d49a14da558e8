import TenutoMIDI
import Testing

/// Uses every conversion of a file.
private func exercise(_ file: StandardMIDIFile) throws {
  let written = file.serialized()
  #expect(try StandardMIDIFile(parsing: written) == file)
  let song = Song(file)
  #expect(song.duration >= 0 && song.duration.isFinite)
  let frames = song.events(atSampleRate: 192_000).map(\.frame)
  #expect(zip(frames, frames.dropFirst()).allSatisfy { $0 <= $1 })
  #expect(TempoMap(file).tick(atSeconds: song.duration) >= 0)
}

@Suite struct FileFuzzTests {
  @Test func randomTracksNeverTrap() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<randomCaseCount(release: 100_000) {
      let track = random.bytes(count: Int.random(in: 0...40, using: &random))
      let format = UInt8.random(in: 0...2, using: &random)
      let bytes = midiFile(format: format, tracks: [track])
      if let file = try? StandardMIDIFile(parsing: bytes) { try exercise(file) }
    }
  }

  @Test func damagedFilesNeverTrap() throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<randomCaseCount(release: 100_000) {
      var bytes = randomFile(&random).serialized()
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = random.byte()
      }
      let count = Int.random(in: 0...bytes.count, using: &random)
      let kept = random.byte() & 1 == 0 ? bytes : Array(bytes[..<count])
      if let file = try? StandardMIDIFile(parsing: kept) { try exercise(file) }
    }
  }

  @Test func randomBytesNeverTrap() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<randomCaseCount(release: 100_000) {
      _ = parseError(random.bytes(count: Int.random(in: 0...64, using: &random)))
      let start: [UInt8] = [0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 1]
      _ = parseError(start + random.bytes(count: Int.random(in: 0...64, using: &random)))
    }
  }

  @Test func everyWrittenFileIsReadBackEqual() throws {
    var random = SeededGenerator(seed: 10)
    for _ in 0..<randomCaseCount(release: 20_000) {
      try exercise(randomFile(&random))
    }
  }
}

private func randomFile(_ random: inout SeededGenerator) -> StandardMIDIFile {
  let divisions: [StandardMIDIFile.Division] = [
    .ticksPerQuarter(1), .ticksPerQuarter(480), .smpte(framesPerSecond: .fps25, ticksPerFrame: 40),
    .smpte(framesPerSecond: .fps29, ticksPerFrame: 1),
  ]
  let formats: [StandardMIDIFile.Format] = [.singleTrack, .simultaneous, .sequential]
  let tracks = (0..<Int.random(in: 0...3, using: &random)).map { _ in randomTrack(&random) }
  return StandardMIDIFile(
    format: formats[Int.random(in: 0..<3, using: &random)],
    division: divisions[Int.random(in: 0..<4, using: &random)], tracks: tracks)
}

private func randomTrack(_ random: inout SeededGenerator) -> [TrackEvent] {
  var tick: UInt32 = 0
  var events: [TrackEvent] = []
  for _ in 0..<Int.random(in: 0...12, using: &random) {
    let bits = Int.random(in: 0...27, using: &random)
    tick += UInt32.random(in: 0...1 << bits, using: &random)
    events.append(TrackEvent(tick: tick, message: randomMessage(&random)))
  }
  return events + [endOfTrack(tick)]
}

private func randomMessage(_ random: inout SeededGenerator) -> TrackEvent.Message {
  let data = random.bytes(count: Int.random(in: 0...9, using: &random))
  switch Int.random(in: 0...5, using: &random) {
  case 0: return .sysEx(data)
  case 1: return .escape(data)
  case 2: return .meta(type: random.byte() & 0x1F, data: data)
  case 3: return .meta(type: 0x51, data: random.bytes(count: 3))
  default:
    let status = UInt8.random(in: 0x80...0xEF, using: &random)
    return channelEvent(0, status, random.byte() & 0x7F, random.byte() & 0x7F).message
  }
}

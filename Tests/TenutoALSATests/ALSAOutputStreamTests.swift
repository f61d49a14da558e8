import TenutoMIDI
import Testing

@testable import TenutoALSA

/// Packets as bytes for the sequencer.
@Suite struct ALSAOutputStreamTests {
  private static func packets(_ bytes: [UInt8]) -> [UMP] {
    var parser = MIDI1Parser()
    return bytes.compactMap { parser.parse($0) }
  }

  private static func sysEx(_ count: Int) -> [UInt8] {
    [0xF0] + (0..<count - 2).map { UInt8($0 % 0x7E) } + [0xF7]
  }

  @Test func aNoteOfMIDI2IsThreeBytes() {
    var stream = ALSAOutputStream()
    let note = VoiceEvent.noteOn(channel: 2, note: 60, velocity: 0xC800).ump(group: 0)
    let pieces = stream.take(note, at: 77)
    #expect(pieces.map(\.bytes) == [[0x92, 60, 100]] && pieces.map(\.nanoseconds) == [77])
  }

  @Test(arguments: [3, 8, 255, 256, 257, 511, 512, 513, 3000])
  func aSysExIsCutIntoPiecesThatTheKernelTakes(count: Int) {
    let message = Self.sysEx(count)
    var stream = ALSAOutputStream()
    let pieces = Self.packets(message).flatMap { stream.take($0, at: 5) }
    #expect(pieces.flatMap(\.bytes) == message)
    #expect(pieces.allSatisfy { $0.bytes.count <= ALSAOutputStream.pieceSize })
    #expect(pieces.count == (count + 255) / 256)
    #expect(pieces.dropLast().allSatisfy(\.isUnfinished) && pieces.last?.isUnfinished == false)
  }

  @Test func realtimePassesWithinASysExAndANoteCutsIt() {
    var stream = ALSAOutputStream()
    let begin = Self.packets(Self.sysEx(300)).dropLast().flatMap { stream.take($0, at: 5) }
    #expect(begin.map(\.bytes.count) == [256])
    let clock = stream.take(Self.packets([0xF8])[0], at: 6)
    #expect(clock.map(\.bytes) == [[0xF8]])
    let note = stream.take(Self.packets([0x90, 60, 1])[0], at: 7)
    #expect(note.map(\.bytes) == [[0xF7], [0x90, 60, 1]])
    // The rest of the message is not sent as data of another one.
    #expect(stream.take(Self.packets(Self.sysEx(300)).last ?? UMP(0), at: 8).isEmpty)
  }

  @Test func whatReturnsFromASynthesizerIsTheSame() {
    var input = ALSAInputStream()
    var output = ALSAOutputStream()
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let message: [UInt8] =
        switch UInt8.random(in: 0..<6, using: &random) {
        case 0: [0x90 | .random(in: 0..<16), .random(in: 0..<128), .random(in: 1..<128)]
        case 1: [0x80 | .random(in: 0..<16), .random(in: 0..<128), .random(in: 0..<128)]
        case 2: [0xE0 | .random(in: 0..<16), .random(in: 0..<128), .random(in: 0..<128)]
        case 3: [0xB0 | .random(in: 0..<16), .random(in: 7..<32), .random(in: 0..<128)]
        case 4: [0xD0 | .random(in: 0..<16), .random(in: 0..<128)]
        default: Self.sysEx(.random(in: 3..<900))
        }
      let packets = input.take(message, at: 0)
      #expect(packets.flatMap { output.take($0, at: 0) }.flatMap(\.bytes) == message)
    }
  }

  @Test func aLongSysExLeavesAtThePaceOfACable() {
    var stream = ALSAOutputStream()
    let pieces = Self.packets(Self.sysEx(256 * 20)).flatMap { stream.take($0, at: 1_000_000) }
    let times = pieces.map(\.nanoseconds)
    // Half of the driver's buffer at once.
    #expect(times.prefix(8).allSatisfy { $0 == 1_000_000 })
    #expect(zip(times.dropFirst(8), times.dropFirst(9)).allSatisfy { $1 - $0 == 256 * 320_000 })
    // What follows waits, and keeps its order.
    let note = stream.take(Self.packets([0x90, 60, 1])[0], at: 1_000_001)
    #expect(note.first?.nanoseconds == times.last)
  }

  @Test func aCableThatHasRestedTakesABurstAgain() {
    var pace = SysExPace()
    #expect(pace.time(ofBytes: 2048, at: 0) == 0)
    #expect(pace.time(ofBytes: 100, at: 0) == 100 * 320_000)
    let later: UInt64 = 3_000_000_000
    #expect(pace.time(ofBytes: 2048, at: later) == later)
    #expect(pace.time(ofBytes: 1, at: later) == later + 320_000)
  }
}

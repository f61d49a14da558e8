import KernelTestSupport
import TenutoExtension
import Testing

@testable import SamplerKernel

/// The sampler's answers to its page.
@Suite struct PageMessageTests {
  private func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
  }

  private func message(_ kind: UInt8, _ rest: [UInt8] = []) -> [UInt8] {
    Array("TPAG".utf8) + [kind] + rest
  }

  private func loop(_ start: UInt32, _ end: UInt32) -> [UInt8] {
    message(
      1, [start, end].flatMap { value in (0..<4).map { UInt8(value >> UInt32(8 * $0) & 0xFF) } })
  }

  @Test func aPictureHasTheLowestAndTheHighestOfEachColumn() throws {
    let unit = SamplerUnit()
    let sound = RecordedSound(
      sampleRate: 48000, rootNote: 60, channels: [[0, 0.5, -0.5, 0.25]], loop: 1..<3)
    _ = try unit.answer(sound.encoded(.float32))
    let picture = try unit.answer(message(0, [2, 0]))
    #expect(picture.count == 21 + 2 * 8 && picture[0] == 0)
    #expect(Float(bitPattern: word(picture, 1)) == 48000)
    #expect([9, 13, 17].map { word(picture, $0) } == [4, 1, 3])
    let samples = (0..<4).map { Float(bitPattern: word(picture, 21 + 4 * $0)) }
    #expect(samples == [0, 0.5, -0.5, 0.25])
    // More columns than frames.
    #expect(try unit.answer(message(0, [9, 0])).count == 21 + 9 * 8)
  }

  @Test func theLoopIsMovedAndKeptInTheState() throws {
    let unit = SamplerUnit()
    _ = try unit.answer(loop(100, 2000))
    let picture = try unit.answer(message(0, [1, 0]))
    #expect([13, 17].map { word(picture, $0) } == [100, 2000])
    let kept = try RecordedSound(decoding: unit.encodeState(.document))
    #expect(kept.loop == 100..<2000)
    _ = try unit.answer(loop(0, 0))
    #expect(try RecordedSound(decoding: unit.encodeState(.document)).loop.isEmpty)
  }

  @Test func nonsenseIsRefusedAndChangesNothing() throws {
    let unit = SamplerUnit()
    let before = try unit.answer(message(0, [16, 0]))
    for bytes in [
      message(0), message(0, [0, 0]), message(0, [1, 0, 0]), message(0, [1, 16]), message(1),
      loop(5, 5), loop(6, 5), loop(0, .max), message(2, [0]), message(3, [0, 0, 0, 0, 0]),
      message(9),
      Array("TPA".utf8),
    ] {
      #expect(throws: MessageRefusal.self, "\(bytes)") { try unit.answer(bytes) }
    }
    #expect(try unit.answer(message(0, [16, 0])) == before)
  }
}

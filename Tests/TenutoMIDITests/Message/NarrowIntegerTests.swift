import TenutoMIDIMessages
import Testing

@Suite struct NarrowIntegerTests {
  @Test func rangesAreThoseOfTheWidth() {
    checkRange(UInt4.self, 0...15, mid: 8)
    checkRange(UInt7.self, 0...127, mid: 64)
    checkRange(UInt14.self, 0...16383, mid: 8192)
    checkRange(UInt20.self, 0...0xF_FFFF, mid: 0x8_0000)
    checkRange(UInt28.self, 0...0xFFF_FFFF, mid: 0x800_0000)
    checkRange(Int4.self, -8...7, mid: 0)
  }

  private func checkRange<Number: NarrowInteger>(
    _ type: Number.Type, _ range: ClosedRange<Int>, mid: Int
  ) {
    #expect(Number.min.intValue == range.lowerBound)
    #expect(Number.max.intValue == range.upperBound)
    #expect(Number.mid.intValue == mid)
    #expect(range.count == 1 << Number.bitWidth)
    #expect(Number(exactly: range.upperBound)?.intValue == range.upperBound)
    #expect(Number(exactly: range.upperBound + 1) == nil)
    #expect(Number(exactly: range.lowerBound - 1) == nil)
    #expect(Number(exactly: UInt64.max) == nil)
    #expect(Number(clamping: UInt64.max) == .max)
    #expect(Number(clamping: Int.min) == .min)
    #expect(Number(clamping: mid).intValue == mid)
    #expect(Number(truncatingIfNeeded: range.upperBound + 1) == .min)
    #expect(Number(truncatingIfNeeded: range.lowerBound - 1) == .max)
    #expect(Number.min < .max)
    #expect(Number.max.description == String(range.upperBound))
    #expect(Number.min.advanced(by: 3).distance(to: .max) == range.count - 4)
  }

  @Test func valuesAreLiteralsAndCanBeCounted() {
    let note: UInt7 = 60
    #expect(note.rawValue == 60)
    #expect((UInt4.min...UInt4.max).map(\.intValue) == Array(0...15))
    #expect((note..<63).count == 3)
  }

  @Test func valuesOutOfRangeTrap() async {
    await #expect(processExitsWith: .failure) { _ = UInt7(128 as Int) }
    await #expect(processExitsWith: .failure) { _ = 16 as UInt4 }
    await #expect(processExitsWith: .failure) { _ = UInt14.max.advanced(by: 1) }
  }
}

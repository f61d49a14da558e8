import TenutoMIDI
import Testing

private func write(_ packets: [UMP], runningStatus: Bool = false) -> [UInt8] {
  var writer = MIDI1Writer(usesRunningStatus: runningStatus)
  return packets.flatMap { writer.write($0).array }
}

private let start = UMP(0x3016_0102, 0x0304_0506)
private let end = UMP(0x3031_0700)
private let note = UMP(0x2090_3C01)

/// The payloads of the complete SysEx messages.
private func wholeSysEx(_ packets: [UMP]) -> [[UInt8]] {
  var reassembler = SysExReassembler()
  return packets.compactMap { reassembler.receive($0).message?.payload }
}

@Suite struct MIDI1WriterTests {
  @Test func statusIsRepeatedUnlessAskedOtherwise() {
    let packets = [note, note, UMP(0x2091_3C01), UMP(0x20C1_0500), UMP(0x20C1_0600)]
    #expect(write(packets) == [0x90, 60, 1, 0x90, 60, 1, 0x91, 60, 1, 0xC1, 5, 0xC1, 6])
    #expect(write(packets, runningStatus: true) == [0x90, 60, 1, 60, 1, 0x91, 60, 1, 0xC1, 5, 6])
  }

  @Test func realtimeKeepsRunningStatusAndCommonEndsIt() {
    let clock = UMP(0x10F8_0000)
    #expect(write([note, clock, note], runningStatus: true) == [0x90, 60, 1, 0xF8, 60, 1])
    let tune = UMP(0x10F6_0000)
    #expect(
      write([note, tune, note], runningStatus: true) == [0x90, 60, 1, 0xF6, 0x90, 60, 1])
    #expect(
      write([note, UMP(0x3000_0000), note], runningStatus: true)
        == [0x90, 60, 1, 0xF0, 0xF7, 0x90, 60, 1])
  }

  @Test func realtimeIsAllowedInsideSysEx() {
    #expect(
      write([start, UMP(0x10F8_0000), end]) == [0xF0, 1, 2, 3, 4, 5, 6, 0xF8, 7, 0xF7])
  }

  @Test func theRestOfACutSysExIsNeverReadAsData() {
    #expect(write([start, note, end]) == [0xF0, 1, 2, 3, 4, 5, 6, 0x90, 60, 1])
    #expect(write([note, end, end]) == [0x90, 60, 1])
    #expect(write([UMP(0x3021_0700)]) == [])
  }

  @Test func aDuplicateEndIsDropped() {
    #expect(write([start, end, end]) == [0xF0, 1, 2, 3, 4, 5, 6, 7, 0xF7])
  }

  @Test func writtenBytesAreReadAsTheSamePackets() {
    var random = SeededGenerator(seed: 23)
    for _ in 0..<randomCaseCount(release: 3_000) {
      let packets = parseAll(likelyStream(&random, messages: 50))
      let back = parseAll(write(packets, runningStatus: random.byte() & 1 == 0))
      // A message that was cut has no end: its remaining packets may differ.
      #expect(wholeSysEx(back) == wholeSysEx(packets))
      let isShort = { (ump: UMP) in ump.messageType != 3 }
      #expect(back.filter(isShort) == packets.filter(isShort))
    }
  }

  @Test func aBufferTakesEventsUpToItsCapacity() {
    let packets = [note, note, start, end]
    var bytes = [UInt8](repeating: 0, count: 8)
    var writer = MIDI1Writer()
    let first = unsafe packets.withUnsafeBufferPointer { source in
      unsafe bytes.withUnsafeMutableBufferPointer { unsafe writer.write(source, into: $0) }
    }
    #expect(first == StreamProgress(consumed: 2, written: 6))
    #expect(bytes.prefix(6) == [0x90, 60, 1, 0x90, 60, 1])
  }
}

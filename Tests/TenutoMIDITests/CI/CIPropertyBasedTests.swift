import TenutoMIDIMessages
import Testing

@Suite struct CIPropertyBasedTests {
  /// Valid messages round-trip, and invalid bytes do not trap.
  @Test func bytesAreCarriedExactly() {
    var generator = SeededGenerator(seed: 1)
    var readCount = 0
    for _ in 0..<randomCaseCount(release: 200_000) {
      var payload = generator.bytes(count: 13 + Int(generator.next() % 60)).map { $0 & 0x7F }
      // Small numbers, so that lengths are often correct.
      for index in 13..<payload.count where generator.next() & 1 == 0 { payload[index] &= 3 }
      payload.replaceSubrange(0..<5, with: [0x7E, payload[1], 0x0D, payload[3], payload[4] & 3])
      guard let message = try? CIMessage(payload: payload) else { continue }
      readCount += 1
      guard message.payload == payload else {
        Issue.record("\(payload) is carried as \(message.payload)")
        return
      }
    }
    #expect(readCount > randomCaseCount(release: 200_000) / 2)
  }

  @Test func mcoded7RoundTrips() {
    var generator = SeededGenerator(seed: 2)
    for count in 0..<200 {
      let data = generator.bytes(count: count)
      let coded = Mcoded7.encode(data)
      #expect(coded.allSatisfy { $0 < 0x80 })
      #expect(coded.count == count + (count + 6) / 7)
      #expect(Mcoded7.decode(coded) == data)
    }
    #expect(Mcoded7.encode([0x80, 0x01, 0xFF]) == [0x50, 0x00, 0x01, 0x7F])
    #expect(Mcoded7.decode([0x80, 0]) == nil)
    #expect(Mcoded7.decode([0x01]) == nil)
  }

  @Test func identitiesAreUsable() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<1000 { #expect(MUID.random(using: &generator).isUsable) }
    #expect(!MUID.broadcast.isUsable)
    #expect(!MUID(0xFFF_FF00).isUsable)
    #expect(MUID(0xFFF_FEFF).isUsable)
  }
}

internal import Testing

internal import TenutoMIDI

@Suite struct NoteTrackerTests {
  @Test func everyNoteThatSoundsGetsItsNoteOff() {
    var tracker = NoteTracker()
    for word in [0x2090_3C40, 0x2090_3C41, 0x2191_4040, 0x2080_3D00, 0x2F9F_7F01] as [UInt32] {
      tracker.take(UMP(word))
    }
    tracker.take(UMP(0x4392_2000, 0x0001_0000))
    #expect(
      tracker.releaseAll() == [
        UMP(0x2080_3C40), UMP(0x2080_3C40), UMP(0x2181_4040), UMP(0x4382_2000, 0x8000_0000),
        UMP(0x2F8F_7F40),
      ])
    #expect(tracker.releaseAll().isEmpty)
  }

  @Test func endedNotesAreNotEndedAgain() {
    var tracker = NoteTracker()
    tracker.take(UMP(0x2090_3C40))
    tracker.take(UMP(0x2090_3C00))  // A note off in MIDI 1.0.
    tracker.take(UMP(0x4090_3D00, 0))  // A quiet note in MIDI 2.0.
    tracker.take(UMP(0x2080_3D40))
    tracker.take(UMP(0x2091_0140))
    tracker.take(UMP(0x20B1_7B00))
    tracker.take(UMP(0x2092_0140))
    tracker.take(UMP(0x40B2_7800, 0))
    #expect(tracker.releaseAll().isEmpty)
  }

  @Test func pedalsGoUpAfterTheNotes() {
    var tracker = NoteTracker()
    tracker.take(UMP(0x20B0_407F))
    tracker.take(UMP(0x40B0_4200, 0x8000_0000))
    tracker.take(UMP(0x20B1_4540))
    tracker.take(UMP(0x20B2_407F))
    tracker.take(UMP(0x20B2_403F))
    tracker.take(UMP(0x20B3_407F))
    tracker.take(UMP(0x20B3_7900))
    tracker.take(UMP(0x2090_3C40))
    #expect(
      tracker.releaseAll() == [
        UMP(0x2080_3C40), UMP(0x20B0_4000), UMP(0x20B0_4200), UMP(0x20B1_4500),
      ])
  }

  @Test func randomPacketsNeverLeaveANoteBehind() {
    var generator = SeededGenerator(seed: 7)
    var tracker = NoteTracker()
    var balance: [UInt32: Int] = [:]
    for _ in 0..<20_000 {
      let isOn = generator.next() % 2 == 0
      let word =
        (isOn ? 0x2090_0001 : 0x2080_0000) as UInt32
        | UInt32(truncatingIfNeeded: generator.next()) & 0x0F0F_0700
      tracker.take(UMP(word))
      let key = word & 0x0F0F_7F00
      balance[key] = max(0, min(127, balance[key, default: 0] + (isOn ? 1 : -1)))
    }
    for packet in tracker.releaseAll() { balance[packet.word0 & 0x0F0F_7F00, default: 0] -= 1 }
    #expect(balance.values.allSatisfy { $0 == 0 })
  }
}

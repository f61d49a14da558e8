import Testing

@testable import TenutoMIDIMessages

@Suite struct MPEAllocatorTests {
  private func allocator(_ side: MPEZone.Side = .lower, members: UInt8) -> MPEAllocator {
    MPEAllocator(zone: MPEZone(side: side, memberCount: members))
  }

  @Test func notesGetChannelsInTurn() {
    var allocator = allocator(members: 4)
    let given = [60, 64, 67].map { allocator.begin($0) }
    #expect(given == [1, 2, 3])
    #expect(allocator.channel(of: 64) == 2)
  }

  @Test func theLongestFreeChannelIsUsed() {
    var allocator = allocator(members: 3)
    _ = allocator.begin(60)
    #expect(allocator.end(60) == 1)
    let given = [61, 62, 63].map { allocator.begin($0) }
    #expect(given == [2, 3, 1])
  }

  @Test func withoutAFreeChannelTheFewestNotesShare() {
    var allocator = allocator(.upper, members: 2)
    let given = [60, 61, 62, 63].map { allocator.begin($0) }
    #expect(given == [14, 13, 14, 13])
    #expect(allocator.end(60) == 14)
    #expect(allocator.begin(64) == 14)
  }

  @Test func silentNotesHaveNoChannel() {
    var allocator = allocator(members: 2)
    #expect(allocator.end(60) == nil)
    #expect(allocator.channel(of: 60) == nil)
    #expect(allocator.begin(60) == allocator.begin(60))
    #expect(allocator.end(60) == 1)
    #expect(allocator.end(60) == nil)
  }

  @Test func everyNoteEndsOnTheChannelThatItBeganOn() {
    var random = SeededGenerator(seed: 7)
    var allocator = allocator(members: 9)
    var sounding: [UInt8: UInt8] = [:]
    for _ in 0..<randomCaseCount(release: 100_000) {
      let note = random.byte() & 0x7F
      if let channel = sounding.removeValue(forKey: note) {
        #expect(allocator.end(note) == channel)
      } else {
        let channel = allocator.begin(note)
        let notes = { (channel: UInt8) in sounding.values.count { $0 == channel } }
        let fewest = (1...9).map { notes($0) }.min()
        #expect(notes(channel) == fewest)
        sounding[note] = channel
      }
    }
  }
}

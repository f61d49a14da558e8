import TenutoMIDI
import Testing

/// An event with a distinguishing note.
private func event(_ frame: UInt32, _ note: UInt8 = 0) -> TimedUMP {
  TimedUMP(frameOffset: frame, ump: UMP(0x2090_0040 | UInt32(note) << 8))
}

private func times(_ list: UMPEventList<TimedUMP>) -> [UInt32] { list.map(\.time) }

@Suite struct UMPEventListTests {
  @Test func appendingKeepsTheOrder() {
    var list = UMPEventList<TimedUMP>(capacity: 4)
    let results = [3, 3, 5, 4].map { list.append(event($0)) }
    #expect(results == [true, true, true, false])
    #expect(times(list) == [3, 3, 5])
    list.removeAll()
    #expect(list.isEmpty)
  }

  @Test func insertingIsSortingThatKeepsEqualTimesInOrder() {
    var random = SeededGenerator(seed: 28)
    for _ in 0..<200 {
      let events = (UInt8(0)..<50).map { event(UInt32(random.byte() % 8), $0) }
      var list = UMPEventList<TimedUMP>()
      for event in events { list.insert(event) }
      let expected = events.enumerated()
        .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
      #expect(list.events == expected)
      #expect(UMPEventList(events).events == expected)
    }
  }

  @Test func mergingKeepsBothOrdersAndTheFirstListFirst() {
    let first = UMPEventList([event(1, 1), event(3, 2), event(3, 3)])
    let second = UMPEventList([event(0, 4), event(3, 5), event(9, 6)])
    var merged = first
    merged.merge(second)
    #expect(merged.map(\.ump.data1) == [4, 1, 2, 3, 5, 6])
    #expect(times(merged) == [0, 1, 3, 3, 3, 9])
  }

  @Test func splittingPutsTheTimeItselfBehind() {
    let list = UMPEventList([event(1), event(3), event(3), event(5)])
    #expect(times(list.split(at: 3).before) == [1])
    #expect(times(list.split(at: 3).after) == [3, 3, 5])
    #expect(list.split(at: 0).before.isEmpty && list.split(at: 6).after.isEmpty)
    var both = list.split(at: 3).before
    both.merge(list.split(at: 3).after)
    #expect(both == list)
    var taken = list
    #expect(times(taken.take(before: 4)) == [1, 3, 3] && times(taken) == [5])
  }

  @Test func filteringKeepsTheOrder() {
    let list = UMPEventList([event(1, 1), event(2, 2), event(3, 3)])
    #expect(times(list.filter { $0.ump.data1 != 2 }) == [1, 3])
  }

  @Test func anotherGroupButForTypesWithoutOne() {
    let packets = (UInt32(0)...15).map { UMP($0 << 28 | 0x0512_3456, 1, 2, 3) }
    let list = UMPEventList(packets.map { TimedUMP(frameOffset: 0, ump: $0) }).inGroup(9)
    for (old, new) in zip(packets, list.map(\.ump)) {
      let isGroupless = old.messageType == 0 || old.messageType == 15
      #expect(new.word0 == (isGroupless ? old.word0 : old.word0 & 0xF0FF_FFFF | 0x0900_0000))
      #expect((new.word1, new.word2, new.word3) == (1, 2, 3))
    }
  }

  @Test func shiftingStopsAtTheEndsOfTime() {
    let list = UMPEventList([event(1), event(5), event(.max - 1)])
    #expect(times(list.shifted(by: -3)) == [0, 2, .max - 4])
    #expect(times(list.shifted(by: 3)) == [4, 8, .max])
    #expect(times(list.shifted(by: .min)) == [0, 0, 0])
    #expect(times(list.shifted(by: .max)) == [.max, .max, .max])
  }

  @Test func framesAndHostTimesAreTheSameMoments() {
    let clock = FrameClock(start: 1_000_000, sampleRate: 48_000)
    #expect(clock.hostTime(of: 48) == 2_000_000)
    #expect(clock.frame(at: 2_000_000) == 48)
    #expect(clock.frame(at: 0) == 0 && clock.frame(at: 999_999) == 0)
    #expect(clock.frame(at: .max) == .max)
    #expect(FrameClock(start: .max, sampleRate: 1).hostTime(of: 1) == .max)
    for rate in [8_000, 44_100, 48_000, 96_000, 192_000, 44_099.97] {
      let clock = FrameClock(start: 3_141_592_653_589_793, sampleRate: rate)
      let list = UMPEventList((UInt32(0)..<3000).map { event($0 * 37) })
      #expect(list.hostTimed(by: clock).frameTimed(by: clock) == list)
    }
  }

  @Test func hostTimesSortAndSplitToo() {
    let events = [5, 0, 3].map { HostTimedUMP(hostTime: $0, ump: UMP(0)) }
    let list = UMPEventList(events)
    #expect(list.map(\.hostTime) == [0, 3, 5])
    #expect(list.split(at: 4).before.map(\.hostTime) == [0, 3])
  }
}

@Suite struct TimedUMPBufferTests {
  @Test func itIsAListOfFixedCapacity() {
    var random = SeededGenerator(seed: 29)
    for _ in 0..<200 {
      let events = (UInt8(0)..<20).map { event(UInt32(random.byte() % 8), $0) }
      var buffer = TimedUMPBuffer(capacity: 16)
      for (index, event) in events.enumerated() { #expect(buffer.insert(event) == (index < 16)) }
      #expect(buffer.count == 16 && buffer.lostCount == 4)
      #expect((0..<16).map { buffer[$0] } == UMPEventList(events[..<16]).events)
      buffer.removeAll()
      #expect(buffer.count == 0)
    }
  }

  @Test func mergingIsInsertingInOrder() {
    var first = TimedUMPBuffer(capacity: 4)
    var second = TimedUMPBuffer(capacity: 4)
    for event in [event(1, 1), event(3, 2)] { first.insert(event) }
    for event in [event(0, 3), event(3, 4), event(4, 5)] { second.insert(event) }
    first.merge(second)
    #expect((0..<4).map { first[$0].ump.data1 } == [3, 1, 2, 4])
    #expect(first.lostCount == 1)
  }

  @Test func laterEventsMoveToTheNextCycle() {
    var buffer = TimedUMPBuffer(capacity: 4)
    for frame in [0, 127, 128, 200] as [UInt32] { buffer.insert(event(frame)) }
    buffer.advance(by: 128)
    #expect((0..<buffer.count).map { buffer[$0].frameOffset } == [0, 72])
  }
}

import TenutoCore
import TenutoTransport
import TestSupport
import Testing

struct EventListTests {
  private func event(_ frame: UInt32, _ address: UInt64) -> TimedEvent {
    TimedEvent(frameOffset: frame, payload: .parameter(address: address, value: 0))
  }

  @Test func eventsOfOneFrameKeepTheirOrder() {
    var random = SeededRandom(seed: 3)
    var list = EventList(capacity: 500)
    var plain: [TimedEvent] = []
    for number in 0..<500 {
      let event = event(.random(in: 0..<40, using: &random), UInt64(number))
      list.insert(event)
      plain.append(event)
    }
    // An independent stable sort: by frame, then by arrival.
    let sorted = plain.enumerated().sorted {
      ($0.element.frameOffset, $0.offset) < ($1.element.frameOffset, $1.offset)
    }
    #expect((0..<list.count).map { list[$0] } == sorted.map(\.element))
    #expect(list.lostCount == 0)
  }

  @Test func whatFindsNoRoomIsCounted() {
    var list = EventList(capacity: 2)
    for number in 0..<5 { list.insert(event(0, UInt64(number))) }
    #expect(list.count == 2)
    #expect(list.lostCount == 3)
    list.removeAll()
    #expect(list.count == 0)
    list.insert(event(9, 9))
    #expect(list[0] == event(9, 9))
  }
}

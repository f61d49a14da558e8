import TenutoCore
import Testing

@testable import TenutoRender

struct EventQueueTests {
  @Test func theLastValueOfAParameterStays() {
    var queue = EventQueue()
    for number in 0..<1000 {
      queue.append(.parameter(ParameterValue(UInt64(number % 2), Float(number))))
    }
    #expect(
      queue.events == [
        .parameter(ParameterValue(0, 998)), .parameter(ParameterValue(1, 999)),
      ])
  }

  @Test func touchAndReleaseKeepTheirPlace() {
    var queue = EventQueue()
    let events: [InstanceEvent] = [
      .gesture(1, isTouched: true), .parameter(ParameterValue(1, 0.5)),
      .gesture(1, isTouched: false), .parameter(ParameterValue(1, 0.25)), .stateChanged,
    ]
    for event in events + [.stateChanged] { queue.append(event) }
    #expect(queue.take(atMost: 2).map(\.event) == Array(events[..<2]))
    #expect(queue.take(atMost: 100).map(\.event) == Array(events[2...]))
    #expect(queue.isEmpty)
  }

  @Test func theNewestPiecesOfAStreamAreKeptAndTheOthersCounted() {
    var queue = EventQueue()
    queue.append(.stateChanged)
    for number in 0..<200 { queue.append(.stream([UInt8(number)])) }
    #expect(queue.droppedStreamCount == 200 - EventQueue.streamLimit)
    #expect(queue.events.first == .stateChanged)
    #expect(queue.events.last == .stream([199]))
    #expect(queue.events.count == EventQueue.streamLimit + 1)
    for _ in 0..<100 { queue.append(.stream([UInt8](repeating: 0, count: 32768))) }
    #expect(queue.events.count == EventQueue.streamByteLimit / 32768 + 1)
  }

  @Test func aFloodOfGesturesIsBounded() {
    var queue = EventQueue()
    for number in 0..<100_000 {
      queue.append(.gesture(UInt64(number % 3), isTouched: number % 2 == 0))
      queue.append(.parameter(ParameterValue(UInt64(number % 3), 0)))
    }
    #expect(queue.events.count <= 2 * EventQueue.gestureLimit + 3)
    let gestures = queue.events.filter { if case .gesture = $0 { true } else { false } }
    #expect(gestures.count == EventQueue.gestureLimit)
    #expect(gestures.last == .gesture(0, isTouched: false))
  }
}

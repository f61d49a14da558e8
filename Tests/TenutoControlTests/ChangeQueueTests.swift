import Testing

@testable import TenutoControl

struct ChangeQueueTests {
  private func change(
    _ number: UInt64, _ kind: String, _ node: String, _ parameter: String? = nil,
    _ value: Double? = nil
  ) -> ChangeRecord {
    var change = ChangeRecord(kind, node: node)
    (change.number, change.parameter, change.value) = (number, parameter, value)
    return change
  }

  private func changes(_ messages: [ChangeQueue.Message]?) -> [ChangeRecord] {
    (messages ?? []).compactMap { if case .change(let change) = $0 { change } else { nil } }
  }

  @Test func theLastValueOfAParameterIsKept() {
    let queue = ChangeQueue()
    queue.post(change(1, "parameter", "a", "x", 1))
    queue.post(change(2, "parameter", "a", "y", 1))
    queue.post(change(3, "condition", "a"))
    queue.begin([.text([1])])
    queue.post(change(4, "parameter", "a", "x", 2))
    queue.post(change(5, "parameter", "b", "x", 2))
    let messages = queue.take(at: .now).0
    #expect(messages?.first == .text([1]))
    #expect(changes(messages).map(\.number) == [2, 3, 4, 5])
    queue.post(change(6, "parameter", "a", "x", 3))
    #expect(changes(queue.take(at: .now).0).map(\.value) == [3])
  }

  @Test func endlessParametersNeedNoRoom() {
    let queue = ChangeQueue()
    queue.begin([])
    for number in 1...100_000 {
      queue.post(change(UInt64(number), "parameter", "a", "p\(number % 100)", Double(number)))
    }
    #expect(queue.reasonOfEnd == nil)
    #expect(changes(queue.take(at: .now).0).map(\.number) == Array(99_901...100_000))
  }

  @Test func aClientThatDoesNotReadIsDropped() {
    let queue = ChangeQueue()
    queue.begin([])
    for number in 1...ChangeQueue.limit { queue.post(change(UInt64(number), "xrun", "a")) }
    #expect(queue.reasonOfEnd == nil)
    queue.post(change(9999, "xrun", "a"))
    #expect(queue.reasonOfEnd == .tooSlow)
    #expect(queue.next() == nil)
  }

  @Test func levelsComeTwentyTimesASecondAtMost() {
    let queue = ChangeQueue(ChangeOptions(levels: true))
    queue.begin([])
    let start = ContinuousClock.now + .seconds(1)
    queue.post(change(0, "level", "a", nil, -12))
    #expect(changes(queue.take(at: start).0).map(\.value) == [-12])
    for value in [-20.0, -3, -9] { queue.post(change(0, "level", "a", nil, value)) }
    queue.post(change(0, "level", "b", nil, -30))
    let (early, due) = queue.take(at: start + .milliseconds(49))
    #expect(early == [] && due == start + .milliseconds(50))
    #expect(changes(queue.take(at: start + .milliseconds(50)).0).map(\.value) == [-3, -30])
    #expect(queue.take(at: start + .seconds(5)).0 == [])
  }

  @Test func levelsAreSentOnRequest() {
    let queue = ChangeQueue()
    queue.begin([])
    queue.post(change(0, "level", "a", nil, -12))
    #expect(queue.take(at: .now).0 == [])
  }
}

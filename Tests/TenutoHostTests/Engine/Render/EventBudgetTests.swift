import Testing

@testable import TenutoRender

struct EventBudgetTests {
  private static let second = 48000

  private func budget() -> EventBudget { EventBudget(sampleRate: Double(Self.second)) }

  @Test(arguments: [
    (16, 256), (64, 256), (128, 512), (256, 1024), (1024, 4096), (8192, 4096),
  ])
  func aCycleHasFourEventsAFrameWithinBounds(frameCount: Int, expected: Int) {
    #expect(EventBudget.eventLimit(frameCount: frameCount, isRealtime: true) == expected)
    #expect(EventBudget.eventLimit(frameCount: frameCount, isRealtime: false) == 4096)
  }

  @Test func aSecondBeyondItIsAFlood() {
    var budget = budget()
    var cycles = 1
    while !budget.note(isOver: true, frameCount: 128), cycles < 1000 { cycles += 1 }
    #expect(cycles == 375)
    #expect(budget.isFlooding)
    #expect(!budget.isAtRest)
  }

  @Test func exceedingItInHalfOfTheCyclesIsNoFlood() {
    var budget = budget()
    for cycle in 0..<100_000 {
      let floods = budget.note(isOver: cycle % 2 == 0, frameCount: 128)
      #expect(!floods)
    }
    #expect(budget.isAtRest)
  }

  @Test func exceedingItInMostOfTheCyclesIsAFlood() {
    var budget = budget()
    var cycles = 0
    while !budget.note(isOver: cycles % 3 != 0, frameCount: 128), cycles < 10_000 { cycles += 1 }
    #expect((1120...1130).contains(cycles), "a second more with than without: \(cycles)")
  }

  @Test func aNodeWithInputEventsHasTwiceTheTime() {
    var budget = budget()
    var cycles = 1
    while !budget.note(isOver: true, isFed: true, frameCount: 128), cycles < 1000 { cycles += 1 }
    #expect(cycles == 750)
  }

  @Test func theRestWaitsForSixteenCyclesInARow() {
    var budget = budget()
    for _ in 0..<16 {
      _ = budget.note(isOver: true, frameCount: 64)
      #expect(!budget.isOverdrawn)
    }
    _ = budget.note(isOver: true, frameCount: 64)
    #expect(budget.isOverdrawn)
    _ = budget.note(isOver: false, frameCount: 64)
    #expect(!budget.isOverdrawn)
  }

  @Test func aNodeReadAgainStaysRead() {
    var budget = budget()
    let wasRead = !budget.readAgain()
    var ends = [budget.skipEnd(announced: 7)]
    _ = budget.note(isOver: true, frameCount: Self.second)
    ends.append(budget.skipEnd(announced: 8))
    let isBack = budget.readAgain()
    for announced in 9...10 as ClosedRange<UInt32> {
      ends.append(budget.skipEnd(announced: announced))
    }
    budget.reset()
    ends.append(budget.skipEnd(announced: 11))
    #expect(wasRead && isBack)
    #expect(ends == [nil, nil, 9, 9, nil])
    #expect(budget.isAtRest)
  }

  @Test func aCycleTakesSoManyEventsAndDatagrams() {
    var cycle = EventBudget.Cycle(frameCount: 64, isRealtime: false, sampleRate: 48000)
    var (events, datagrams) = (0, 0)
    while cycle.takeEvent(), events < 10_000 { events += 1 }
    while cycle.takeDatagram(), datagrams < 10_000 { datagrams += 1 }
    #expect(events == 4096)
    #expect(datagrams == 16)
  }

  /// The first datagram is read even without time left.
  @Test func timeLimitsReadsAfterTheFirst() {
    var cycle = EventBudget.Cycle(frameCount: 1, isRealtime: true, sampleRate: 1e12)
    let isFirstRead = cycle.takeDatagram()
    let isSecondRead = cycle.takeDatagram()
    #expect(isFirstRead && !isSecondRead)
  }
}

import TenutoTransport
import Testing

@testable import TenutoJACKEngine

/// When connections that have changed are compared.
@Suite struct PatchPauseTests {
  private func time(_ milliseconds: UInt64) -> MonotonicTime {
    MonotonicTime(nanoseconds: milliseconds * 1_000_000)
  }

  @Test func changesAreComparedOnceTheyHaveCeased() {
    var pause = PatchPause()
    let isOverBefore = pause.end(at: time(1000), cycle: 100)
    pause.begin(at: time(1000), cycle: 100)
    let isOverSoon = pause.end(at: time(1200), cycle: 200)
    pause.begin(at: time(1200), cycle: 200)
    let isOverAgain = pause.end(at: time(1300), cycle: 300)
    let isActive = pause.isActive
    let isOver = pause.end(at: time(1450), cycle: 300)
    #expect(!isOverBefore && !isOverSoon && !isOverAgain && isActive && isOver)
    let isOverTwice = pause.end(at: time(2000), cycle: 400)
    #expect(!isOverTwice && !pause.isActive)
  }

  /// A server whose cycle is delayed by a client shows the connections of removed ports.
  @Test func aStoppedServerIsAwaited() {
    var pause = PatchPause()
    pause.begin(at: time(0), cycle: .max)
    let whileItStands = (0..<40).map { pause.end(at: time(250 * $0), cycle: .max) }
    let afterOneCycle = pause.end(at: time(10_250), cycle: 0)
    let afterTwo = pause.end(at: time(10_500), cycle: 1)
    #expect(whileItStands.allSatisfy { !$0 } && !afterOneCycle && afterTwo)
    pause.begin(at: time(0), cycle: 0)
    pause.cancel()
    let isOver = pause.end(at: time(1000), cycle: 100)
    #expect(!isOver)
  }
}

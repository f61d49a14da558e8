import Testing

@testable import TenutoNetworkMIDI

struct WakePaceTests {
  private static let millisecond: UInt64 = 1_000_000

  @Test func aSingleDatagramIsFollowedByAShortPause() {
    var pace = WakePace()
    for wake in UInt64(1)..<100 {
      let now = 1_000_000_000 + wake * 5 * Self.millisecond
      pace.woke(at: now, datagrams: 1)
      #expect(pace.next == now + 250_000)
    }
  }

  @Test func steadyTrafficIsTakenOnceAMillisecond() {
    var pace = WakePace()
    var now: UInt64 = 1_000_000_000
    for _ in 0..<20 {
      pace.woke(at: now, datagrams: 5)
      #expect(pace.next <= now + Self.millisecond)
      now = pace.next
    }
    pace.woke(at: now, datagrams: 5)
    #expect(pace.next == now + Self.millisecond)
    pace.woke(at: now, datagrams: 1)
    #expect(pace.next == now + 250_000)
  }

  @Test func aBurstIsTakenAtOnceAndAFloodIsNot() {
    var pace = WakePace()
    var now: UInt64 = 1_000_000_000
    var taken = 0
    while taken < 4000 {
      pace.woke(at: now, datagrams: 32)
      #expect(pace.next == now)
      taken += 32
    }
    // A second in which always more is there.
    let end = now + 1000 * Self.millisecond
    taken = 0
    while now < end {
      pace.woke(at: now, datagrams: 32)
      taken += 32
      now = max(pace.next, now + 10_000)
    }
    #expect((19_000...40_000).contains(taken), "\(taken)")
  }
}

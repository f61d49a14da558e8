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

  /// Wakes as often as the pace allows at a number of datagrams per millisecond.
  ///
  /// - Returns: The pause after 100 ms.
  private static func pause(_ pace: inout WakePace, rate: UInt64, from start: UInt64) -> UInt64 {
    var (now, taken) = (start, UInt64(0))
    while now < start + 100 * millisecond {
      let come = (now - start) * rate / millisecond
      pace.woke(at: now, datagrams: Int(come - taken))
      taken = come
      now = max(pace.next, now + millisecond / rate)
    }
    pace.woke(at: now, datagrams: 1)
    return pace.next - now
  }

  @Test func pausesFollowTheRateOfDatagrams() {
    var pace = WakePace()
    #expect(Self.pause(&pace, rate: 1, from: 1_000_000_000) == 250_000)
    #expect((1_200_000...1_800_000).contains(Self.pause(&pace, rate: 2, from: 2_000_000_000)))
    #expect(Self.pause(&pace, rate: 10, from: 3_000_000_000) == 4 * Self.millisecond)
    #expect(Self.pause(&pace, rate: 1, from: 4_000_000_000) == 250_000)
  }

  @Test func noPauseExceedsTheDelayOfSessions() {
    var pace = WakePace()
    pace.longest = 750_000
    #expect(Self.pause(&pace, rate: 10, from: 1_000_000_000) == 750_000)
    pace.longest = 0
    #expect(Self.pause(&pace, rate: 10, from: 2_000_000_000) == 250_000)
  }

  @Test func aBurstIsReceivedAtOnceAndAFloodIsLimited() {
    var pace = WakePace()
    var now: UInt64 = 1_000_000_000
    var taken = 0
    while taken < 4000 {
      pace.woke(at: now, datagrams: 32, hasMore: true)
      #expect(pace.next == now)
      taken += 32
    }
    // A second in which more datagrams are always waiting.
    let end = now + 1000 * Self.millisecond
    taken = 0
    while now < end {
      pace.woke(at: now, datagrams: 32, hasMore: true)
      taken += 32
      now = max(pace.next, now + 10_000)
    }
    #expect((19_000...40_000).contains(taken), "\(taken)")
  }
}

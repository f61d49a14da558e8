import Testing

@testable import TenutoRender

/// The cause of a node's misses, from simulated cycles of a second of 1000 frames.
struct LatenessTests {
  private var lateness = Lateness()
  private var run: UInt64 = 5_000_000

  /// A cycle in which the node ran for `share` of its window since the last request; returns the
  /// misses by its own fault.
  private mutating func ask(share: Double = 0, isDemoted: Bool = false) -> UInt64 {
    guard lateness.isWatched(for: 1000) else { return 0 }
    run += UInt64(share * 1_000_000)
    return lateness.ask(run: run, window: 1_000_000, isDemoted: isDemoted)
  }

  private mutating func answer() -> Bool {
    lateness.noteAnswer(frameCount: 100, watchedFor: 1000)
  }

  @Test mutating func onlyTheNodesOwnComputationTimeCounts() {
    lateness.noteMiss()
    let first = ask(share: 1)
    lateness.noteMiss()
    lateness.noteMiss()
    let second = ask(share: 1.5)
    #expect(first == 0, "nobody looked before the first one")
    #expect(second == 2)
    #expect(lateness.isWatched(for: 1000))
  }

  @Test mutating func aNodeWaitingForACoreIsNoLongerMeasured() {
    lateness.noteMiss()
    _ = ask()
    lateness.noteMiss()
    let own = ask(share: 0.2)
    #expect(own == 0)
    #expect(!lateness.isWatched(for: 1000))
    for _ in 0..<Lateness.respite {
      lateness.noteMiss()
      #expect(!lateness.isWatched(for: 1000))
    }
    // From then on it is measured again.
    lateness.noteMiss()
    #expect(lateness.isWatched(for: 1000))
    _ = ask()
    lateness.noteMiss()
    let later = ask(share: 1)
    #expect(later == 1)
  }

  @Test mutating func aDemotedNodeIsMeasuredUntilItIsInTime() {
    lateness.watch()
    _ = ask(isDemoted: true)
    lateness.noteMiss()
    let own = ask(share: 0.2, isDemoted: true)
    #expect(own == 0)
    #expect(lateness.isWatched(for: 1000))
    var ends = 0
    for _ in 0..<20 where answer() { ends += 1 }
    #expect(ends == 1)
    #expect(!lateness.isWatched(for: 1000))
  }

  @Test mutating func aNodeToDemoteIsMeasuredAtOnce() {
    lateness.noteMiss()
    _ = ask()
    lateness.noteMiss()
    _ = ask()
    #expect(!lateness.isWatched(for: 1000))
    lateness.watch()
    #expect(lateness.isWatched(for: 1000))
  }
}

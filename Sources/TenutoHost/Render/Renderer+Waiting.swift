internal import TenutoCore
internal import TenutoTransport

/// How long the host waits, and on whom.
extension Renderer {
  /// Waits for all nodes at `depth` that were asked: sleeps on the one that will finish last, then
  /// looks at the others; false where some were given up.
  @_noLocks
  func collect(depth: Int, until limit: MonotonicTime) -> Bool {
    let range = unsafe depths[depth]
    var candidate = range.lastToFinish
    var waited = false
    var isComplete = true
    while true {
      if unsafe slots[candidate].isPending(cycle) {
        page.setWaiter(UInt32(truncatingIfNeeded: candidate), depth: depth)
        waited = true
        if unsafe !wait(slots[candidate].port, cycle, until: earlier(limit, candidate)) {
          unsafe slots[candidate].isGivenUp = true
          isComplete = false
        }
      } else if let next = pending(range) {
        candidate = next
      } else {
        break
      }
    }
    if waited { page.setWaiter(nil, depth: depth) }
    return isComplete
  }

  /// The node's own deadline, where that is earlier.
  @_noLocks
  private func earlier(_ limit: MonotonicTime, _ slot: Int) -> UInt64 {
    guard unsafe slots[slot].leadPerFrame > 0 else { return limit.nanoseconds }
    return min(limit.nanoseconds, unsafe slots[slot].limit)
  }

  /// Sleeps once at most; false when the time is over.
  @_noLocks
  func wait(_ port: HostPort, _ cycle: UInt32, until limit: UInt64) -> Bool {
    let seen = port.doneCycle
    guard seen != cycle else { return true }
    let now = MonotonicTime.now.nanoseconds
    guard now < limit else { return false }
    // In slices: an extension may die between the look at its life and the sleep.
    let slice = min(limit, now &+ Self.sliceNanoseconds)
    port.wait(seen: seen, until: MonotonicTime(nanoseconds: slice))
    return true
  }

  private static var sliceNanoseconds: UInt64 { @_noLocks get { 100_000_000 } }

  /// The last node of a depth that has not answered yet.
  @_noLocks
  private func pending(_ range: DepthState) -> Int? {
    var slot = range.end
    while slot > range.first {
      slot -= 1
      if unsafe slots[slot].isPending(cycle) { return slot }
    }
    return nil
  }

  /// Renders one depth after the other; none takes the time that the later ones need.
  ///
  /// With one depth only there is nothing to share out, and no look at the clock.
  @_noLocks
  mutating func renderDepths(frameCount: Int) {
    let isShared = depthCount > 1 && isRealtime
    var began = isShared ? MonotonicTime.now.nanoseconds : 0
    var later = isShared ? expectation : 0
    for depth in 0..<depthCount {
      prepare(depth: depth, frameCount: frameCount)
      page.start(cycle, depth: depth)
      let own = unsafe depths[depth].expected
      later &-= isShared ? own : 0
      let end =
        isShared ? depthLimit(depth, began: began, own: own, later: later) : limit
      let isComplete = collect(depth: depth, until: end)
      finish(depth: depth, frameCount: frameCount)
      guard isShared else { continue }
      let now = MonotonicTime.now.nanoseconds
      // How long a node would have taken that was given up nobody knows.
      if isComplete {
        unsafe depths[depth].expected = DepthBudget.expectation(
          after: now &- began, before: own)
      }
      began = now
    }
  }

  /// What all depths are expected to take together.
  private var expectation: UInt64 {
    @_noLocks get {
      var sum: UInt64 = 0
      for depth in 0..<depthCount { sum &+= unsafe depths[depth].expected }
      return sum
    }
  }

  @_noLocks
  private func depthLimit(
    _ depth: Int, began: UInt64, own: UInt64, later: UInt64
  ) -> MonotonicTime {
    guard limit.nanoseconds > began else { return limit }
    let window = DepthBudget.window(
      available: limit.nanoseconds &- began, own: own, later: later,
      laterCount: depthCount &- 1 &- depth)
    return MonotonicTime(nanoseconds: began &+ window)
  }
}

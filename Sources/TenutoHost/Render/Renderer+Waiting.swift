internal import TenutoCore
internal import TenutoTransport

/// How long the host waits, and on whom.
extension Renderer {
  /// Waits for all nodes at `depth` that were asked: sleeps on the one that will finish last, then
  /// looks at the others; false where some were given up.
  @_noLocks
  func collect(depth: Int, until limit: MonotonicTime) -> Bool {
    let range = unsafe plan.levels[depth]
    var candidate = range.lastToFinish
    var waited = false
    var isComplete = true
    var asleepOn = -1
    var patience = Patience()
    while true {
      if unsafe slots[candidate].isPending(cycle) {
        lookAfter(
          candidate, isAgain: unsafe asleepOn == candidate && slots[candidate].chain.needsNudge)
        page.setWaiter(UInt32(truncatingIfNeeded: candidate), depth: depth)
        waited = true
        asleepOn = candidate
        if unsafe !wait(
          slots[candidate].port, cycle, until: earlier(limit, candidate),
          slice: min(
            slice(candidate), slice(of: range, &patience, until: limit.nanoseconds)))
        {
          unsafe slots[candidate].isGivenUp = true
          giveUpChain(candidate)
          isComplete = false
        }
      } else if let next = pending(range) {
        candidate = next
      } else {
        break
      }
    }
    if waited {
      page.setWaiter(nil, depth: depth)
      // Whoever was slept on last had not finished when all others had.
      unsafe plan.levels[depth].lastToFinish = candidate
    }
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
  func wait(
    _ port: HostPort, _ cycle: UInt32, until limit: UInt64,
    slice: UInt64 = Renderer.sliceNanoseconds
  ) -> Bool {
    let seen = port.doneCycle
    guard seen != cycle else { return true }
    let now = MonotonicTime.now.nanoseconds
    guard now < limit else { return false }
    // In slices: an extension may die between the look at its life and the sleep.
    let end = min(limit, now &+ slice)
    port.wait(seen: seen, until: MonotonicTime(nanoseconds: end))
    return true
  }

  @_noLocks
  private func slice(_ slot: Int) -> UInt64 {
    unsafe slots[slot].chain.needsNudge ? Self.nudgeNanoseconds : Self.sliceNanoseconds
  }

  static var sliceNanoseconds: UInt64 { @_noLocks get { 100_000_000 } }
  /// Who was told to begin by a word of its own may have missed that.
  private static var nudgeNanoseconds: UInt64 { @_noLocks get { 1_000_000 } }

  /// The last node of a depth that has not answered yet.
  @_noLocks
  private func pending(_ range: RenderPlan.Level) -> Int? {
    var member = range.end
    while member > range.first {
      member -= 1
      let slot = unsafe plan.members[member]
      if unsafe slots[slot].isPending(cycle) { return slot }
    }
    return nil
  }

  /// Renders one depth after the other; none takes the time that the later ones need.
  ///
  /// With one depth only there is nothing to share out, and no look at the clock.
  @_noLocks
  mutating func renderDepths(frameCount: Int) {
    let isShared = plan.levelCount > 1 && isRealtime
    var began = isShared ? MonotonicTime.now.nanoseconds : 0
    var later = isShared ? expectation : 0
    for depth in 0..<plan.levelCount {
      runHosts(level: depth, frameCount: frameCount)
      prepare(depth: depth, frameCount: frameCount)
      if unsafe isAwaited(plan.levels[depth]) {
        page.start(cycle, depth: depth)
      } else {
        page.bringUp(cycle, depth: depth)
      }
      let own = unsafe plan.levels[depth].expected
      later &-= isShared ? own : 0
      let end =
        isShared ? depthLimit(depth, began: began, own: own, later: later) : limit
      let isComplete = collect(depth: depth, until: end)
      finish(depth: depth, frameCount: frameCount)
      guard isShared else { continue }
      let now = MonotonicTime.now.nanoseconds
      // How long a node would have taken that was given up nobody knows.
      if isComplete {
        unsafe plan.levels[depth].expected = DepthBudget.expectation(
          after: now &- began, before: own)
      }
      began = now
    }
    runHosts(level: plan.levelCount, frameCount: frameCount)
  }

  /// What all depths are expected to take together.
  private var expectation: UInt64 {
    @_noLocks get {
      var sum: UInt64 = 0
      for depth in 0..<plan.levelCount { sum &+= unsafe plan.levels[depth].expected }
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
      laterCount: plan.levelCount &- 1 &- depth)
    return MonotonicTime(nanoseconds: began &+ window)
  }
}

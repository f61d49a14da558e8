internal import TenutoCore
internal import TenutoTransport

/// How long the host waits, and on whom.
extension Renderer {
  /// How a wait for the nodes of a depth has gone.
  struct Wait: BitwiseCopyable {
    /// Whether there was anything to wait for: else all had answered, or hand on to a later depth.
    var isAny = false
    /// Whether some were given up.
    var isInVain = false

    @_noLocks init() {}
  }

  /// Waits for all nodes at `depth` that were asked: sleeps on the one that will finish last, then
  /// looks at the others.
  @_noLocks
  func collect(depth: Int, until limit: MonotonicTime) -> Wait {
    let range = unsafe plan.levels[depth]
    var candidate = range.lastToFinish
    var outcome = Wait()
    var asleepOn = -1
    var patience = Patience()
    while true {
      if unsafe slots[candidate].isPending(cycle) {
        lookAfter(
          candidate, isAgain: unsafe asleepOn == candidate && slots[candidate].chain.needsNudge)
        page.setWaiter(UInt32(truncatingIfNeeded: candidate), depth: depth)
        outcome.isAny = true
        asleepOn = candidate
        if unsafe !wait(
          slots[candidate].port, cycle, until: earlier(limit, candidate),
          slice: min(
            slice(candidate), slice(of: range, &patience, until: limit.nanoseconds)))
        {
          unsafe slots[candidate].isGivenUp = true
          noteStall(candidate, patience)
          giveUpChain(candidate)
          outcome.isInVain = true
        }
      } else if let next = pending(range) {
        candidate = next
      } else {
        break
      }
    }
    guard outcome.isAny else { return outcome }
    page.setWaiter(nil, depth: depth)
    // Whoever was slept on last had not finished when all others had.
    unsafe plan.levels[depth].lastToFinish = candidate
    return outcome
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
  /// Depths that hand on share their time with the depth at which the host waits for them. With one
  /// depth only there is nothing to share out, and no look at the clock.
  @_noLocks
  mutating func renderDepths(frameCount: Int) {
    let isShared = plan.levelCount > 1 && isRealtime
    var began = isShared ? MonotonicTime.now.nanoseconds : 0
    var later = isShared ? expectation : 0
    var own: UInt64 = 0
    var first = 0
    for depth in 0..<plan.levelCount {
      start(depth: depth, frameCount: frameCount)
      var end = limit
      if isShared {
        let expected = unsafe plan.levels[depth].expected
        own &+= expected
        later &-= expected
        end = depthLimit(depth, began: began, own: own, later: later)
      }
      let wait = collect(depth: depth, until: end)
      finish(depth: depth, frameCount: frameCount)
      guard isShared, wait.isAny || depth &+ 1 == plan.levelCount else { continue }
      let now = MonotonicTime.now.nanoseconds
      // How long a node would have taken that was given up nobody knows.
      if !wait.isInVain { plan.note(now &- began, of: first, through: depth) }
      (began, own, first) = (now, 0, depth &+ 1)
    }
    runHosts(level: plan.levelCount, frameCount: frameCount)
  }

  /// Runs the host's nodes that come before the extensions at `depth`, and starts these.
  @_noLocks
  private mutating func start(depth: Int, frameCount: Int) {
    runHosts(level: depth, frameCount: frameCount)
    prepare(depth: depth, frameCount: frameCount)
    if unsafe isAwaited(plan.levels[depth]) {
      page.start(cycle, depth: depth)
    } else {
      page.bringUp(cycle, depth: depth)
    }
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

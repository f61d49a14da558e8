internal import CTenuto
internal import TenutoCore
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

/// Waiting for nodes: the duration, and the node to wait for.
extension Renderer {
  /// The result of waiting for the nodes of a depth.
  struct Wait: BitwiseCopyable {
    /// Whether the host waited at all: otherwise all had answered, or hand on to a later depth.
    var isAny = false
    /// Whether the wait for some nodes was abandoned.
    var hasTimedOut = false

    @_noLocks init() {}
  }

  /// Waits for all nodes at `depth` that were asked: sleeps on the node expected to finish last,
  /// then checks the others.
  @_noLocks
  mutating func collect(depth: Int, until limit: MonotonicTime) -> Wait {
    let range = unsafe plan.levels[depth]
    var candidate = range.lastToFinish
    var outcome = Wait()
    var asleepOn = -1
    var progress = WaitProgress()
    if awaitedSince > 0 {
      // Continues the wait of another thread.
      progress.since = awaitedSince
      progress.interval = max(1, leastInterval)
      awaitedSince = 0
    }
    while true {
      if mayShadow { unsafe slots[candidate].noteThreadEnd() }
      if unsafe slots[candidate].isPending(cycle) {
        nudgeChain(
          candidate, isAgain: unsafe asleepOn == candidate && slots[candidate].chain.needsNudge)
        page.setWaiter(UInt32(truncatingIfNeeded: candidate), depth: depth)
        if unsafe slots[candidate].hasOwnPage { attend(candidate) }
        outcome.isAny = true
        asleepOn = candidate
        if unsafe !wait(
          slots[candidate].port, cycle, until: earlier(limit, candidate),
          slice: min(
            slice(candidate), slice(of: range, &progress, until: limit.nanoseconds)),
          orEnd: mayShadow && slots[candidate].hasShadow)
        {
          if mayShadow, takeOver(candidate) {
            _ = takeOverLost(range, until: limit.nanoseconds)
            continue
          }
          unsafe slots[candidate].isGivenUp = true
          noteStall(candidate, progress)
          giveUpChain(candidate)
          outcome.hasTimedOut = true
        }
      } else if mayShadow, takeOverLost(range, until: limit.nanoseconds) {
        continue
      } else if let next = pending(range) {
        candidate = next
      } else {
        break
      }
    }
    guard outcome.isAny else { return outcome }
    page.setWaiter(nil, depth: depth)
    if mayShadow { dismissWaiters(range) }
    // The node on which the host slept last finished last.
    unsafe plan.levels[depth].lastToFinish = candidate
    return outcome
  }

  /// The node's own deadline, if it is earlier.
  @_noLocks
  private func earlier(_ limit: MonotonicTime, _ slot: Int) -> UInt64 {
    var end = limit.nanoseconds
    if unsafe slots[slot].leadPerFrame > 0 { end = min(end, unsafe slots[slot].limit) }
    if mayShadow, unsafe slots[slot].hasShadow { return hangLimit(slot, until: end) }
    return end
  }

  /// Sleeps at most once; returns false when the time is over.
  @_noLocks
  func wait(
    _ port: HostPort, _ cycle: UInt32, until limit: UInt64,
    slice: UInt64 = Renderer.sliceNanoseconds, orEnd: Bool = false
  ) -> Bool {
    let seen = port.doneCycle
    guard seen != cycle else { return true }
    let now = MonotonicTime.now.nanoseconds
    guard now < limit else { return false }
    // In slices: an extension may die between the check of its life and the sleep.
    let end = min(limit, now &+ slice)
    if orEnd {
      port.waitForAnswerOrEnd(seen: seen, until: MonotonicTime(nanoseconds: end))
    } else {
      port.wait(seen: seen, until: MonotonicTime(nanoseconds: end))
    }
    return true
  }

  @_noLocks
  private func slice(_ slot: Int) -> UInt64 {
    unsafe slots[slot].chain.needsNudge ? Self.nudgeNanoseconds : Self.sliceNanoseconds
  }

  static var sliceNanoseconds: UInt64 { @_noLocks get { 100_000_000 } }
  /// The time after which an order is repeated, since a node may have missed its wake-up.
  private static var nudgeNanoseconds: UInt64 { @_noLocks get { 1_000_000 } }

  /// The last node of a depth that has not answered yet.
  @_noLocks
  func pending(_ range: RenderPlan.Level) -> Int? {
    var member = range.end
    while member > range.first {
      member -= 1
      let slot = unsafe plan.members[member]
      if unsafe slots[slot].isPending(cycle) { return slot }
    }
    return nil
  }
}

/// A node that holds a core for long gives way, within the cycle, to the nodes that wait for that
/// core.
///
/// In a chain, the node that renders next counts. The processor time of a process shows whether a
/// node waits for its core. It is read only if no node has finished for an eighth of the window,
/// since a busy level makes progress meanwhile.
extension Renderer {
  /// Publishes the render thread's id, for `CorePlacer`.
  @_noLocks
  func publishThread() {
    let thread = tenuto_own_thread()
    if words.thread != thread { words.thread = thread }
  }

  /// Observations of unfinished nodes during a wait.
  struct WaitProgress: BitwiseCopyable {
    /// The time of the next look, and the interval between looks.
    var next: UInt64 = 0
    var interval: UInt64 = 0
    /// The progress at the last look, from `progressMark(of:)`; -1 if unknown.
    var value = -1
    /// The time since which `value` has been the same, as far as known.
    var since: UInt64 = 0
    /// Whether processor times were read at the last look.
    var hasTimes = false

    @_noLocks init() {}
  }

  /// The shortest interval between two looks, in ns: with many depths, one has so little time that
  /// a node that is just waking would seem to wait for a core.
  private var leastInterval: UInt64 {
    @_noLocks get {
      UInt64(Double(frameCount) * 1e9 / sampleRate * deadlineShare / 16)
    }
  }

  /// The most nanoseconds to sleep; first helps the nodes that wait for a core.
  @_noLocks
  func slice(of range: RenderPlan.Level, _ progress: inout WaitProgress, until limit: UInt64)
    -> UInt64
  {
    let now = MonotonicTime.now.nanoseconds
    guard now < limit else { return Self.sliceNanoseconds }
    if progress.interval == 0 {
      progress.interval = max((limit &- now) / 8, leastInterval)
      progress.next = now &+ progress.interval
      progress.since = now
    } else if now >= progress.next {
      look(at: range, &progress, now)
      progress.next = now &+ progress.interval
    }
    return min(Self.sliceNanoseconds, progress.next &- now)
  }

  @_noLocks
  private func look(at range: RenderPlan.Level, _ progress: inout WaitProgress, _ now: UInt64) {
    // A wake-up this late is caused by the machine, not by an extension.
    let isInTime = now &- progress.next < progress.interval / 2
    let value = isInTime ? progressMark(of: range) : -1
    let isStuck = isInTime && value == progress.value
    progress.value = value
    guard isStuck else {
      progress.since = now
      progress.hasTimes = false
      return
    }
    guard hasThreads(range) else { return }
    inspectCores(range, leastToStay: progress.hasTimes ? progress.interval / 8 : 0)
    progress.hasTimes = true
  }

  /// Counts a cycle in which a node, or the node of its chain that renders next, made no progress
  /// for at least half of its time.
  @_noLocks
  func noteStall(_ slot: Int, _ progress: WaitProgress) {
    let slot = due(slot)
    guard isLate(slot), progress.interval > 0 else { return }
    let still = MonotonicTime.now.nanoseconds &- progress.since
    if still >= window(slot, frameCount: frameCount) / 2 {
      unsafe slots[slot].statistics.countStall()
    }
  }

  @_noLocks
  private func isLate(_ slot: Int) -> Bool {
    unsafe slots[slot].isAsked && !slots[slot].port.hasDone(cycle)
  }

  /// The node that renders next in the chain of `slot`; `slot` if it is in no chain.
  @_noLocks
  private func due(_ slot: Int) -> Int {
    guard unsafe slots[slot].chain.isHandedOn else { return slot }
    var part = unsafe slots[slot].chain.head
    while unsafe part != slot && slots[part].port.hasDone(cycle) {
      part = unsafe slots[part].role.after
    }
    return part
  }

  /// A number that changes whenever a node makes progress.
  @_noLocks
  private func progressMark(of range: RenderPlan.Level) -> Int {
    var sum = 0
    for member in range.first..<range.end {
      let slot = unsafe plan.members[member]
      if isLate(slot) { sum &+= due(slot) &+ 1 }
    }
    return sum
  }

  @_noLocks
  func hasThreads(_ range: RenderPlan.Level) -> Bool {
    for member in range.first..<range.end {
      let slot = unsafe plan.members[member]
      if isLate(slot), unsafe slots[due(slot)].link.pointee.scheduling.isKnown { return true }
    }
    return false
  }

  /// Requeues all late nodes behind others of their priority and reads their processor time; from
  /// the second call on, finds which nodes hold a core and which wait for one.
  ///
  /// A node that holds a core while another waits loses its precedence. If no extension of the
  /// level can lose any, the waiting nodes move to other cores.
  @_noLocks
  func inspectCores(_ range: RenderPlan.Level, leastToStay: UInt64) {
    let members = readTimes(range)
    guard leastToStay > 0 else { return }
    var holders = 0
    var waiters = 0
    for member in members.first..<members.end {
      guard let slot = lateThread(unsafe plan.members[member]) else { continue }
      if unsafe slots[slot].lateness.runBetweenLooks < leastToStay {
        waiters &+= 1
      } else if unsafe slots[slot].link.pointee.scheduling.mayDemote {
        holders &+= 1
      }
    }
    guard waiters > 0 else { return }
    for member in members.first..<members.end {
      guard let slot = lateThread(unsafe plan.members[member]) else { continue }
      let isWaiting = unsafe slots[slot].lateness.runBetweenLooks < leastToStay
      if holders > 0, !isWaiting {
        unsafe slots[slot].link.pointee.scheduling.demote()
        unsafe slots[slot].lateness.watch()
      } else if holders == 0, isWaiting {
        unsafe slots[slot].link.pointee.scheduling.moveOff()
      }
    }
  }

  /// Reads the times of at most 16 nodes, so that reading takes no time that the others need.
  ///
  /// - Returns: The range of members that were read.
  @_noLocks
  private func readTimes(_ range: RenderPlan.Level) -> (first: Int, end: Int) {
    var left = 16
    for member in range.first..<range.end {
      guard let slot = lateThread(unsafe plan.members[member]) else { continue }
      guard left > 0 else { return (range.first, member) }
      left &-= 1
      let time = unsafe slots[slot].link.pointee.scheduling.requeue()
      unsafe slots[slot].lateness.runBetweenLooks =
        time &- slots[slot].lateness.runAtLook
      unsafe slots[slot].lateness.runAtLook = time
    }
    return (range.first, range.end)
  }

  /// The node to render now if `slot` is late and its thread is known, or nil.
  @_noLocks
  private func lateThread(_ slot: Int) -> Int? {
    guard isLate(slot) else { return nil }
    let due = due(slot)
    guard unsafe slots[due].life.isAlive, unsafe slots[due].link.pointee.scheduling.isKnown else {
      return nil
    }
    return due
  }
}

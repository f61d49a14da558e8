internal import CTenuto
internal import TenutoCore
internal import TenutoProcess
internal import TenutoSystem
package import TenutoTransport

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
/// node waits for its core. It is read only if no node has finished for a quarter of the window,
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
      // Later than the alarm of a cycle that begins a little early.
      progress.next = now &+ 2 &* progress.interval
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

/// A cycle that has begun, for a thread that drives several renderers and waits for all of them.
extension Renderer {
  /// Whether `finish` would return without waiting.
  ///
  /// Thread: render, after `begin`. Always false for a graph of several levels. A node with a
  /// shadow is waited for only in `finish`, which notices its end and lets the shadow take over.
  package var isComplete: Bool {
    @_noLocks get {
      guard plan.levelCount > 0 else { return true }
      guard plan.levelCount == 1 else { return false }
      let level = unsafe plan.levels[0]
      for member in level.first..<level.end {
        let slot = unsafe plan.members[member]
        if mayShadow, unsafe slots[slot].hasShadow { continue }
        if unsafe slots[slot].isPending(cycle) { return false }
      }
      return true
    }
  }

  /// Whether an extension has missed the cycle.
  ///
  /// Thread: render, after `finish`.
  package var hasMissedCycle: Bool { @_noLocks get { hasMissed } }

  /// A word that changes when the extension that is expected to finish last answers; nil if the
  /// host waits for no extension, or if there are several levels.
  ///
  /// Thread: render, after `begin`. The extension then wakes the threads that wait on the word,
  /// until `finish`.
  @_noLocks
  package mutating func awaitedWord() -> HostPort.AwaitedWord? {
    guard plan.levelCount == 1 else { return nil }
    let level = unsafe plan.levels[0]
    var slot = level.lastToFinish
    if unsafe !slots[slot].isPending(cycle) { slot = pending(level) ?? -1 }
    guard slot >= 0 else { return nil }
    if !hasWaiter { awaitedSince = MonotonicTime.now.nanoseconds }
    hasWaiter = true
    page.setWaiter(UInt32(truncatingIfNeeded: slot), depth: 0)
    return unsafe slots[slot].port.awaitedWord
  }

  /// Helps a late extension whose core is occupied by another program or graph: the second of two
  /// calls moves it to another core if it has run for less than `leastToStay` ns since the first.
  ///
  /// Thread: render, after `begin`.
  @_noLocks
  package func inspectCores(leastToStay: UInt64) {
    guard plan.levelCount == 1 else { return }
    let level = unsafe plan.levels[0]
    if hasThreads(level) { inspectCores(level, leastToStay: leastToStay) }
  }

  /// Notes on the page that the host waits for none of the extensions.
  @_noLocks
  mutating func dropWaiter() {
    guard hasWaiter else { return }
    hasWaiter = false
    page.setWaiter(nil, depth: 0)
  }
}

/// Nodes that are heard one period later.
extension Renderer {
  /// Finishes the pending cycle of a node that is heard later, and decides whether the host waits
  /// for this one.
  ///
  /// The host waits offline, if a cycle is longer than the delay, and as long as the node follows
  /// another.
  @_noLocks
  mutating func takeKept(_ slot: Int, frameCount: Int) {
    guard let delay = unsafe slots[slot].delay else { return }
    let count = unsafe delay.pointee.pendingFrames
    if count > 0 {
      let cycle = unsafe delay.pointee.cycle
      if !isRealtime { waitForKept(slot, cycle) }
      unsafe slots[slot].isInputKept = true
      _ = conclude(slot, cycle: cycle, frameCount: count)
      unsafe slots[slot].isInputKept = false
      putIntoLine(slot, frameCount: count)
      unsafe delay.pointee.pendingFrames = 0
    }
    unsafe slots[slot].isWaitedFor =
      !isRealtime || frameCount > delay.pointee.frameCount || slots[slot].port.mayFollow
  }

  /// Waits for the answer to a pending cycle after the switch to offline rendering.
  @_noLocks
  private func waitForKept(_ slot: Int, _ cycle: UInt32) {
    while unsafe slots[slot].isAsked && slots[slot].life.isAlive,
      unsafe slots[slot].port.doneCycle != cycle,
      unsafe wait(slots[slot].port, cycle, until: limit.nanoseconds)
    {}
  }

  /// Leaves this cycle pending, and outputs the delayed frames of earlier ones.
  @_noLocks
  func keep(_ slot: Int, frameCount: Int) {
    guard let delay = unsafe slots[slot].delay else { return }
    for channel in 0..<(unsafe slots[slot].mainInputCount) {
      let input = unsafe delay.pointee.input(channel)
      unsafe addUp(
        slots[slot].role.inputs, channel: channel, to: input, frameCount: frameCount)
    }
    unsafe delay.pointee.cycle = cycle
    unsafe delay.pointee.pendingFrames = frameCount
    readLine(slot, frameCount: frameCount, behind: unsafe delay.pointee.frameCount)
  }

  /// Delays the output of a cycle for which the host waited.
  @_noLocks
  func delayOutput(_ slot: Int, frameCount: Int) {
    guard let delay = unsafe slots[slot].delay else { return }
    putIntoLine(slot, frameCount: frameCount)
    readLine(slot, frameCount: frameCount, behind: unsafe delay.pointee.frameCount &+ frameCount)
  }

  @_noLocks
  private func putIntoLine(_ slot: Int, frameCount: Int) {
    guard let delay = unsafe slots[slot].delay else { return }
    for channel in 0..<(unsafe slots[slot].port.outputChannelCount) {
      unsafe delay.pointee.line.write(
        slots[slot].outputSamples(channel), channel: channel, count: frameCount)
    }
    unsafe delay.pointee.line.advance(by: frameCount)
  }

  @_noLocks
  private func readLine(_ slot: Int, frameCount: Int, behind: Int) {
    guard let delay = unsafe slots[slot].delay else { return }
    for channel in 0..<(unsafe slots[slot].port.outputChannelCount) {
      unsafe delay.pointee.line.read(
        slots[slot].outputSamples(channel), channel: channel, count: frameCount, behind: behind)
    }
  }
}

extension RenderSlot {
  /// Whether a fade to another timing is in progress.
  var isChangingTiming: Bool { @_noLocks get { timingPosition < Self.fadeFrames } }

  /// Begins a fade from the last samples that were heard, if any.
  ///
  /// Thread: render, between cycles. `hasPlayed` is whether there was an earlier cycle.
  @_noLocks
  mutating func beginTimingFade(hasPlayed: Bool) {
    guard hasPlayed else { return }
    for channel in 0..<port.outputChannelCount {
      unsafe timingAnchors[channel] = heardSamples[channel]
    }
    timingPosition = 0
  }

  /// Sets another delay; returns the previous one.
  ///
  /// Thread: render, between cycles.
  @_noLocks
  mutating func changeTiming(
    _ new: UnsafeMutablePointer<PeriodDelay>?
  ) -> UnsafeMutablePointer<PeriodDelay>? {
    let old = unsafe delay
    unsafe delay = new
    isWaitedFor = true
    return unsafe old
  }

  /// Fades from the last samples that were heard.
  @_noLocks
  mutating func fadeTiming(frameCount: Int) {
    let count = min(frameCount, Self.fadeFrames &- timingPosition)
    for channel in 0..<port.outputChannelCount {
      let samples = unsafe outputSamples(channel)
      let anchor = unsafe timingAnchors[channel]
      for frame in 0..<count {
        let gain = Float(timingPosition &+ frame &+ 1) / Float(Self.fadeFrames)
        unsafe samples[frame] = anchor * (1 - gain) + samples[frame] * gain
      }
    }
    timingPosition = min(Self.fadeFrames, timingPosition &+ frameCount)
  }
}

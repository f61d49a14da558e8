internal import TenutoCore
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

/// Shadows: second processes of nodes, which render each cycle after the node has rendered it. When
/// the node ends, its shadow continues in the same cycle.
extension Renderer {
  /// Gives shadows their outstanding cycles, before the next cycle.
  @_noLocks
  mutating func feedShadows() {
    if !isRealtime { cycleBegan = MonotonicTime.now.nanoseconds }
    for member in 0..<plan.memberCount {
      let slot = unsafe plan.members[member]
      guard let log = unsafe slots[slot].log else { continue }
      drain(slot, log)
      pump(slot, log)
    }
  }

  /// Logs the cycle of all nodes with a log, and gives it to their shadows.
  ///
  /// Thread: render. It runs after the cycle, so it takes no time before the deadline.
  @_noLocks
  mutating func logCycles() {
    mayShadow = false
    for member in 0..<plan.memberCount {
      let slot = unsafe plan.members[member]
      guard let log = unsafe slots[slot].log else { continue }
      mayShadow = true
      if unsafe slots[slot].loggedCycle != cycle { logAsked(slot, log) }
      pump(slot, log)
      if !isRealtime { waitForShadow(slot, log) }
    }
  }

  /// Logs a cycle that a node has rendered, or will render when it is no longer late.
  @_noLocks
  private func logAsked(_ slot: Int, _ log: CycleLog) {
    // A parked node renders nothing and gets no events.
    if unsafe slots[slot].isParked { return log.unstage() }
    if unsafe slots[slot].isDraining { return logMissed(slot, log) }
    if unsafe slots[slot].delay != nil {
      log.unstage()
      return log.breakOff()
    }
    let isDone = unsafe slots[slot].doneCycle == cycle
    if unsafe slots[slot].isAsked && isDone && slots[slot].wasHeard {
      if unsafe !slots[slot].hasShadow {
        unsafe log.noteQuiet(
          !log.hasStaged && slots[slot].isSilent(frameCount: frameCount), frameCount: frameCount)
      }
      return logCycle(slot, log, digest: digest(slot))
    }
    unsafe slots[slot].wasPlain = false
    // The node gave a wrong answer, or will give no more answers.
    if unsafe isDone || slots[slot].hasEnded || slots[slot].isBroken { return log.breakOff() }
    // The node is late. While it is not asked, its events wait for the next cycle that it renders.
    if unsafe slots[slot].isAsked { logCycle(slot, log, isHeld: true) }
  }

  /// Breaks the log of a node that has ended without a successor: no other shadow may render its
  /// last cycle, since the input of that cycle may have ended the node.
  ///
  /// Thread: render. Control learns of the end afterwards.
  @_noLocks
  func closeLog(_ slot: Int) {
    if unsafe slots[slot].hasEnded { unsafe slots[slot].log?.breakOff() }
  }

  /// Logs a cycle that a former shadow has missed, since it still renders earlier ones.
  ///
  /// The input is lost, so no other shadow can follow.
  @_noLocks
  private func logMissed(_ slot: Int, _ log: CycleLog) {
    unsafe slots[slot].wasPlain = false
    if unsafe slots[slot].port.inputChannelCount > 0 { log.breakOff() }
    logCycle(slot, log)
  }

  /// The digest of a node's output; 0 if its output was not used unaltered.
  @_noLocks
  private func digest(_ slot: Int) -> UInt32 {
    let isPlain = unsafe slots[slot].isHeardUnaltered(frameCount: 1)
    // A fade of 64 frames may begin and end within one cycle.
    let wasPlain = unsafe slots[slot].wasPlain
    unsafe slots[slot].wasPlain = isPlain
    guard isPlain && wasPlain else { return 0 }
    var digest = SampleDigest()
    for channel in 0..<(unsafe slots[slot].role.outputCount) {
      unsafe digest.add(slots[slot].role.outputs[channel], count: frameCount)
    }
    return digest.value
  }

  @_noLocks
  private func logCycle(
    _ slot: Int, _ log: CycleLog, digest: UInt32 = 0, isHeld: Bool = false
  ) {
    var header = CycleLog.Header()
    header.digest = digest
    header.cycle = cycle
    header.frameCount = UInt32(truncatingIfNeeded: frameCount)
    header.sampleTime = cycleTime
    header.isOffline = isRealtime ? 0 : 1
    unsafe log.commit(
      header,
      CycleLog.Contexts(
        contexts: contexts, frames: contextFrames, count: announcedContextCount),
      input: slots[slot].port, isHeld: isHeld)
    unsafe slots[slot].loggedCycle = cycle
  }

  /// Gives a shadow the next cycle of the log once it has finished the previous one.
  @_noLocks
  private func pump(_ slot: Int, _ log: CycleLog) {
    guard let spare = unsafe slots[slot].spare, let feed = unsafe spare.pointee.feed,
      unsafe feed.pointee.isExact
    else { return }
    guard unsafe spare.pointee.life.isAlive && !spare.pointee.port.isBroken,
      unsafe log.has(feed.pointee.cursor, since: feed.pointee.epoch)
    else {
      unsafe feed.pointee.isExact = false
      return noteShadow(slot)
    }
    guard unsafe spare.pointee.port.doneCycle == feed.pointee.fedCycle,
      let record = unsafe log.record(at: feed.pointee.cursor)
    else { return }
    unsafe spare.pointee.feedNext(record, until: limit, isMeasured: isMeasured)
    guard unsafe !feed.pointee.isExact else { return }
    if unsafe feed.pointee.differs { log.breakOff() }
    noteShadow(slot)
  }

  /// In offline rendering a shadow is never more than one cycle behind.
  @_noLocks
  private func waitForShadow(_ slot: Int, _ log: CycleLog) {
    guard let spare = unsafe slots[slot].spare, let feed = unsafe spare.pointee.feed else { return }
    let port = unsafe spare.pointee.port
    unsafe feed.pointee.page.setWaiter(UInt32(truncatingIfNeeded: slot), depth: 0)
    while unsafe feed.pointee.isExact && spare.pointee.life.isAlive
      && feed.pointee.cursor <= log.newestStart && log.end > log.start
    {
      guard wait(port, unsafe feed.pointee.fedCycle, until: limit.nanoseconds) else {
        unsafe feed.pointee.isExact = false
        noteShadow(slot)
        break
      }
      pump(slot, log)
    }
    unsafe feed.pointee.page.setWaiter(nil, depth: 0)
  }

  /// Publishes whether the node has a shadow that is ready.
  @_noLocks
  private func noteShadow(_ slot: Int) {
    unsafe slots[slot].statistics.hasShadow = slots[slot].hasShadow
  }

  /// Starts to feed a shadow that control has posted.
  @_noLocks
  func adoptShadow(_ slot: Int) {
    guard let log = unsafe slots[slot].log else { return }
    if let feed = unsafe slots[slot].spare?.pointee.feed,
      unsafe !log.has(feed.pointee.cursor, since: feed.pointee.epoch)
    {
      unsafe feed.pointee.isExact = false
    }
    noteShadow(slot)
  }

  /// Lets a shadow that is not exact catch up with the cycles, so that it can take over as a spare.
  @_noLocks
  func catchUpSpare(_ slot: Int) {
    guard let feed = unsafe slots[slot].spare?.pointee.feed else { return }
    unsafe feed.pointee.page.start(cycle, depth: 0)
    unsafe feed.pointee.fedCycle = cycle
  }
}

// MARK: - Taking over

extension Renderer {
  /// Lets the shadow of a node render this cycle; returns false if no shadow can.
  ///
  /// Thread: render. Four system calls at most.
  @_noLocks
  mutating func takeOver(_ slot: Int) -> Bool {
    guard let log = unsafe slots[slot].log, let shadow = unsafe slots[slot].spare,
      let feed = unsafe shadow.pointee.feed,
      unsafe slots[slot].isAsked && slots[slot].isWaitedFor && slots[slot].hasShadow,
      unsafe slots[slot].loggedCycle != cycle, handoff.hasRoom
    else { return false }
    logCycle(slot, log)
    guard unsafe log.has(feed.pointee.cursor, since: feed.pointee.epoch) else { return false }
    let cause = takeoverCause(slot)
    recordFlight(slot)
    unsafe slots[slot].spare = nil
    unsafe slots[slot].isSpareAwake = false
    let old = unsafe slots[slot].succeed(shadow)
    unsafe old.pointee.takeover = (cause, cycle)
    // A process that spins would keep its core from the shadow.
    if case .ended = cause {} else { unsafe old.pointee.scheduling.demote() }
    unsafe shadow.pointee.scheduling.promote()
    unsafe feed.pointee.isDraining = true
    unsafe slots[slot].statistics.countTakeover()
    noteShadow(slot)
    _ = unsafe handoff.write(Handoff.Item(old, .relieved, relief: shadow))
    needsHousekeeping = true
    mayFly = true
    drain(slot, log)
    return true
  }

  @_noLocks
  private func takeoverCause(_ slot: Int) -> TakeoverCause {
    guard unsafe !slots[slot].hasEnded else { return .ended }
    if unsafe slots[slot].isBroken { return .nonsense }
    guard unsafe slots[slot].port.hasDone(cycle) else { return .hung }
    let status = unsafe slots[slot].port.report.status
    return status == RenderStatus.crashed.rawValue ? .ended : .nonsense
  }

  /// Lets shadows take over from the nodes of a level that have died or hang in this cycle; returns
  /// whether any shadow did.
  @_noLocks
  mutating func takeOverLost(_ range: RenderPlan.Level, until limit: UInt64) -> Bool {
    var hasAny = false
    var now: UInt64 = 0
    for member in range.first..<range.end {
      let slot = unsafe plan.members[member]
      guard
        unsafe slots[slot].log != nil && slots[slot].isAsked && !slots[slot].isGivenUp
          && !slots[slot].port.hasDone(cycle) && slots[slot].hasShadow
      else { continue }
      unsafe slots[slot].noteThreadEnd()
      if unsafe !slots[slot].hasEnded {
        if now == 0 { now = MonotonicTime.now.nanoseconds }
        guard now >= hangLimit(slot, until: limit) else { continue }
      }
      if takeOver(slot) { hasAny = true }
    }
    return hasAny
  }

  /// Gives a former shadow the next cycle that it still has to render.
  ///
  /// The last one is the current cycle, or an earlier one if the shadow was too late for the
  /// current one.
  @_noLocks
  private func drain(_ slot: Int, _ log: CycleLog) {
    guard let feed = unsafe slots[slot].link.pointee.feed, unsafe feed.pointee.isDraining else {
      return
    }
    let port = unsafe slots[slot].port
    guard unsafe port.doneCycle == feed.pointee.fedCycle else { return }
    guard unsafe feed.pointee.cursor < log.end,
      let record = unsafe log.record(at: feed.pointee.cursor)
    else {
      unsafe feed.pointee.isDraining = false
      return
    }
    unsafe slots[slot].link.pointee.feedNext(record, until: limit, isMeasured: isMeasured)
  }

  /// Prepares to sleep on a former shadow.
  @_noLocks
  func attend(_ slot: Int) {
    if let log = unsafe slots[slot].log { drain(slot, log) }
    unsafe slots[slot].link.pointee.feed?.pointee.page.setWaiter(
      UInt32(truncatingIfNeeded: slot), depth: 0)
  }

  /// Notes that the host sleeps on no former shadow.
  @_noLocks
  func dismissWaiters(_ range: RenderPlan.Level) {
    for member in range.first..<range.end {
      let slot = unsafe plan.members[member]
      unsafe slots[slot].link.pointee.feed?.pointee.page.setWaiter(nil, depth: 0)
    }
  }

  /// Waits for a shadow that took over after the other nodes had answered.
  @_noLocks
  mutating func awaitShadow(_ slot: Int) {
    while unsafe slots[slot].isPending(cycle) {
      attend(slot)
      guard wait(unsafe slots[slot].port, cycle, until: limit.nanoseconds) else {
        unsafe slots[slot].isGivenUp = true
        break
      }
    }
    unsafe slots[slot].link.pointee.feed?.pointee.page.setWaiter(nil, depth: 0)
  }

  /// Starts the cycle for former shadows, whose cycles are announced on their own pages.
  @_noLocks
  func startOwnPages(depth: Int) {
    let range = unsafe plan.levels[depth]
    for member in range.first..<range.end {
      let slot = unsafe plan.members[member]
      guard let feed = unsafe slots[slot].link.pointee.feed, unsafe !feed.pointee.isDraining,
        unsafe slots[slot].life.isAlive
      else { continue }
      unsafe feed.pointee.page.announce(
        CyclePage.Announcement(
          frameCount: UInt32(truncatingIfNeeded: frameCount), sampleTime: cycleTime,
          deadline: isRealtime ? limit : .never, isMeasured: isMeasured))
      for index in 0..<announcedContextCount {
        unsafe feed.pointee.page.addContext(contexts[index], frameOffset: contextFrames[index])
      }
      unsafe feed.pointee.page.start(cycle, depth: 0)
    }
  }

  /// The time at which a node without an answer counts as hung: early enough for its shadow, or the
  /// deadline if the node usually takes a third of its window, so that both have no time.
  ///
  /// In offline rendering: a quarter of a second plus four times the cycle's length after its
  /// start.
  @_noLocks
  func hangLimit(_ slot: Int, until limit: UInt64) -> UInt64 {
    let period = UInt64(Double(frameCount) * 1e9 / sampleRate)
    guard isRealtime else { return min(limit, cycleBegan &+ 250_000_000 &+ 4 &* period) }
    let window = window(slot, frameCount: frameCount)
    guard let feed = unsafe slots[slot].spare?.pointee.feed,
      unsafe feed.pointee.usual <= window / 3
    else { return limit }
    let longest = unsafe feed.pointee.longest
    let need =
      longest == 0 ? window / 3 : longest &+ longest / 4 &+ Self.wakeNanoseconds(of: window)
    return limit &- min(need, window / 2)
  }

  /// The time until the host is awake at the hang limit, and the shadow after it.
  ///
  /// Each of the two takes 40 to 80 µs on an idle core of a virtual machine, and sometimes more: a
  /// long window spares an eighth of itself.
  @_noLocks
  private static func wakeNanoseconds(of window: UInt64) -> UInt64 { max(200_000, window / 8) }
}

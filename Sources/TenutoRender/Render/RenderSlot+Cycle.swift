internal import TenutoCore
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

/// One cycle of a node's instance.
extension RenderSlot {
  /// Returns whether to ask it for `cycle`: it is alive and has answered the previous one.
  ///
  /// Thread: render.
  @_noLocks
  mutating func begin(_ cycle: UInt32) -> Bool {
    isGivenUp = false
    finishedAt = 0
    if skippedCycle == cycle {
      _ = readDone(upTo: cycle)
      isAsked = false
      return false
    }
    // A sleeping instance follows the cycles from the one for which it is woken.
    isAsked =
      !isParked && !hasEnded && readDone(upTo: cycle &- 1)
      && (isNew || doneCycle == cycle &- 1) && !isDraining
    // An instance that has ended since its last answer is asked nevertheless if its shadow can
    // answer.
    if hasEnded && hasShadow { isAsked = !isParked }
    return isAsked
  }

  /// Whether the host still waits for it in this cycle.
  @_noLocks
  func isPending(_ cycle: UInt32) -> Bool {
    isAsked && isWaitedFor && !isGivenUp && !chain.handsOn && !port.hasDone(cycle)
      && !hasEnded
  }

  /// Whether it has completely rendered `cycle`, for which it was asked.
  @_noLocks
  mutating func hasAnswered(_ cycle: UInt32, frameCount: Int) -> Bool {
    guard isAsked, readDone(upTo: cycle), doneCycle == cycle else { return false }
    report = port.report
    if report.status == RenderStatus.crashed.rawValue { isDoomed = true }
    return report.status == 0
      && report.renderedFrames == UInt32(truncatingIfNeeded: frameCount)
      && !port.isUnwritten(frameCount: frameCount)
  }

  /// Reads its newest finished cycle; returns false if it breaks the protocol.
  ///
  /// An honest extension can name only a cycle from the last one read up to `last`.
  @_noLocks
  private mutating func readDone(upTo last: UInt32) -> Bool {
    guard !isBroken else { return false }
    let done = port.doneCycle
    guard !port.isBroken, Int32(bitPattern: done &- doneCycle) >= 0,
      Int32(bitPattern: last &- done) >= 0
    else {
      isBroken = true
      stopListening()
      return false
    }
    doneCycle = done
    if let log, let late = log.heldCycle, Int32(bitPattern: done &- late) >= 0 {
      log.settleHeld(isRendered: port.renderedCycle == late)
    }
    return true
  }

  /// Sets its own deadline, which is earlier than the cycle's.
  @_noLocks
  mutating func setLimit(before limit: MonotonicTime, frameCount: Int) {
    let lead = UInt64(leadPerFrame * Double(frameCount))
    self.limit = limit.nanoseconds > lead ? limit.nanoseconds &- lead : limit.nanoseconds
  }

  /// Whether its instance may have sent events.
  @_noLocks
  mutating func mayHaveEvents(_ announced: UInt32) -> Bool {
    unsafe announced != link.pointee.receiver.datagramCount || events.hasBacklog
      || !events.budget.isReading
  }

  /// Counts a miss.
  ///
  /// The notes of a dead node end; notes that it only passes on do not.
  @_noLocks
  mutating func noteMiss() {
    statistics.countMiss()
    lateness.noteMiss()
    if events.isMIDISource && !isPassedBy && hasEnded { events.isToRelease = true }
  }

  /// Reads the run time of its process before it is asked, if it has missed a cycle recently.
  ///
  /// Thread: render. One system call for a node that is measured.
  @_noLocks
  mutating func noteAsk(window: UInt64) {
    guard lateness.isWatched(for: watchedFrames) else { return }
    let scheduling = unsafe link.pointee.scheduling
    let run = scheduling.processTime()
    guard run > 0 else { return }
    let misses = lateness.ask(run: run, window: window, isDemoted: scheduling.isDemoted)
    statistics.countOwnMisses(misses)
  }

  /// Counts an answer in time; a node in time for a second regains its priority.
  ///
  /// Thread: render.
  @_noLocks
  mutating func noteTimely(frameCount: Int) {
    if lateness.noteAnswer(frameCount: frameCount, watchedFor: watchedFrames) {
      unsafe link.pointee.scheduling.promote()
    }
  }

  /// Parks its instance, so that its input passes it.
  ///
  /// Thread: render, between cycles. Two system calls at most.
  @_noLocks
  mutating func park() {
    isParked = true
    fastPath.isActive = false
    events.isToRelease = events.isMIDISource && !isBypassed
    port.park()
    // Until it has finished its current cycle.
    unsafe link.pointee.scheduling.demote()
  }

  /// Whether its process has ended, or is about to.
  ///
  /// Thread: render.
  var hasEnded: Bool { @_noLocks get { isDoomed || !life.isAlive } }

  /// Checks whether the kernel has reported the end of its render thread, if a shadow can take
  /// over.
  ///
  /// Thread: render.
  @_noLocks
  mutating func noteThreadEnd() {
    if log != nil, hasShadow, port.hasThreadEnded { isDoomed = true }
  }

  /// Whether its process has ended and a sleeping spare can take over.
  var needsSpare: Bool {
    @_noLocks mutating get { unsafe hasEnded && spare != nil && !isSpareAwake && !hasShadow }
  }

  /// Whether a shadow can take over within the cycle.
  ///
  /// Thread: render.
  var hasShadow: Bool {
    @_noLocks get {
      guard let spare = unsafe spare, let feed = unsafe spare.pointee.feed else { return false }
      return unsafe feed.pointee.isExact && spare.pointee.life.isAlive && delay == nil
        && next == nil
    }
  }

  /// Whether its cycles are announced on a separate page, because it was a shadow.
  ///
  /// Thread: render.
  var hasOwnPage: Bool { @_noLocks get { unsafe link.pointee.feed != nil } }

  /// Whether it was a shadow and still renders cycles from the log.
  ///
  /// Thread: render.
  var isDraining: Bool {
    @_noLocks get {
      guard let feed = unsafe link.pointee.feed else { return false }
      return unsafe feed.pointee.isDraining
    }
  }

  /// Whether its dry input must be recorded or is heard.
  var needsDry: Bool {
    @_noLocks get { isBypassActive || (unsafe link.pointee.dry.isUsed) }
  }
}

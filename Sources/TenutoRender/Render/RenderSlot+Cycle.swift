internal import TenutoCore
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

/// The instance's words in a cycle.
extension RenderSlot {
  /// Whether it is to be asked for `cycle`: it lives and has answered the one before.
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
    // A sleeping instance follows from the cycle for which it is woken.
    isAsked =
      !isParked && life.isAlive && readDone(upTo: cycle &- 1) && (isNew || doneCycle == cycle &- 1)
    return isAsked
  }

  /// Whether the host still waits for it in this cycle.
  @_noLocks
  func isPending(_ cycle: UInt32) -> Bool {
    isAsked && isWaitedFor && !isGivenUp && !chain.handsOn && !port.hasDone(cycle)
      && life.isAlive
  }

  /// Whether it has rendered `cycle`, for which it was asked, to its end.
  @_noLocks
  mutating func hasAnswered(_ cycle: UInt32, frameCount: Int) -> Bool {
    guard isAsked, readDone(upTo: cycle), doneCycle == cycle else { return false }
    report = port.report
    return report.status == 0
      && report.renderedFrames == UInt32(truncatingIfNeeded: frameCount)
      && !port.isUnwritten(frameCount: frameCount)
  }

  /// Reads the newest cycle that it has done; false if it breaks the rules.
  ///
  /// An honest extension can only name a cycle from the last one read to `last`.
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
    return true
  }

  /// Sets its own deadline, earlier than the cycle's.
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
  /// A dead node's own notes end; the notes that it passes on do not.
  @_noLocks
  mutating func noteMiss() {
    statistics.countMiss()
    lateness.noteMiss()
    if events.isMIDISource && !isPassedBy && !life.isAlive { events.isToRelease = true }
  }

  /// Notes how long its process has run before it is asked, where it has missed a cycle lately.
  ///
  /// Thread: render. One system call for a node that is watched.
  @_noLocks
  mutating func noteAsk(window: UInt64) {
    guard lateness.isWatched(for: watchedFrames) else { return }
    let place = unsafe link.pointee.place
    let run = place.processTime()
    guard run > 0 else { return }
    let misses = lateness.ask(run: run, window: window, isDemoted: place.isDemoted)
    statistics.countOwnMisses(misses)
  }

  /// Counts an answer in time; a node that has been in time for a second has its priority again.
  ///
  /// Thread: render.
  @_noLocks
  mutating func noteTimely(frameCount: Int) {
    if lateness.noteAnswer(frameCount: frameCount, watchedFor: watchedFrames) {
      unsafe link.pointee.place.promote()
    }
  }

  /// Lets its instance run no more; what it gets goes past it.
  ///
  /// Thread: render, between cycles. Two system calls at most.
  @_noLocks
  mutating func park() {
    isParked = true
    fastPath.isActive = false
    events.isToRelease = events.isMIDISource && !isBypassed
    port.park()
    // Until it has done what it is at.
    unsafe link.pointee.place.demote()
  }

  /// Whether its process has ended and a spare sleeps that can take over.
  var needsSpare: Bool {
    @_noLocks mutating get { unsafe !life.isAlive && spare != nil && !isSpareAwake }
  }

  /// Whether its dry input has to be kept or heard.
  var needsDry: Bool {
    @_noLocks get { isBypassActive || (unsafe link.pointee.dry.isUsed) }
  }
}

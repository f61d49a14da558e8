internal import Glibc
internal import Synchronization
internal import TenutoProcess
internal import TenutoRender
internal import TenutoSystem
internal import TenutoTransport

/// Spare instances.
extension SupervisorCore {
  /// Starts the spare that is due.
  func makeSpare() {
    let now = MonotonicTime.now.nanoseconds
    let isWanted = state.withLock { state in
      guard !state.isStopped && state.spare == nil && state.policy.spare.isOwn,
        state.condition != .quarantined && state.current.process.exit == nil
      else { return false }
      // The render thread switches to a spare on its own, which would exceed the restart limit.
      guard state.restartPlan.hasMore(state.policy, now: now) else {
        state.planSpare(now: now)
        return false
      }
      state.isMakingSpare = true
      return true
    }
    guard isWanted else { return }
    defer { state.withLock { $0.isMakingSpare = false } }
    do throws(HostError) {
      let isShadow = state.withLock { $0.policy.spare == .shadow }
      // Without it, the shadow has more cycles to render; it does so too if the node refuses.
      if isShadow && slot.isSnapshotDue { try? slot.takeSnapshot() }
      let isFed = isShadow && slot.hasWholeLog
      let origin = isFed && slot.isUndiverted ? state.withLock { $0.origin } : nil
      let spare = try build(takingStored: false, beginningWith: origin)
      guard !state.withLock({ $0.isStopped }) else { return spare.instance.terminate() }
      state.withLock { $0.spare = spare }
      do throws(HostError) {
        let whenTaken: @Sendable (Instance) -> Void = {
          [weak self, weak instance = spare.instance] old in
          guard let self, let instance else { return }
          jobs.add { self.noteTaken(instance, from: old) }
        }
        if isShadow {
          try slot.setShadow(spare.instance, whenTaken: whenTaken)
        } else {
          try slot.setSpare(spare.instance, whenTaken: whenTaken)
        }
      } catch {
        state.withLock { $0.spare = nil }
        spare.instance.terminate()
        throw error
      }
      let counters = slot.counters
      state.withLock { state in
        state.spareCycles = (counters?.cycles ?? 0) &+ (counters?.misses ?? 0)
        state.spareTakeovers = counters?.takeovers ?? 0
        state.spare?.isFed = isFed
      }
      followEnd(of: spare.instance)
      notify()
    } catch {
      report(.notStarted(error.message), of: nil)
      planSpareAfterFault()
    }
  }

  /// Schedules another spare after one has failed, with growing delays.
  func planSpareAfterFault() {
    let now = MonotonicTime.now.nanoseconds
    state.withLock { state in
      switch state.sparePlan.next(state.policy, now: now) {
      case .restart: state.planSpare(now: now)
      case .quarantine: state.spareDue = now + UInt64(max(0, state.policy.restartWindow) * 1e9)
      }
    }
  }

  /// Reports the end of an instance that its spare has already replaced: the render thread sees the
  /// end of a process before its exit status is known.
  private func concludeBeforeSuccession(_ old: Instance) {
    let isUnreported = state.withLock { state in
      state.current === old && state.condition != .restarting && !state.isStopped
    }
    guard isUnreported else { return }
    switch old.takeover?.cause {
    case .hung:
      if answersLate(old) { return }
      state.withLock { $0.verdict = .hung }
      old.process.end(because: "gave no answer")
    case .nonsense: old.process.end(because: "gave NaN or infinite samples, or broke the protocol")
    // Its fault handler notifies the render thread before the process ends.
    case .ended, nil: waitForEnd(of: old)
    }
    old.terminate()
    if let exit = old.process.exit { concludeCurrent(old, exit, hasSuccessor: true) }
  }

  /// Waits for the end of a process that has crashed, so that its signal is known.
  ///
  /// On a busy machine that takes a while; the successor plays meanwhile.
  private func waitForEnd(of old: Instance) {
    let limit = MonotonicTime.after(milliseconds: 10_000)
    while old.process.exit == nil, MonotonicTime.now < limit { usleep(1000) }
  }

  /// Whether an instance finishes the cycle that its shadow took over.
  ///
  /// In that case the instance was only late, perhaps for lack of a core, and is not to blame.
  /// Waits for at most `hangLimit`.
  private func answersLate(_ old: Instance) -> Bool {
    let timeout = state.withLock { UInt64(max(0, $0.policy.hangLimit) * 1000) }
    let limit = MonotonicTime.after(milliseconds: timeout)
    while old.process.monitor.life.isAlive {
      if old.wasLate { return true }
      if MonotonicTime.now >= limit { break }
      usleep(1000)
    }
    return false
  }

  /// Handles the render thread's switch to the spare.
  private func noteTaken(_ spare: Instance, from old: Instance) {
    let now = MonotonicTime.now.nanoseconds
    let isConcluded = state.withLock { state in
      guard state.spare?.instance !== spare, spare.process.exit != nil else { return false }
      if case .restart = state.restartPlan.next(state.policy, now: now) { state.restarts += 1 }
      return true
    }
    // The end was reported while it was still a spare, and the next steps are in progress.
    if isConcluded { return old.terminate() }
    concludeBeforeSuccession(old)
    defer { concludeAfterTakeover(spare) }
    if old.takeover != nil { return noteTakeover(by: spare, from: old) }
    let known = state.withLock { state -> KeptState? in
      let isOwn = state.spare?.instance === spare
      let known = isOwn ? state.spare?.kept : nil
      if isOwn { state.spare = nil }
      if let known { state.origin = known }
      state.follow(spare)
      state.condition = .playing
      state.restarts += 1
      state.restartDue = nil
      _ = state.restartPlan.next(state.policy, now: now)
      state.planSpare(now: now)
      return known
    }
    // Set the changes since the last update. If that ends the instance, its end is reported next.
    try? spare.take(keeping.kept(), known: known)
    let cycle = spare.process.exit == nil ? spare.answeredCycle : nil
    state.withLock { $0.replay.noteGiven(cycle: cycle, now: MonotonicTime.now.nanoseconds) }
    keeping.attach(spare)
    followValues(of: spare)
    applyBypass()
    notify()
    old.terminate()
  }

  /// Handles the end of an instance that ended before it was known to have taken over.
  private func concludeAfterTakeover(_ instance: Instance) {
    let hasEnded = state.withLock { state in
      defer { state.endedAfterTakeover = nil }
      return state.endedAfterTakeover === instance
    }
    if hasEnded, let exit = instance.process.exit {
      jobs.add { self.conclude(instance, exit) }
    }
  }

  /// Notes that a shadow has taken over within the cycle, with everything that the previous
  /// instance had.
  private func noteTakeover(by shadow: Instance, from old: Instance) {
    let now = MonotonicTime.now.nanoseconds
    let isHung = if case .hung = old.takeover?.cause { true } else { false }
    state.withLock { state in
      if state.spare?.instance === shadow { state.spare = nil }
      state.follow(shadow)
      state.condition = .playing
      state.restarts += 1
      state.restartDue = nil
      state.replay.noteGiven(cycle: shadow.answeredCycle, now: now)
      if !isHung { state.planSpare(now: now) }
    }
    // On a busy machine a new shadow would make the next cycle late as well.
    if isHung { planSpareAfterFault() }
    let values = old.center.values
    shadow.center.learn(values)
    keeping.attach(shadow)
    followValues(of: shadow)
    applyBypass()
    notify()
    old.terminate()
  }

  /// Gives the spare newer values and states, four times a second at most.
  ///
  /// Thread: watch.
  func updateSpare(now: UInt64) {
    let counters = slot.counters
    // A shadow already has all values of its node; setting them again could change its state.
    if counters?.hasShadow ?? false {
      if slot.isSnapshotDue { takeSnapshot(now: now) }
      return
    }
    let due = state.withLock { state -> SupervisorState.Standby? in
      guard let spare = state.spare, !spare.isBusy, now >= state.spareLookDue else { return nil }
      state.spareLookDue = now + 250_000_000
      return spare
    }
    guard let due else { return }
    if let counters, isShadowOver(counters) { return jobs.add { self.renewShadow() } }
    if state.withLock({ $0.policy.spare == .shadow }), !slot.hasWholeLog {
      takeSnapshot(now: now)
      if mayBeginAgain { jobs.add { self.beginAgain() } }
    }
    var watch = due.watch
    watch.checkLimits(of: due.instance, now: now)
    state.withLock { [watch] state in
      if state.spare?.instance === due.instance { state.spare?.watch = watch }
    }
    let known = due.kept
    let time = MonotonicTime.now
    let kept = keeping.kept()
    guard kept != known else { return }
    let spare = state.withLock { state in
      state.spare?.isBusy = true
      return state.spare?.instance
    }
    guard let spare else { return }
    jobs.add { self.give(kept, of: time, to: spare, known: known) }
  }

  /// Whether to replace a shadow that is not exact: it has the voices of an earlier cycle, or a new
  /// shadow could be exact because all cycles of the playing instance are known.
  private func isShadowOver(_ counters: NodeReading) -> Bool {
    let (isSettled, isFed) = state.withLock { state in
      // The render thread may have taken it already without control's knowledge.
      let isSettled =
        state.policy.spare == .shadow && !state.isMakingSpare && state.condition == .playing
        && state.current.process.exit == nil && counters.takeovers == state.spareTakeovers
        && counters.cycles &+ counters.misses > state.spareCycles &+ 2
      return (isSettled, state.spare?.isFed ?? false)
    }
    return isSettled && (isFed || slot.hasWholeLog)
  }

  /// Has the node or its shadow give a snapshot, so that the next shadow can be exact; after
  /// refusals with growing delays.
  private func takeSnapshot(now: UInt64) {
    let isDue = state.withLock { state in
      let isDue = !state.isTakingSnapshot && !state.isStopped && now >= state.snapshotDue
      if isDue { state.isTakingSnapshot = true }
      return isDue
    }
    guard isDue else { return }
    jobs.add {
      var isRefused = false
      do throws(HostError) {
        try self.slot.takeSnapshot()
      } catch {
        isRefused = error.code == .refused
      }
      let now = MonotonicTime.now.nanoseconds
      self.state.withLock { [isRefused] state in
        state.isTakingSnapshot = false
        state.snapshotDelay =
          isRefused
          ? min(2 * state.snapshotDelay, SupervisorState.longestSnapshotDelay)
          : SupervisorState.shortestSnapshotDelay
        state.snapshotDue = now + state.snapshotDelay
      }
    }
  }

  /// Whether to replace a node without snapshots while it is quiet, so that its next shadow is exact.
  private var mayBeginAgain: Bool {
    let isRefused = state.withLock { state in
      state.condition == .playing && !state.isBypassed && !state.isTakingSnapshot
        && state.snapshotDelay > SupervisorState.shortestSnapshotDelay
    }
    return isRefused && slot.isQuiet
  }

  /// Replaces the playing instance by another one with the same state, whose cycles are known from
  /// the beginning.
  private func beginAgain() {
    guard mayBeginAgain, !slot.hasWholeLog else { return }
    restart(isFault: false) { self.slot.isQuiet }
  }

  /// Starts another shadow, with the delays of spares: a component whose output is never the same
  /// would otherwise cause an endless series of shadows.
  private func renewShadow() {
    guard state.withLock({ $0.spare != nil && !$0.isStopped }), let counters = slot.counters,
      !counters.hasShadow, isShadowOver(counters)
    else { return }
    dropSpare()
    planSpareAfterFault()
  }

  private func give(
    _ kept: KeptState, of time: MonotonicTime, to spare: Instance, known: KeptState
  ) {
    var isGiven = true
    do throws(HostError) {
      try spare.take(kept, known: known)
    } catch {
      isGiven = spare.process.exit == nil && error.code != .extensionTimedOut
      if !isGiven, let state = kept.state { _ = keeping.noteCrashDuringLoad(of: state) }
    }
    state.withLock { state in
      guard state.spare?.instance === spare else { return }
      state.spare?.isBusy = false
      guard isGiven else { return }
      state.spare?.kept = kept
      state.spare?.time = time
    }
  }

  /// Ends the spare, if there is one.
  func dropSpare() {
    let spare = state.withLock { state in
      defer { state.spare = nil }
      return state.spare?.instance
    }
    guard let spare else { return }
    try? slot.setSpare(nil) { _ in }
    spare.terminate()
  }

  /// Replaces the spare after a change of the slot's format.
  func renewSpare() {
    dropSpare()
    let origin = keeping.kept()
    state.withLock { $0.origin = origin }
    let now = MonotonicTime.now.nanoseconds
    let isWaitedFor = state.withLock { state in
      state.planSpare(now: now)
      return state.isWaitingForSpare
    }
    if isWaitedFor { planRestart() }
  }

  /// Applies the policy's kind of spare.
  func adoptPolicy() {
    let policy = state.withLock { $0.policy }
    if !policy.spare.isOwn { dropSpare() }
    let now = MonotonicTime.now.nanoseconds
    let instance = state.withLock { $0.current }
    let store =
      policy.spare == .component ? SpareStore.shared(for: instance, policy, make: make) : nil
    let old = state.withLock { state in
      defer { state.store = store }
      state.planSpare(now: now)
      return state.store
    }
    if store !== old { old?.leave() } else { store?.leave() }
  }
}

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
      guard !state.isStopped && state.spare == nil && state.policy.spare == .instance,
        state.condition != .quarantined && state.current.process.exit == nil
      else { return false }
      // The render thread switches to a spare by itself, which would exceed the restart limit.
      guard state.restartPlan.hasMore(state.policy, now: now) else {
        state.planSpare(now: now)
        return false
      }
      return true
    }
    guard isWanted else { return }
    do throws(HostError) {
      let spare = try build(takingStored: false)
      guard !state.withLock({ $0.isStopped }) else { return spare.instance.terminate() }
      state.withLock { $0.spare = spare }
      do throws(HostError) {
        try slot.setSpare(spare.instance) { [weak self, weak instance = spare.instance] old in
          guard let self, let instance else { return }
          jobs.add { self.noteTaken(instance, from: old) }
        }
      } catch {
        state.withLock { $0.spare = nil }
        spare.instance.terminate()
        throw error
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
    let isUntold = state.withLock { state in
      state.current === old && state.condition != .restarting && !state.isStopped
    }
    guard isUntold else { return }
    old.terminate()
    if let exit = old.process.exit { concludeCurrent(old, exit, hasSuccessor: true) }
  }

  /// Handles the render thread's switch to the spare.
  private func noteTaken(_ spare: Instance, from old: Instance) {
    let now = MonotonicTime.now.nanoseconds
    let isConcluded = state.withLock { state in
      guard state.spare?.instance !== spare, spare.process.exit != nil else { return false }
      if case .restart = state.restartPlan.next(state.policy, now: now) { state.restarts += 1 }
      return true
    }
    // The end was reported while it was still a spare, and the steps that follow are under way.
    if isConcluded { return old.terminate() }
    concludeBeforeSuccession(old)
    let known = state.withLock { state -> KeptState? in
      let isOwn = state.spare?.instance === spare
      let known = isOwn ? state.spare?.kept : nil
      if isOwn { state.spare = nil }
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

  /// Gives the spare newer values and states, four times a second at most.
  ///
  /// Thread: watch.
  func updateSpare(now: UInt64) {
    let due = state.withLock { state -> SupervisorState.Standby? in
      guard let spare = state.spare, !spare.isBusy, now >= state.spareLookDue else { return nil }
      state.spareLookDue = now + 250_000_000
      return spare
    }
    guard let due else { return }
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

  /// Replaces the spare after the slot has got another format.
  func renewSpare() {
    dropSpare()
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
    if policy.spare != .instance { dropSpare() }
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

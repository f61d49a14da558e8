internal import Synchronization
internal import TenutoProcess
internal import TenutoRender
internal import TenutoSystem
internal import TenutoTransport

/// One check of the watch.
///
/// Thread: watch.
extension SupervisorCore {
  /// Checks the node; returns whether the next check should come soon.
  func look(_ now: UInt64, isGrace: Bool) -> Bool {
    startDueWork(now)
    updateSpare(now: now)
    let instance = state.withLock { $0.current }
    guard instance.process.exit == nil, let counters = slot.counters else {
      state.withLock { $0.forget() }
      return false
    }
    leaveOutFlood(counters, now)
    let isParked = state.withLock { $0.isParked }
    let isTense = counters.missesInRow > 0 || isParked
    let thread = readThread(of: instance, now: now, isTense: isTense)
    guard !isGrace else {
      state.withLock { $0.forget() }
      return isTense
    }
    if isParked {
      checkParked(instance, thread, now)
    } else {
      check(instance, counters, thread, now)
      endTrial(now)
    }
    return isTense
  }

  private func startDueWork(_ now: UInt64) {
    let (restarts, makesSpare) = state.withLock { state in
      let restarts = state.restartDue.map { $0 <= now } ?? false
      let makesSpare = state.spareDue.map { $0 <= now } ?? false
      if restarts { state.restartDue = nil }
      if makesSpare { state.spareDue = nil }
      return (restarts, makesSpare)
    }
    if state.withLock({ $0.trial.due.map { $0 <= now } ?? false }), TrialTurn.take(self) {
      state.withLock { $0.trial.cancel() }
      jobs.add { self.tryAgain() }
    }
    if restarts { jobs.add { self.restart(isFault: true) } }
    if makesSpare { jobs.add { self.makeSpare() } }
  }

  /// Observes the thread without the lock, since reading a process's files may take a while.
  private func readThread(
    of instance: Instance, now: UInt64, isTense: Bool
  ) -> ThreadReading.Look {
    var watch = state.withLock { $0.watch }
    watch.checkLimits(of: instance, now: now)
    let look = watch.look(at: instance, isTense: isTense)
    state.withLock { state in if state.current === instance { state.watch = watch } }
    return look
  }

  private func check(
    _ instance: Instance, _ counters: NodeReading, _ thread: ThreadReading.Look, _ now: UInt64
  ) {
    let answer = instance.answeredCycle
    let (verdict, isTooSlow) = state.withLock { state -> (HangDetector.Verdict?, Bool) in
      guard state.current === instance, state.verdict == nil else { return (nil, false) }
      let verdict = state.hang.check(
        HangDetector.Look(
          now: now, misses: counters.misses, missesInRow: counters.missesInRow, answer: answer,
          thread: thread))
      if let verdict, verdict != .asleep { state.verdict = verdict == .hung ? .hung : .stopped }
      let isTooSlow = state.overload.check(now: now, counters, thread)
      return (verdict, isTooSlow && verdict == nil && state.condition == .playing)
    }
    switch verdict {
    case .hung: instance.process.end(because: "gave no answer")
    case .stopped: instance.process.end(because: "was stopped for too long")
    case .asleep: state.withLock { $0.watch.thread }.map(instance.process.rouse)
    case nil: if isTooSlow { jobs.add { self.relieve() } }
    }
  }

  /// Moves a node that is too slow to one period later, or parks it until a trial.
  private func relieve() {
    let now = MonotonicTime.now.nanoseconds
    let (isDemoted, instance) = state.withLock { state -> (Bool, Instance?) in
      guard state.condition == .playing else { return (false, nil) }
      state.overload.reset()
      if state.policy.mayDemote && state.timing == .sameCycle { return (true, nil) }
      state.condition = .overloaded
      state.parked = ParkedWatch(now: now)
      state.trial.plan(now: now)
      return (false, state.current)
    }
    if isDemoted { try? setTiming(.onePeriodLater) }
    if let instance {
      slot.park(instance)
      TrialTurn.leave(self)
    }
    applyBypass()
    notify()
  }

  /// Stops a parked instance that still runs.
  private func checkParked(_ instance: Instance, _ thread: ThreadReading.Look, _ now: UInt64) {
    let verdict = state.withLock { $0.parked?.check(now: now, thread) ?? .nothing }
    switch verdict {
    case .nothing: break
    case .takePriority: instance.takePriority()
    case .end: instance.process.end(because: "kept running while it was bypassed")
    }
  }

  /// Replaces a parked instance; the new render thread starts below the priority of all others.
  func tryAgain() {
    guard state.withLock({ $0.isParked && !$0.isStopped }) else {
      return TrialTurn.leave(self)
    }
    restart(isFault: false, isOnTrial: true)
    let now = MonotonicTime.now.nanoseconds
    let hasBegun = state.withLock { state in
      let hasBegun = state.condition == .playing
      if hasBegun { state.trial.begin(now: now) } else { state.trial.plan(now: now) }
      return hasBegun
    }
    if !hasBegun { TrialTurn.leave(self) }
  }

  /// Ends a passed trial, so that another node can have one.
  private func endTrial(_ now: UInt64) {
    if state.withLock({ $0.trial.pass(now: now) }) { TrialTurn.leave(self) }
  }

  /// Parks a node whose events the render thread no longer reads.
  private func leaveOutFlood(_ counters: NodeReading, _ now: UInt64) {
    let instance = state.withLock { state -> Instance? in
      let isPlaying = state.condition == .playing
      guard state.floods.check(counters, isPlaying: isPlaying) else { return nil }
      state.condition = .flooding
      state.parked = ParkedWatch(now: now)
      return state.current
    }
    guard let instance else { return }
    jobs.add {
      self.slot.park(instance)
      self.applyBypass()
      self.notify()
    }
  }

  /// Sets when the node is heard.
  ///
  /// Thread: control.
  ///
  /// - Throws: As `NodeSlot.setTiming`.
  func setTiming(_ timing: NodeTiming) throws(HostError) {
    try slot.setTiming(timing)
    state.withLock { state in
      state.timing = timing
      state.forget()
    }
    notify()
  }
}

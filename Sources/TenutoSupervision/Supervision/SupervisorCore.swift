internal import Glibc
internal import Synchronization
internal import TenutoCore
internal import TenutoProcess
internal import TenutoRender
internal import TenutoSystem
internal import TenutoTransport

/// The internals of a supervisor, which jobs and the watch keep alive while they use it.
///
/// Calls that may wait for an extension are jobs of its queue, which runs them without a lock.
final class SupervisorCore: Sendable {
  typealias Make = @Sendable () throws(HostError) -> Instance

  let name: String
  let slot: any NodeSlot
  let keeping: any StateKeeping
  let make: Make
  let state: Mutex<SupervisorState>
  let jobs = JobQueue()
  let bundleFolder: String?
  let onBundle: @Sendable (Result<FaultReport, HostError>) -> Void
  private let onFault: @Sendable (FaultReport) -> Void
  private let onChange: @Sendable () -> Void

  init(
    name: String, slot: any NodeSlot, policy: SupervisionPolicy, keeping: (any StateKeeping)?,
    make: @escaping Make, bundleFolder: String?,
    onFault: @escaping @Sendable (FaultReport) -> Void,
    onBundle: @escaping @Sendable (Result<FaultReport, HostError>) -> Void,
    onChange: @escaping @Sendable () -> Void
  ) {
    let instance = slot.instance
    self.name = name
    self.slot = slot
    self.keeping = keeping ?? LastValues(instance)
    self.make = make
    self.bundleFolder = bundleFolder
    self.onFault = onFault
    self.onBundle = onBundle
    self.onChange = onChange
    state = Mutex(SupervisorState(policy, current: instance))
  }

  /// Starts supervising the node.
  func start() {
    let origin = keeping.kept()
    let instance = state.withLock { state in
      state.origin = origin
      return state.current
    }
    followEnd(of: instance)
    followValues(of: instance)
    slot.onReallocation { [weak self] in self?.jobs.add { [weak self] in self?.renewSpare() } }
    let key = HangWatch.shared.add(self)
    state.withLock { $0.watchKey = key }
    adoptPolicy()
  }

  /// Subscribes to the end of an instance, regardless of its role at that time.
  func followEnd(of instance: Instance) {
    instance.process.monitor.whenEnded { [weak self, weak instance] exit in
      guard let self, let instance else { return }
      jobs.add { self.conclude(instance, exit) }
    }
  }

  /// Notifies the listener of a change.
  func notify() { onChange() }

  /// Records a fault and notifies the listener.
  @discardableResult
  func report(
    _ cause: FaultCause, of instance: Instance?, leftOut: String? = nil
  ) -> FaultReport {
    let report = FaultReport(
      node: name, code: (instance ?? state.withLock { $0.current }).description.code,
      processIdentifier: instance?.process.identifier ?? 0, cause: cause, leftOut: leftOut,
      time: Self.now, lastLines: instance?.process.lastLines(20) ?? [], bundlePath: nil)
    state.withLock { $0.add(report) }
    onFault(report)
    notify()
    return report
  }

  /// Seconds since 1970.
  private static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Bypasses the slot, or ends the bypass, according to the state.
  func applyBypass() { slot.setBypass(state.withLock { $0.isToBeLeftOut }) }
}

// MARK: - The end of an instance

extension SupervisorCore {
  private enum Role { case current, spare, none }

  /// Handles the end of an instance.
  func conclude(_ instance: Instance, _ exit: ProcessExit) {
    let role = state.withLock { state -> Role in
      if state.isStopped { return .none }
      if state.current === instance { return .current }
      return state.spare?.instance === instance ? .spare : .none
    }
    switch role {
    case .current: concludeCurrent(instance, exit)
    case .spare:
      slot.takeHandoff()
      // The render thread has switched to it; its end follows once `noteTaken` has made it current.
      if slot.instance === instance { return state.withLock { $0.endedAfterTakeover = instance } }
      concludeSpare(instance, exit)
    case .none: break
    }
  }

  /// Reports the end of the playing instance, and starts another one unless there is a successor.
  func concludeCurrent(_ instance: Instance, _ exit: ProcessExit, hasSuccessor: Bool = false) {
    let now = MonotonicTime.now.nanoseconds
    let (cause, hasSpare) = state.withLock { state in
      state.replay.noteEnd(now: now)
      var evidence = state.watch.evidence(of: instance.process, exit: exit)
      evidence.verdict = state.verdict
      evidence.silentRun = state.hang.silentRun
      state.condition = .restarting
      state.forget()
      let hasSpare = state.spare.map { $0.instance.process.exit == nil } ?? false
      return (evidence.cause(of: exit), hasSpare || hasSuccessor)
    }
    // Nothing is replayed after a takeover by a shadow, so there is nothing to leave out.
    let leftOut = instance.takeover == nil ? leaveOutNewest(endOf: instance) : nil
    let fault = report(cause, of: instance, leftOut: leftOut)
    // The render thread switches to a spare on its own, before it reports the end.
    if !hasSpare { planRestart(hasLeftOut: leftOut != nil) }
    keepBundle(of: fault, instance)
  }

  private func concludeSpare(_ spare: Instance, _ exit: ProcessExit) {
    let cause = RenderThreadWatch().evidence(of: spare.process, exit: exit).cause(of: exit)
    let (isNeeded, standby) = state.withLock { ($0.isWaitingForSpare, $0.spare) }
    dropSpare()
    let leftOut = isNeeded ? standby.flatMap(leaveOutNewest) : nil
    report(cause, of: spare, leftOut: leftOut)
    planSpareAfterFault()
    if isNeeded { planRestart(hasLeftOut: leftOut != nil) }
  }

  /// Restarts the instance at once or later, or quarantines the node.
  ///
  /// An end does not count if its newest message is left out of the replay, unless that happens too
  /// often.
  func planRestart(hasLeftOut: Bool = false) {
    let now = MonotonicTime.now.nanoseconds
    let isAtOnce = state.withLock { state -> Bool in
      guard !state.isStopped else { return false }
      if hasLeftOut && state.replay.isFree(state.policy, now: now) { return true }
      switch state.restartPlan.next(state.policy, now: now) {
      case .quarantine:
        state.condition = .quarantined
        state.restartDue = nil
        state.spareDue = nil
        return false
      case .restart(after: 0): return true
      case .restart(after: let delay):
        state.restartDue = now + delay
        return false
      }
    }
    applyBypass()
    notify()
    if isAtOnce { restart(isFault: true) }
  }
}

// MARK: - Another instance

extension SupervisorCore {
  /// The maximum number of states that may end the extension in one start.
  private static let loadLimit = 3

  /// Starts another instance and puts it into the slot.
  ///
  /// - Parameters:
  ///   - isFault: Whether the old instance has ended; otherwise it is ended afterwards.
  ///   - isOnTrial: Whether its render thread is to start below the priority of all others.
  ///   - isStillWanted: Asked when the other instance is ready.
  func restart(
    isFault: Bool, isOnTrial: Bool = false, isStillWanted: () -> Bool = { true }
  ) {
    do throws(HostError) {
      let new = try build(takingStored: true)
      new.instance.isOnTrial = isOnTrial
      guard !state.withLock({ $0.isStopped }), isStillWanted() else {
        return new.instance.terminate()
      }
      let old = state.withLock { state in
        if !isFault { state.replay.noteReplacement() }
        defer {
          state.follow(new.instance)
          state.origin = new.kept
        }
        return state.current
      }
      do throws(HostError) {
        try slot.replace(with: new.instance) { $0.terminate() }
      } catch {
        state.withLock { $0.follow(old) }
        new.instance.terminate()
        throw error
      }
      settle(new.instance, isFault: isFault)
      followEnd(of: new.instance)
    } catch {
      report(.notStarted(error.message), of: nil)
      if isFault { planRestart() }
    }
  }

  /// Notes that an instance has taken over the slot.
  private func settle(_ instance: Instance, isFault: Bool) {
    let now = MonotonicTime.now.nanoseconds
    let cycle = instance.answeredCycle
    state.withLock { state in
      state.replay.noteGiven(cycle: cycle, now: now)
      state.condition = .playing
      state.restartDue = nil
      if isFault { state.restarts += 1 }
      if state.spare == nil { state.planSpare(now: now) }
    }
    keeping.attach(instance)
    followValues(of: instance)
    applyBypass()
    notify()
  }

  /// Starts an instance with the node's layout, state and values.
  ///
  /// A state that ends the extension is replaced by an older one, and finally by none. If values
  /// end it, the newest are taken back.
  ///
  /// - Throws: As `Instance.init`; `.extensionDied` if it ends even without a state.
  func build(
    takingStored: Bool, beginningWith origin: KeptState? = nil
  ) throws(HostError) -> SupervisorState.Standby {
    for attempt in 0... {
      var kept = origin ?? keeping.kept()
      note(kept.allValues.map { ParameterValue($0.key, $0.value) })
      if attempt >= Self.loadLimit { kept = KeptState(values: kept.values) }
      let store = takingStored && attempt == 0 ? state.withLock { $0.store } : nil
      let stored = store?.take()
      let instance = if let stored { stored } else { try make() }
      var loading = Loading.layout
      do throws(HostError) {
        let layout = slot.instance.layout
        if instance.layout != layout { try instance.setLayout(layout) }
        loading = kept.state.map(Loading.state) ?? .values
        try instance.take(kept) { loading = .values }
        return SupervisorState.Standby(instance: instance, kept: kept)
      } catch {
        try noteFailure(error, of: instance, loading, isLast: attempt > Self.loadLimit)
      }
    }
    preconditionFailure("the loop above ends by itself")
  }

  /// The preparation of an instance before it takes over.
  private enum Loading {
    case layout, values
    case state(ComponentState)
  }

  /// Handles the end of an instance during preparation: sets a state aside at the second time, or
  /// takes back the newest values.
  ///
  /// - Throws: `error` if neither the state nor a value is to blame.
  private func noteFailure(
    _ error: HostError, of instance: Instance, _ loading: Loading, isLast: Bool
  ) throws(HostError) {
    instance.terminate()
    guard [.extensionDied, .extensionTimedOut, .protocolViolation].contains(error.code) else {
      throw error
    }
    var leftOut: String?
    switch loading {
    case .layout: throw error
    case .state(let loaded): _ = keeping.noteCrashDuringLoad(of: loaded)
    case .values:
      guard !isLast, let change = state.withLock({ $0.ages.newest(until: .max) }) else {
        throw error
      }
      leftOut = takeBack(change)
    }
    let exit = instance.process.exit ?? .exited(code: 0)
    let evidence = RenderThreadWatch().evidence(of: instance.process, exit: exit)
    report(evidence.cause(of: exit), of: instance, leftOut: leftOut)
  }
}

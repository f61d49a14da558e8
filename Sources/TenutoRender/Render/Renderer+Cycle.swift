internal import TenutoCore
internal import TenutoProcess
internal import TenutoTransport

/// The steps of one cycle at one level: prepare, wait, finish.
extension Renderer {
  /// Prepares the first depth.
  ///
  /// Depths that hand on share their time with the depth at which the host waits for them. With a
  /// single depth there is nothing to divide, and the clock is not read.
  @_noLocks
  mutating func prepareDepths(frameCount: Int) {
    depthTimes = DepthTimes()
    if plan.levelCount > 1 && isRealtime {
      depthTimes.isShared = true
      depthTimes.began = MonotonicTime.now.nanoseconds
      depthTimes.later = expectation
    }
    if plan.levelCount > 0 { makeReady(depth: 0, frameCount: frameCount) }
  }

  /// Finishes one depth after the other, each within its share of the time.
  @_noLocks
  mutating func finishDepths(frameCount: Int) {
    var times = depthTimes
    for depth in 0..<plan.levelCount {
      if depth > 0 {
        makeReady(depth: depth, frameCount: frameCount)
        start(depth: depth)
      }
      var end = limit
      if times.isShared {
        let expected = unsafe plan.levels[depth].expected
        times.own &+= expected
        times.later &-= expected
        end = depthLimit(depth, times)
      }
      let wait = collect(depth: depth, until: end)
      finish(depth: depth, frameCount: frameCount)
      guard times.isShared, wait.isAny || depth &+ 1 == plan.levelCount else { continue }
      let now = MonotonicTime.now.nanoseconds
      // A node that missed the deadline gives no timing sample.
      if !wait.hasTimedOut { plan.note(now &- times.began, of: times.first, through: depth) }
      (times.began, times.own, times.first) = (now, 0, depth &+ 1)
    }
    runHosts(level: plan.levelCount, frameCount: frameCount)
  }

  /// Runs the host nodes that precede the extensions at `depth`, and prepares these.
  @_noLocks
  private mutating func makeReady(depth: Int, frameCount: Int) {
    runHosts(level: depth, frameCount: frameCount)
    prepare(depth: depth, frameCount: frameCount)
  }

  /// Starts the extensions at `depth`.
  @_noLocks
  mutating func start(depth: Int) {
    if unsafe isAwaited(plan.levels[depth]) {
      page.start(cycle, depth: depth)
    } else {
      page.catchUp(cycle, depth: depth)
    }
    if mayShadow { startOwnPages(depth: depth) }
  }

  /// The expected time of all depths together.
  private var expectation: UInt64 {
    @_noLocks get {
      var sum: UInt64 = 0
      for depth in 0..<plan.levelCount { sum &+= unsafe plan.levels[depth].expected }
      return sum
    }
  }

  @_noLocks
  private func depthLimit(_ depth: Int, _ times: DepthTimes) -> MonotonicTime {
    guard limit.nanoseconds > times.began else { return limit }
    let window = DepthBudget.window(
      available: limit.nanoseconds &- times.began, own: times.own, later: times.later,
      laterCount: plan.levelCount &- 1 &- depth)
    return MonotonicTime(nanoseconds: times.began &+ window)
  }

  /// Writes the inputs and events of all nodes at `depth`, and asks the nodes that are ready.
  @_noLocks
  mutating func prepare(depth: Int, frameCount: Int) {
    let range = unsafe plan.levels[depth]
    for member in range.first..<range.end {
      let slot = unsafe plan.members[member]
      // A linked node was prepared with the head of its chain.
      guard unsafe !slots[slot].chain.isHandedOn else { continue }
      if unsafe slots[slot].fastPath.isActive, askFast(slot, frameCount: frameCount) { continue }
      if unsafe slots[slot].chain.handsOn { unchain(slot) }
      setSleepWord(slot)
      prepare(slot, frameCount: frameCount)
      // The whole chain is prepared before its head begins.
      prepareChain(behind: slot, frameCount: frameCount)
      order(slot)
    }
  }

  @_noLocks
  private mutating func prepare(_ slot: Int, frameCount: Int) {
    openEvents(slot)
    if unsafe slots[slot].delay != nil { takeKept(slot, frameCount: frameCount) }
    let isReady = unsafe slots[slot].begin(cycle)
    // A late node may still read its input, so only a waiting node gets a new one.
    if isReady {
      fillInput(slot, frameCount: frameCount)
      unsafe slots[slot].isInputHandedOn = false
    }
    prepareEvents(slot)
    if isReady { ask(slot, frameCount: frameCount) }
    if unsafe !slots[slot].isWaitedFor { keep(slot, frameCount: frameCount) }
  }

  @_noLocks
  func ask(_ slot: Int, frameCount: Int) {
    unsafe slots[slot].noteAsk(window: window(slot, frameCount: frameCount))
    unsafe slots[slot].port.markOutput(frameCount: frameCount)
    unsafe slots[slot].port.ask(cycle, datagramCount: slots[slot].datagramCount)
    if unsafe slots[slot].isNew {
      unsafe slots[slot].isNew = false
      unsafe slots[slot].port.unpark()
    }
    if unsafe slots[slot].leadPerFrame > 0 {
      unsafe slots[slot].setLimit(before: limit, frameCount: frameCount)
    }
  }

  /// Nanoseconds that a node has for a cycle if it does not share the engine's time.
  @_noLocks
  func window(_ slot: Int, frameCount: Int) -> UInt64 {
    let period = Double(frameCount) * 1e9 / sampleRate
    if unsafe slots[slot].delay != nil { return UInt64(period) }
    let lead = unsafe slots[slot].leadPerFrame * Double(frameCount)
    return UInt64(max(0, period * deadlineShare - lead))
  }

  /// Takes outputs and events, or fills gaps.
  @_noLocks
  mutating func finish(depth: Int, frameCount: Int) {
    let range = unsafe plan.levels[depth]
    var hasGap = false
    let isNetWhole = breaksSeen == HostPort.breakCount
    for member in range.first..<range.end {
      let slot = unsafe plan.members[member]
      if unsafe slots[slot].chain.handsOn { continue }
      if unsafe slots[slot].chain.isHandedOn {
        if finishChain(slot, isNetWhole: isNetWhole, frameCount: frameCount) { hasGap = true }
        continue
      }
      if unsafe slots[slot].fastPath.isActive && slots[slot].fastPath.isLate {
        passOver(slot, frameCount: frameCount)
        if unsafe !slots[slot].isParked { hasGap = true }
        continue
      }
      if unsafe isNetWhole && slots[slot].fastPath.isActive, takeFast(slot, frameCount: frameCount)
      {
        continue
      }
      if finish(slot, frameCount: frameCount) { hasGap = true }
      unsafe slots[slot].seekFastPath(cycle, frameCount: frameCount)
    }
    if hasGap { page.giveUp(cycle, depth: depth) }
  }

  /// Takes the output and events of a node, or fills the gap; returns whether there was a gap.
  @_noLocks
  mutating func finish(_ slot: Int, frameCount: Int) -> Bool {
    var hasGap = false
    unsafe slots[slot].chain = ChainPart()
    if unsafe slots[slot].isWaitedFor {
      hasGap = !conclude(slot, cycle: cycle, frameCount: frameCount)
      if unsafe slots[slot].delay != nil { delayOutput(slot, frameCount: frameCount) }
    }
    if unsafe slots[slot].isChangingTiming {
      unsafe slots[slot].fadeTiming(frameCount: frameCount)
    }
    unsafe slots[slot].noteHeard(frameCount: frameCount)
    unsafe keepOutput(
      slots[slot].role, slots[slot].role.histories, slots[slot].warming, frameCount: frameCount)
    return hasGap
  }

  /// Takes the output and events of a cycle, or fills the gap; returns false if the wait timed out.
  @_noLocks
  mutating func conclude(_ slot: Int, cycle: UInt32, frameCount: Int) -> Bool {
    var answer = take(slot, cycle: cycle, frameCount: frameCount)
    if answer == nil, mayShadow, takeOver(slot) {
      awaitShadow(slot)
      answer = take(slot, cycle: cycle, frameCount: frameCount)
    }
    if let announced = answer {
      if unsafe slots[slot].mayHaveEvents(announced) {
        collectEvents(slot, cycle: cycle, frameCount: frameCount, announced: announced)
      } else {
        unsafe slots[slot].noteBudgetKept(frameCount: frameCount)
      }
    } else {
      if unsafe !slots[slot].isParked { unsafe slots[slot].noteMiss() }
      if mayShadow { closeLog(slot) }
      fillDry(slot, frameCount: frameCount)
      unsafe slots[slot].fillGap(frameCount: frameCount)
      if unsafe slots[slot].needsSpare { hasSparesToWake = true }
    }
    if unsafe slots[slot].owesReport { hasReports = true }
    if unsafe slots[slot].needsDry { applyBypass(slot, frameCount: frameCount) }
    return unsafe answer != nil || slots[slot].isParked
  }

  /// Takes the output of a cycle; returns the number of event datagrams sent, or nil without
  /// output.
  @_noLocks
  private func take(_ slot: Int, cycle: UInt32, frameCount: Int) -> UInt32? {
    guard unsafe slots[slot].hasAnswered(cycle, frameCount: frameCount) else { return nil }
    return unsafe slots[slot].takeOutput(frameCount: frameCount)
  }

  /// Whether a node missed the last cycle.
  var hasMissed: Bool {
    @_noLocks get {
      for member in 0..<plan.memberCount {
        let slot = unsafe plan.members[member]
        if unsafe !slots[slot].wasHeard { return true }
      }
      return false
    }
  }

  /// Whether a node that missed the last cycle has answered nevertheless: without a whole output.
  var hasIncompleteAnswer: Bool {
    @_noLocks get {
      for member in 0..<plan.memberCount {
        let slot = unsafe plan.members[member]
        if unsafe !slots[slot].wasHeard && slots[slot].isAsked && slots[slot].port.hasDone(cycle) {
          return true
        }
      }
      return false
    }
  }
}

/// The flight recorders of the nodes.
extension Renderer {
  /// Opens the cycle in the recorders of all live nodes.
  ///
  /// Thread: render. Before any event of the cycle is sent.
  @_noLocks
  mutating func beginFlights(frameCount: Int, isOffline: Bool) {
    guard mayFly else { return }
    mayFly = false
    for member in 0..<plan.memberCount {
      let slot = unsafe plan.members[member]
      guard unsafe slots[slot].life.isAlive, let recorder = unsafe slots[slot].link.pointee.recorder
      else { continue }
      mayFly = true
      unsafe recorder.pointee.beginCycle(
        sampleTime: sampleTime, frameCount: frameCount, isOffline: isOffline)
    }
  }

  /// Records the cycle of all nodes.
  ///
  /// Thread: render. It runs after the cycle, so it takes no time before the deadline.
  @_noLocks
  mutating func recordFlights() {
    guard mayFly else { return }
    for member in 0..<plan.memberCount { recordFlight(unsafe plan.members[member]) }
  }

  /// Records the musical time and the input of a node's cycle, if its recorder has it open.
  ///
  /// Thread: render. Events are recorded when they are sent. A handed-on input is the output of the
  /// predecessor.
  @_noLocks
  func recordFlight(_ slot: Int) {
    guard let recorder = unsafe slots[slot].link.pointee.recorder, unsafe recorder.pointee.isOpen
    else { return }
    for index in 0..<announcedContextCount {
      unsafe recorder.pointee.record(contexts[index], frameOffset: contextFrames[index])
    }
    if unsafe slots[slot].isAsked {
      unsafe recorder.pointee.markAsked()
      for channel in 0..<(unsafe slots[slot].port.inputChannelCount) {
        var samples = unsafe UnsafePointer(slots[slot].port.inputSamples(channel))
        if unsafe slots[slot].isInputHandedOn {
          unsafe addUp(
            slots[slot].role.inputs, channel: channel, to: scratch, frameCount: frameCount)
          unsafe samples = UnsafePointer(scratch)
        }
        unsafe recorder.pointee.recordInput(channel, samples, count: frameCount)
      }
    }
    unsafe recorder.pointee.endCycle()
  }
}

/// The transition of the render thread from one plan to the next.
///
/// A new plan takes effect in three steps. Cycles of the old plan first fill the histories that the
/// new one reads. The last of these cycles fades out removed sources. At the next boundary the new
/// plan takes effect and fades in new sources. Common parts of both plans play on unchanged.
extension Renderer {
  /// Takes a plan from control once the previous transition is complete.
  @_noLocks
  mutating func takePlan() {
    guard words.hasPlan else { return }
    guard unsafe next == nil, !isEntering, handoff.hasRoom else { return words.raiseMail() }
    guard let new = unsafe words.takePlan() else { return }
    unsafe next = new
    warmFrames = 0
    for index in 0..<(unsafe new.pointee.change.warmUpCount) {
      guard let warmUp = unsafe new.pointee.change.warmUps?[index] else { continue }
      unsafe setWarming(warmUp.slot, isHost: warmUp.isHost, warmUp.histories)
    }
  }

  @_noLocks
  private func setWarming(
    _ slot: Int, isHost: Bool,
    _ histories: UnsafeMutablePointer<UnsafeMutablePointer<DryDelay>?>?
  ) {
    if isHost {
      unsafe hosts[slot].warming = histories
    } else {
      unsafe slots[slot].warming = histories
      unsafe slots[slot].fastPath.isActive = false
    }
  }

  /// Begins a cycle of the transition to the next plan.
  @_noLocks
  mutating func continueTransition(frameCount: Int) {
    guard let new = unsafe next else { return }
    isLeading = unsafe warmFrames &+ frameCount >= new.pointee.change.warmFrames
    warmFrames = warmFrames &+ frameCount
    guard isLeading else { return }
    // The words of an unused depth are so old that they may look like the future.
    for depth in plan.levelCount..<max(plan.levelCount, unsafe new.pointee.levelCount) {
      page.catchUp(cycle &- 1, depth: depth)
    }
    for index in 0..<(unsafe new.pointee.change.moveCount) {
      guard let move = unsafe new.pointee.change.moves?[index] else { continue }
      unsafe slots[move.slot].move(toDepth: move.depth, cycle: cycle)
    }
  }

  /// Switches to the next plan from this cycle on.
  @_noLocks
  mutating func switchPlan() {
    guard let new = unsafe next else { return }
    unsafe next = nil
    isLeading = false
    let old = plan
    plan = unsafe new.pointee
    mayFly = true
    mayShadow = true
    for index in 0..<plan.memberCount {
      let slot = unsafe plan.members[index]
      unsafe slots[slot].take(plan.roles[index])
    }
    for index in 0..<(unsafe plan.hostStarts[plan.levelCount &+ 1]) {
      let slot = unsafe plan.hosts[index]
      unsafe hosts[slot].take(plan.roles[plan.memberCount &+ index])
    }
    plan.midiOutputs.apply()
    for level in 0..<min(old.levelCount, plan.levelCount) {
      unsafe plan.levels[level].expected = old.levels[level].expected
    }
    age = 0
    isEntering = plan.change.entryFrames > 0
    words.planNumber = plan.number
    _ = handoff.write(Handoff.Item(plan: old.number))
    needsHousekeeping = true
  }

  /// Renders `new` from the first cycle on.
  ///
  /// Thread: control, before the first cycle.
  mutating func begin(_ new: UnsafeMutablePointer<RenderPlan>) {
    unsafe next = new
    switchPlan()
  }

  /// Counts frames since the switch, until all new sources have faded in.
  @_noLocks
  mutating func grow(by frameCount: Int) {
    age &+= frameCount
    isEntering = age < plan.change.entryFrames
  }

  /// The kind of node in a slot in this plan or the next one.
  @_noLocks
  func kind(ofSlot slot: Int) -> SlotKind {
    guard slot >= 0, slot < GraphLimits.slotCount else { return .nothing }
    let kind = unsafe plan.kinds[slot]
    if case .nothing = kind, let next = unsafe next { return unsafe next.pointee.kinds[slot] }
    return kind
  }

  /// Whether a slot is in use in this plan or the next one.
  @_noLocks
  func isPresent(_ slot: Int) -> Bool {
    if case .nothing = kind(ofSlot: slot) { return false }
    return true
  }
}

/// Limits of rendering.
enum GraphLimits {
  /// The number of slots for nodes: those of an edited graph and of the previous one.
  static var slotCount: Int { @_noLocks get { 2048 } }
}

extension RenderSlot {
  /// Sets its role from this cycle on.
  ///
  /// Thread: render.
  @_noLocks
  mutating func take(_ role: SlotRole) {
    self.role = role
    fastPath.isActive = false
    chain = ChainPart()
    hasOldInput = true
    unsafe warming = nil
    unsafe events.setList(role.sent)
    role.midi.apply()
  }

  /// Moves all instances of the slot, current and pending, to another level.
  ///
  /// A late instance may read its new depth before it does the last cycle, and so skip that cycle,
  /// for which it is not asked.
  ///
  /// Thread: render, before `cycle`, the last one of a plan.
  @_noLocks
  mutating func move(toDepth depth: Int, cycle: UInt32) {
    fastPath.isActive = false
    if unsafe link.pointee.depth != depth && !port.hasDone(cycle &- 1) { skippedCycle = cycle }
    unsafe link.pointee.move(toDepth: depth, cycle: cycle)
    unsafe next?.pointee.move(toDepth: depth, cycle: cycle)
    unsafe spare?.pointee.move(toDepth: depth, cycle: cycle)
  }
}

extension HostSlot {
  /// Sets its role from this cycle on.
  ///
  /// Thread: render.
  @_noLocks
  mutating func take(_ role: SlotRole) {
    self.role = role
    unsafe warming = nil
    if let shape = role.shape { unsafe mixer?.pointee.reshape(shape) }
  }
}

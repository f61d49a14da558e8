internal import TenutoCore
internal import TenutoProcess
internal import TenutoTransport

/// The steps of one cycle at one level: prepare, wait, finish.
extension Renderer {
  /// Starts the first depth.
  ///
  /// Depths that hand on share their time with the depth at which the host waits for them. With a
  /// single depth there is nothing to divide, and the clock is not read.
  @_noLocks
  mutating func beginDepths(frameCount: Int) {
    depthTimes = DepthTimes()
    if plan.levelCount > 1 && isRealtime {
      depthTimes.isShared = true
      depthTimes.began = MonotonicTime.now.nanoseconds
      depthTimes.later = expectation
    }
    if plan.levelCount > 0 { start(depth: 0, frameCount: frameCount) }
  }

  /// Finishes one depth after the other, each within its share of the time.
  @_noLocks
  mutating func finishDepths(frameCount: Int) {
    var times = depthTimes
    for depth in 0..<plan.levelCount {
      if depth > 0 { start(depth: depth, frameCount: frameCount) }
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

  /// Runs the host nodes that precede the extensions at `depth`, and starts these.
  @_noLocks
  private mutating func start(depth: Int, frameCount: Int) {
    runHosts(level: depth, frameCount: frameCount)
    prepare(depth: depth, frameCount: frameCount)
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
      recordInput(slot, frameCount: frameCount)
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
    if unsafe slots[slot].chain.isHandedOn { recordHandedOn(slot, frameCount: frameCount) }
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
}

/// The flight recorders of the nodes.
extension Renderer {
  /// Begins the cycle in the recorders of all live nodes, with the musical time.
  ///
  /// Thread: render. Before the contexts are announced.
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
      for index in 0..<contextCount {
        unsafe recorder.pointee.record(contexts[index], frameOffset: contextFrames[index])
      }
    }
  }

  /// Records the input that a node is asked to render.
  ///
  /// Thread: render.
  @_noLocks
  func recordInput(_ slot: Int, frameCount: Int) {
    guard let recorder = unsafe slots[slot].link.pointee.recorder else { return }
    unsafe recorder.pointee.markAsked()
    for channel in 0..<(unsafe slots[slot].port.inputChannelCount) {
      unsafe recorder.pointee.recordInput(
        channel, UnsafePointer(slots[slot].port.inputSamples(channel)), count: frameCount)
    }
  }

  /// Ends the cycle in all recorders.
  ///
  /// Thread: render.
  @_noLocks
  func endFlights() {
    guard mayFly else { return }
    for member in 0..<plan.memberCount {
      let slot = unsafe plan.members[member]
      if let recorder = unsafe slots[slot].link.pointee.recorder {
        unsafe recorder.pointee.endCycle()
      }
    }
  }
}

internal import TenutoCore
internal import TenutoTransport

/// The steps of one cycle at one level: prepare, wait, finish.
extension Renderer {
  /// Writes inputs and events of all nodes at `depth`, and asks those that are ready.
  @_noLocks
  mutating func prepare(depth: Int, frameCount: Int) {
    let range = unsafe plan.levels[depth]
    for member in range.first..<range.end {
      let slot = unsafe plan.members[member]
      // One that is handed on was prepared with the head of its chain.
      guard unsafe !slots[slot].chain.isHandedOn else { continue }
      if unsafe slots[slot].fastPath.isActive, askFast(slot, frameCount: frameCount) { continue }
      if unsafe slots[slot].chain.handsOn { unchain(slot) }
      place(slot)
      prepare(slot, frameCount: frameCount)
      // All of the chain before its head begins.
      prepareChain(behind: slot, frameCount: frameCount)
      order(slot)
    }
  }

  @_noLocks
  private mutating func prepare(_ slot: Int, frameCount: Int) {
    openEvents(slot)
    if unsafe slots[slot].delay != nil { takeKept(slot, frameCount: frameCount) }
    let isReady = unsafe slots[slot].begin(cycle)
    // A late node may still read its input: only one that waits gets a new one.
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

  /// Nanoseconds that a node has for a cycle, if it has the engine's time for itself.
  @_noLocks
  func window(_ slot: Int, frameCount: Int) -> UInt64 {
    let period = Double(frameCount) * 1e9 / sampleRate
    if unsafe slots[slot].delay != nil { return UInt64(period) }
    let lead = unsafe slots[slot].leadPerFrame * Double(frameCount)
    return UInt64(max(0, period * deadlineShare - lead))
  }

  /// Gives a node what flows into it; a channel into which nothing flows is silenced once.
  @_noLocks
  func fillInput(_ slot: Int, frameCount: Int) {
    let hasOldInput = unsafe slots[slot].hasOldInput
    unsafe slots[slot].hasOldInput = false
    for channel in 0..<(unsafe slots[slot].port.inputChannelCount) {
      let input = unsafe slots[slot].port.inputSamples(channel)
      if unsafe slots[slot].role.inputs.range(channel).isEmpty {
        if hasOldInput {
          unsafe Samples.clear(input, count: slots[slot].port.frameCapacity)
        }
        continue
      }
      unsafe addUp(slots[slot].role.inputs, channel: channel, to: input, frameCount: frameCount)
    }
  }

  /// Fills a node's output with what flows into it.
  ///
  /// Not by way of its input samples: those of a node that was not asked are of an earlier cycle.
  @_noLocks
  func fillDry(_ slot: Int, frameCount: Int) {
    for channel in 0..<(unsafe slots[slot].port.outputChannelCount) {
      let samples = unsafe slots[slot].outputSamples(channel)
      let input = unsafe slots[slot].dryChannel(channel)
      if input >= 0 {
        unsafe addDry(slot, channel: input, to: samples, frameCount: frameCount)
      } else {
        unsafe Samples.clear(samples, count: frameCount)
      }
    }
  }

  /// The main input of a node, of the cycle that is concluded.
  @_noLocks
  func addDry(
    _ slot: Int, channel: Int, to destination: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    if unsafe slots[slot].isInputKept, let delay = unsafe slots[slot].delay {
      unsafe Samples.copy(delay.pointee.input(channel), to: destination, count: frameCount)
    } else {
      unsafe addUp(
        slots[slot].role.inputs, channel: channel, to: destination, frameCount: frameCount)
    }
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

  /// Takes the output and events of a node, or fills the gap; whether there was one.
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

  /// Takes the output and the events of a cycle, or fills the gap; false where a wait was in vain.
  @_noLocks
  mutating func conclude(_ slot: Int, cycle: UInt32, frameCount: Int) -> Bool {
    let isAnswered = unsafe slots[slot].hasAnswered(cycle, frameCount: frameCount)
    if isAnswered {
      let announced = unsafe slots[slot].takeOutput(frameCount: frameCount)
      if unsafe slots[slot].mayHaveEvents(announced) {
        collectEvents(slot, cycle: cycle, frameCount: frameCount, announced: announced)
      } else {
        unsafe slots[slot].noteBudgetKept(frameCount: frameCount)
      }
    } else {
      if unsafe !slots[slot].isParked { unsafe slots[slot].noteMiss() }
      fillDry(slot, frameCount: frameCount)
      unsafe slots[slot].fillGap(frameCount: frameCount)
      if unsafe slots[slot].needsSpare { hasSparesToWake = true }
    }
    if unsafe slots[slot].owesReport { hasReports = true }
    if unsafe slots[slot].needsDry { applyBypass(slot, frameCount: frameCount) }
    return unsafe isAnswered || slots[slot].isParked
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

  /// Adds up what is heard.
  @_noLocks
  func mixOutput(frameCount: Int) {
    for channel in 0..<outputChannelCount {
      unsafe addUp(
        plan.mix, channel: channel, to: mix + channel * frameCapacity, frameCount: frameCount)
    }
    noteOutputs(frameCount: frameCount)
  }
}

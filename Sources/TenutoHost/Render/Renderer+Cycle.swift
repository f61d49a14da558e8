internal import TenutoCore
internal import TenutoTransport

/// The steps of one cycle at one depth: prepare, wait, finish.
extension Renderer {
  /// Writes inputs and events of all nodes at `depth`, and asks those that are ready.
  @_noLocks
  mutating func prepare(depth: Int, frameCount: Int) {
    let range = unsafe depths[depth]
    for slot in range.first..<range.end {
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
  }

  @_noLocks
  private func ask(_ slot: Int, frameCount: Int) {
    unsafe slots[slot].port.markOutput(frameCount: frameCount)
    unsafe slots[slot].port.ask(cycle, datagramCount: slots[slot].datagramCount)
    if unsafe slots[slot].leadPerFrame > 0 {
      unsafe slots[slot].setLimit(before: limit, frameCount: frameCount)
    }
  }

  /// Gives a node what flows into it; a channel into which nothing flows is silent from the start.
  @_noLocks
  private func fillInput(_ slot: Int, frameCount: Int) {
    for channel in 0..<(unsafe slots[slot].port.inputChannelCount) {
      guard unsafe !slots[slot].inputs.range(channel).isEmpty else { continue }
      let input = unsafe slots[slot].port.inputSamples(channel)
      unsafe addUp(slots[slot].inputs, channel: channel, to: input, frameCount: frameCount)
    }
  }

  /// Fills a node's output with what flows into it.
  ///
  /// Not by way of its input samples: those of a node that was not asked are of an earlier cycle.
  @_noLocks
  private func fillDry(_ slot: Int, frameCount: Int) {
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
      unsafe addUp(slots[slot].inputs, channel: channel, to: destination, frameCount: frameCount)
    }
  }

  /// Adds up what flows into one channel.
  @_noLocks
  func addUp(
    _ table: SourceTable, channel: Int, to destination: UnsafeMutablePointer<Float>,
    frameCount: Int
  ) {
    let range = table.range(channel)
    guard !range.isEmpty else {
      return unsafe Samples.clear(destination, count: frameCount)
    }
    for index in range {
      let source = table.source(index)
      let samples = unsafe samples(of: source)
      if index == range.lowerBound {
        unsafe Samples.copy(samples, to: destination, count: frameCount)
      } else {
        unsafe Samples.add(samples, to: destination, count: frameCount)
      }
    }
  }

  @unsafe @_noLocks
  private func samples(of source: Schedule.Source) -> UnsafePointer<Float> {
    if source.slot < 0 { return unsafe UnsafePointer(external + source.channel * frameCapacity) }
    return unsafe UnsafePointer(slots[source.slot].outputSamples(source.channel))
  }

  /// Takes outputs and events, or fills gaps.
  @_noLocks
  mutating func finish(depth: Int, frameCount: Int) {
    var range = unsafe depths[depth]
    var latest: UInt64 = 0
    var hasGap = false
    for slot in range.first..<range.end {
      if unsafe slots[slot].isWaitedFor {
        if !conclude(slot, cycle: cycle, frameCount: frameCount) { hasGap = true }
        if unsafe slots[slot].delay != nil { delayOutput(slot, frameCount: frameCount) }
      }
      if unsafe slots[slot].isChangingTiming {
        unsafe slots[slot].fadeTiming(frameCount: frameCount)
      }
      if unsafe slots[slot].finishedAt > latest {
        latest = unsafe slots[slot].finishedAt
        range.lastToFinish = slot
      }
    }
    unsafe depths[depth] = range
    if hasGap { page.giveUp(cycle, depth: depth) }
  }

  /// Takes the output and the events of a cycle, or fills the gap; whether it was answered.
  @_noLocks
  mutating func conclude(_ slot: Int, cycle: UInt32, frameCount: Int) -> Bool {
    let isAnswered = unsafe slots[slot].hasAnswered(cycle, frameCount: frameCount)
    if isAnswered {
      let announced = unsafe slots[slot].takeOutput(frameCount: frameCount)
      if unsafe slots[slot].mayHaveEvents(announced) {
        collectEvents(slot, cycle: cycle, frameCount: frameCount, announced: announced)
      }
    } else {
      unsafe slots[slot].noteMiss()
      fillDry(slot, frameCount: frameCount)
      unsafe slots[slot].fillGap(frameCount: frameCount)
      if unsafe slots[slot].needsSpare { hasSparesToWake = true }
    }
    if unsafe slots[slot].owesReport { hasReports = true }
    if unsafe slots[slot].needsDry { applyBypass(slot, frameCount: frameCount) }
    return isAnswered
  }

  /// Whether a node missed the last cycle.
  var hasMissed: Bool {
    @_noLocks get {
      for slot in 0..<slotCount where unsafe !slots[slot].wasHeard { return true }
      return false
    }
  }

  /// Adds up what is heard.
  @_noLocks
  func mixOutput(frameCount: Int) {
    for channel in 0..<outputChannelCount {
      unsafe addUp(
        outputs, channel: channel, to: mix + channel * frameCapacity, frameCount: frameCount)
    }
  }
}

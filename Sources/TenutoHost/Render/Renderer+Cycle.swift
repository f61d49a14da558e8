internal import TenutoCore
internal import TenutoTransport

/// The steps of one cycle at one depth: prepare, wait, finish.
extension Renderer {
  /// Writes inputs and events of all nodes at `depth`, and asks those that are ready.
  @_noLocks
  func prepare(depth: Int, frameCount: Int) {
    let range = unsafe depths[depth]
    for slot in range.first..<range.end {
      let isReady = unsafe slots[slot].begin(cycle)
      // A late node may still read its input: only one that waits gets a new one.
      if isReady { fillInput(slot, frameCount: frameCount) }
      prepareEvents(slot)
      if isReady {
        unsafe slots[slot].port.ask(cycle, datagramCount: slots[slot].datagramCount)
      }
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
        unsafe addUp(slots[slot].inputs, channel: input, to: samples, frameCount: frameCount)
      } else {
        unsafe Samples.clear(samples, count: frameCount)
      }
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

  /// Waits for all nodes at `depth` that were asked: sleeps on the one that will finish last, then
  /// looks at the others.
  @_noLocks
  func collect(depth: Int, until limit: MonotonicTime) {
    let range = unsafe depths[depth]
    var candidate = range.lastToFinish
    var waited = false
    while true {
      if unsafe slots[candidate].isPending(cycle) {
        page.setWaiter(UInt32(truncatingIfNeeded: candidate), depth: depth)
        waited = true
        guard unsafe wait(slots[candidate].port, until: limit) else { break }
      } else if let next = pending(range) {
        candidate = next
      } else {
        break
      }
    }
    if waited { page.setWaiter(nil, depth: depth) }
  }

  /// Sleeps once at most; false when the time is over.
  @_noLocks
  private func wait(_ port: HostPort, until limit: MonotonicTime) -> Bool {
    let seen = port.doneCycle
    guard seen != cycle else { return true }
    let now = MonotonicTime.now.nanoseconds
    guard now < limit.nanoseconds else { return false }
    // In slices: an extension may die between the look at its life and the sleep.
    let slice = min(limit.nanoseconds, now &+ Self.sliceNanoseconds)
    port.wait(seen: seen, until: MonotonicTime(nanoseconds: slice))
    return true
  }

  private static var sliceNanoseconds: UInt64 { @_noLocks get { 100_000_000 } }

  /// The last node of a depth that has not answered yet.
  @_noLocks
  private func pending(_ range: DepthState) -> Int? {
    var slot = range.end
    while slot > range.first {
      slot -= 1
      if unsafe slots[slot].isPending(cycle) { return slot }
    }
    return nil
  }

  /// Takes outputs and events, or fills gaps.
  @_noLocks
  mutating func finish(depth: Int, frameCount: Int) {
    var range = unsafe depths[depth]
    var latest: UInt64 = 0
    var hasGap = false
    for slot in range.first..<range.end {
      if unsafe slots[slot].hasAnswered(cycle) {
        let announced = unsafe slots[slot].takeOutput(frameCount: frameCount)
        if unsafe slots[slot].mayHaveEvents(announced) {
          collectEvents(slot, frameCount: frameCount, announced: announced)
        }
        if unsafe slots[slot].finishedAt > latest {
          latest = unsafe slots[slot].finishedAt
          range.lastToFinish = slot
        }
      } else {
        hasGap = true
        unsafe slots[slot].noteMiss()
        fillDry(slot, frameCount: frameCount)
        unsafe slots[slot].fillGap(frameCount: frameCount)
      }
      if unsafe slots[slot].needsDry { applyBypass(slot, frameCount: frameCount) }
    }
    unsafe depths[depth] = range
    if hasGap { page.giveUp(cycle, depth: depth) }
  }

  /// Whether a node missed the last cycle.
  var hasMissed: Bool {
    @_noLocks get {
      for slot in 0..<slotCount where unsafe !slots[slot].hasAnswered(cycle) { return true }
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

extension RenderSlot {
  /// Whether it is to be asked for `cycle`: it lives and has answered the one before.
  @_noLocks
  mutating func begin(_ cycle: UInt32) -> Bool {
    isAsked = life.isAlive && port.doneCycle == cycle &- 1
    return isAsked
  }

  /// Whether the host still waits for it in this cycle.
  @_noLocks
  func isPending(_ cycle: UInt32) -> Bool {
    isAsked && life.isAlive && port.doneCycle != cycle
  }

  /// Whether it has rendered this cycle.
  @_noLocks
  func hasAnswered(_ cycle: UInt32) -> Bool {
    isAsked && port.doneCycle == cycle && port.report.status == 0
  }

  /// Whether its instance may have sent events.
  @_noLocks
  mutating func mayHaveEvents(_ announced: UInt32) -> Bool {
    unsafe announced != link.pointee.receiver.datagramCount || events.hasBacklog
  }

  /// Counts a miss; the notes that a dead node has put out end, not those that it passes on.
  @_noLocks
  mutating func noteMiss() {
    statistics.countMiss()
    if events.isMIDISource && !isBypassed && !life.isAlive { events.isToRelease = true }
  }

  /// Whether its dry input has to be kept or heard.
  var needsDry: Bool {
    @_noLocks get { isBypassActive || (unsafe link.pointee.dry.isUsed) }
  }
}

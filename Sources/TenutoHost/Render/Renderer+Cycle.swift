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
      unsafe slots[slot].flushEvents(cycle: cycle)
      if isReady {
        unsafe slots[slot].port.ask(
          cycle, datagramCount: slots[slot].events.datagramCount)
      }
    }
  }

  /// Gives a node what flows into it.
  @_noLocks
  private func fillInput(_ slot: Int, frameCount: Int) {
    for channel in 0..<(unsafe slots[slot].port.inputChannelCount) {
      let input = unsafe slots[slot].port.inputSamples(channel)
      unsafe addUp(slot, channel: channel, to: input, frameCount: frameCount)
    }
  }

  /// Fills a node's output with what flows into it.
  ///
  /// Not by way of its input samples: those of a node that was not asked are of an earlier cycle.
  @_noLocks
  private func fillDry(_ slot: Int, frameCount: Int) {
    let inputCount = unsafe slots[slot].port.inputChannelCount
    for channel in 0..<(unsafe slots[slot].port.outputChannelCount) {
      let samples = unsafe slots[slot].outputSamples(channel)
      if channel < inputCount {
        unsafe addUp(slot, channel: channel, to: samples, frameCount: frameCount)
      } else {
        unsafe Samples.clear(samples, count: frameCount)
      }
    }
  }

  /// Adds up what flows into one channel of a node.
  @_noLocks
  private func addUp(
    _ slot: Int, channel: Int, to destination: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    if unsafe slots[slot].takesInput && channel < externalChannelCount {
      unsafe Samples.copy(
        external + channel * frameCapacity, to: destination, count: frameCount)
    } else {
      unsafe Samples.clear(destination, count: frameCount)
    }
    for index in 0..<(unsafe slots[slot].sources.count) {
      let source = unsafe slots[slot].sources[index]
      unsafe add(slot: source, channel: channel, to: destination, frameCount: frameCount)
    }
  }

  /// Adds a node's output; a mono output goes to both channels.
  @_noLocks
  private func add(
    slot: Int, channel: Int, to destination: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    let count = unsafe slots[slot].port.outputChannelCount
    guard channel < count || count == 1 else { return }
    let samples = unsafe slots[slot].outputSamples(count == 1 ? 0 : channel)
    unsafe Samples.add(samples, to: destination, count: frameCount)
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

  /// Takes outputs, or fills gaps.
  @_noLocks
  func finish(depth: Int, frameCount: Int) {
    var range = unsafe depths[depth]
    var latest: UInt64 = 0
    var hasGap = false
    for slot in range.first..<range.end {
      if unsafe slots[slot].hasAnswered(cycle) {
        unsafe slots[slot].takeOutput(frameCount: frameCount)
        if unsafe slots[slot].finishedAt > latest {
          latest = unsafe slots[slot].finishedAt
          range.lastToFinish = slot
        }
      } else {
        hasGap = true
        unsafe slots[slot].statistics.countMiss()
        fillDry(slot, frameCount: frameCount)
        unsafe slots[slot].fillGap(frameCount: frameCount)
      }
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
      let destination = unsafe mix + channel * frameCapacity
      unsafe Samples.clear(destination, count: frameCount)
      for slot in 0..<slotCount where unsafe slots[slot].isHeard {
        unsafe add(slot: slot, channel: channel, to: destination, frameCount: frameCount)
      }
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

  /// Gathers an event; a method, since ThreadSanitizer's build breaks on a call on `events` itself.
  @_noLocks
  mutating func append(_ event: TimedEvent, cycle: UInt32) { events.append(event, cycle: cycle) }

  /// Sends the gathered events, also to a node that is late: it catches up with them.
  @_noLocks
  mutating func flushEvents(cycle: UInt32) {
    let lost = events.lostEventCount
    events.flush(cycle: cycle)
    statistics.countLostEvents(events.lostEventCount - lost)
  }
}

internal import TenutoCore
internal import TenutoTransport

/// Events and dry signals of one cycle.
extension Renderer {
  /// Begins the list of what a node puts out in this cycle.
  @_noLocks
  func openEvents(_ slot: Int) {
    guard unsafe slots[slot].events.isMIDISource else { return }
    if unsafe slots[slot].events.isOpen {
      unsafe slots[slot].events.isOpen = false
      return
    }
    unsafe slots[slot].events.sent.removeAll()
    if unsafe slots[slot].events.isToRelease { unsafe slots[slot].events.release() }
  }

  /// Sends a node the events of this cycle: the engine's, those scheduled, and the MIDI of the
  /// nodes before it, in the order of frames.
  @_noLocks
  func prepareEvents(_ slot: Int) {
    guard unsafe slots[slot].events.hasWork else { return }
    if unsafe slots[slot].events.isToRestore { unsafe slots[slot].restore(cycle: cycle) }
    if unsafe slots[slot].events.sourceCount == 0 { sendPending(slot) } else { merge(slot) }
    unsafe slots[slot].events.pending.removeAll()
    unsafe slots[slot].flushEvents(cycle: cycle)
  }

  @_noLocks
  private func sendPending(_ slot: Int) {
    for index in 0..<(unsafe slots[slot].events.pending.count) {
      unsafe slots[slot].deliver(slots[slot].events.pending[index], cycle: cycle)
    }
  }

  /// Merges lists that are in order each; of one frame the engine's come first, then those of the
  /// nodes in the order of connection.
  @_noLocks
  private func merge(_ slot: Int) {
    var own = 0
    for index in 0..<(unsafe slots[slot].events.sourceCount) {
      unsafe slots[slot].events.cursors[index] = 0
    }
    while true {
      let source = earliest(slot, own: own)
      if source < 0 {
        guard unsafe own < slots[slot].events.pending.count else { return }
        unsafe slots[slot].deliver(slots[slot].events.pending[own], cycle: cycle)
        own += 1
      } else {
        let cursor = unsafe slots[slot].events.cursors[source]
        unsafe slots[slot].events.cursors[source] = cursor + 1
        let from = unsafe slots[slot].events.sources[source]
        unsafe slots[slot].deliver(slots[from].events.sent[cursor], cycle: cycle)
      }
    }
  }

  /// The source whose next event is the earliest, −1 for the engine's own.
  @_noLocks
  private func earliest(_ slot: Int, own: Int) -> Int {
    var best = -1
    var frame = UInt32.max
    if unsafe own < slots[slot].events.pending.count {
      frame = unsafe slots[slot].events.pending[own].frameOffset
    }
    for index in 0..<(unsafe slots[slot].events.sourceCount) {
      let from = unsafe slots[slot].events.sources[index]
      let cursor = unsafe slots[slot].events.cursors[index]
      guard unsafe cursor < slots[from].events.sent.count else { continue }
      let offset = unsafe slots[from].events.sent[cursor].frameOffset
      if offset < frame {
        best = index
        frame = offset
      }
    }
    return best
  }

  /// Takes what a node has sent.
  @_noLocks
  mutating func collectEvents(
    _ slot: Int, cycle: UInt32, frameCount: Int, announced: UInt32
  ) {
    let isNews = unsafe slots[slot].collectEvents(
      cycle: cycle, frameCount: frameCount, announced: announced,
      lastFrame: UInt32(truncatingIfNeeded: self.frameCount &- 1), handoff: handoff)
    if isNews { hasNews = true }
  }

  /// Gathers the MIDI that the engine gets, in the order of frames.
  @_noLocks
  mutating func gatherOutputEvents() {
    outputEventList.removeAll()
    for index in 0..<midiOutputCount { unsafe midiCursors[index] = 0 }
    while let index = earliestOutput() {
      let cursor = unsafe midiCursors[index]
      unsafe midiCursors[index] = cursor + 1
      unsafe outputEventList.insert(slots[midiOutputs[index]].events.sent[cursor])
    }
  }

  @_noLocks
  private func earliestOutput() -> Int? {
    var best: Int?
    var frame = UInt32.max
    for index in 0..<midiOutputCount {
      let slot = unsafe midiOutputs[index]
      let cursor = unsafe midiCursors[index]
      guard unsafe cursor < slots[slot].events.sent.count else { continue }
      let offset = unsafe slots[slot].events.sent[cursor].frameOffset
      if offset < frame {
        best = index
        frame = offset
      }
    }
    return best
  }
}

// MARK: - Bypass

extension Renderer {
  /// Keeps a node's dry input for later, and lets it be heard where the node is bypassed.
  @_noLocks
  func applyBypass(_ slot: Int, frameCount: Int) {
    let isDelayed = unsafe slots[slot].link.pointee.dry.isUsed
    if isDelayed { keepDry(slot, frameCount: frameCount) }
    guard unsafe slots[slot].isBypassActive else { return }
    for channel in 0..<(unsafe slots[slot].port.outputChannelCount) {
      let input = unsafe slots[slot].dryChannel(channel)
      if input < 0 {
        unsafe slots[slot].mixDry(nil, channel: channel, frameCount: frameCount)
        continue
      }
      if isDelayed {
        unsafe slots[slot].link.pointee.dry.read(scratch, channel: input, count: frameCount)
      } else {
        unsafe addDry(slot, channel: input, to: scratch, frameCount: frameCount)
      }
      unsafe slots[slot].mixDry(scratch, channel: channel, frameCount: frameCount)
    }
    unsafe slots[slot].advanceBypass(by: frameCount)
  }

  @_noLocks
  private func keepDry(_ slot: Int, frameCount: Int) {
    for channel in 0..<(unsafe slots[slot].mainInputCount) {
      unsafe addDry(slot, channel: channel, to: scratch, frameCount: frameCount)
      unsafe slots[slot].link.pointee.dry.write(scratch, channel: channel, count: frameCount)
    }
    unsafe slots[slot].link.pointee.dry.advance(by: frameCount)
  }
}

// MARK: - From control

extension Renderer {
  /// Puts what is due in the next `frameCount` frames before the nodes.
  @_noLocks
  mutating func takeScheduled(frameCount: Int) {
    guard !agenda.isEmpty else { return }
    agenda.gather()
    while let item = agenda.first(before: sampleTime &+ Int64(frameCount)) {
      // What finds no room comes a cycle later: it is not lost.
      guard unsafe slots[item.slot].room > 0 else { return }
      let offset =
        item.time <= sampleTime ? 0 : UInt32(truncatingIfNeeded: item.time &- sampleTime)
      unsafe slots[item.slot].append(TimedEvent(frameOffset: offset, payload: item.payload))
      agenda.removeFirst()
    }
  }
}

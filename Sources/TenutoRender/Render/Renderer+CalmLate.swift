internal import TenutoProcess
internal import TenutoTransport

/// The short way through a cycle for a node that hangs or is parked: it is not asked, and nothing
/// comes from it.
extension RenderSlot {
  /// Whether it is late or parked, alive, and has faded out: nothing changes until it answers.
  ///
  /// Thread: render.
  var isStuck: Bool {
    @_noLocks get {
      !isAsked && !wasHeard && fadePosition >= Self.fadeFrames
        && (isParked ? bypassPosition >= Self.fadeFrames : !isBypassActive)
        && !isChangingTiming && isPlain && isUnobserved && isQuiet && !isBroken && !owesReport
        && life.isAlive && (unsafe next == nil)
    }
  }

  /// Counts a cycle that it has missed as well, of which the samples are filled in.
  ///
  /// Thread: render.
  @_noLocks
  mutating func passOver(frameCount: Int) {
    if !isParked {
      statistics.countMiss()
      lateness.noteMiss()
    }
    for channel in 0..<role.outputCount {
      let sample = unsafe role.outputs[channel][frameCount &- 1]
      unsafe lastSamples[channel] = sample
      unsafe heardSamples[channel] = sample
    }
  }
}

extension Renderer {
  /// Whether a late node has not moved; else it has to go the long way.
  @_noLocks
  func isStillLate(_ slot: Int) -> Bool {
    guard !isEntering, !isLeading, unsafe slots[slot].life.isAlive,
      unsafe slots[slot].port.hasDone(slots[slot].doneCycle)
    else {
      unsafe slots[slot].fastPath.isActive = false
      return false
    }
    return true
  }

  /// Fills the gap that a late node leaves: with its input, or silence.
  @_noLocks
  func passOver(_ slot: Int, frameCount: Int) {
    fillDry(slot, frameCount: frameCount)
    unsafe slots[slot].passOver(frameCount: frameCount)
  }
}

internal import TenutoCore
internal import TenutoProcess
internal import TenutoTransport

/// Nodes that are heard one period later.
extension Renderer {
  /// Finishes the pending cycle of a node that is heard later, and decides whether the host waits
  /// for this one.
  ///
  /// The host waits offline, if a cycle is longer than the delay, and as long as the node follows
  /// another.
  @_noLocks
  mutating func takeKept(_ slot: Int, frameCount: Int) {
    guard let delay = unsafe slots[slot].delay else { return }
    let count = unsafe delay.pointee.pendingFrames
    if count > 0 {
      let cycle = unsafe delay.pointee.cycle
      if !isRealtime { waitForKept(slot, cycle) }
      unsafe slots[slot].isInputKept = true
      _ = conclude(slot, cycle: cycle, frameCount: count)
      unsafe slots[slot].isInputKept = false
      putIntoLine(slot, frameCount: count)
      unsafe delay.pointee.pendingFrames = 0
    }
    unsafe slots[slot].isWaitedFor =
      !isRealtime || frameCount > delay.pointee.frameCount || slots[slot].port.mayFollow
  }

  /// Waits for the answer to a pending cycle after the switch to offline rendering.
  @_noLocks
  private func waitForKept(_ slot: Int, _ cycle: UInt32) {
    while unsafe slots[slot].isAsked && slots[slot].life.isAlive,
      unsafe slots[slot].port.doneCycle != cycle,
      unsafe wait(slots[slot].port, cycle, until: limit.nanoseconds)
    {}
  }

  /// Leaves this cycle pending, and outputs the delayed frames of earlier ones.
  @_noLocks
  func keep(_ slot: Int, frameCount: Int) {
    guard let delay = unsafe slots[slot].delay else { return }
    for channel in 0..<(unsafe slots[slot].mainInputCount) {
      let input = unsafe delay.pointee.input(channel)
      unsafe addUp(
        slots[slot].role.inputs, channel: channel, to: input, frameCount: frameCount)
    }
    unsafe delay.pointee.cycle = cycle
    unsafe delay.pointee.pendingFrames = frameCount
    readLine(slot, frameCount: frameCount, behind: unsafe delay.pointee.frameCount)
  }

  /// Delays the output of a cycle for which the host waited.
  @_noLocks
  func delayOutput(_ slot: Int, frameCount: Int) {
    guard let delay = unsafe slots[slot].delay else { return }
    putIntoLine(slot, frameCount: frameCount)
    readLine(slot, frameCount: frameCount, behind: unsafe delay.pointee.frameCount &+ frameCount)
  }

  @_noLocks
  private func putIntoLine(_ slot: Int, frameCount: Int) {
    guard let delay = unsafe slots[slot].delay else { return }
    for channel in 0..<(unsafe slots[slot].port.outputChannelCount) {
      unsafe delay.pointee.line.write(
        slots[slot].outputSamples(channel), channel: channel, count: frameCount)
    }
    unsafe delay.pointee.line.advance(by: frameCount)
  }

  @_noLocks
  private func readLine(_ slot: Int, frameCount: Int, behind: Int) {
    guard let delay = unsafe slots[slot].delay else { return }
    for channel in 0..<(unsafe slots[slot].port.outputChannelCount) {
      unsafe delay.pointee.line.read(
        slots[slot].outputSamples(channel), channel: channel, count: frameCount, behind: behind)
    }
  }
}

extension RenderSlot {
  /// Whether a fade to another timing is in progress.
  var isChangingTiming: Bool { @_noLocks get { timingPosition < Self.fadeFrames } }

  /// Begins a fade from the last samples that were heard, if any.
  ///
  /// Thread: render, between cycles. `hasPlayed` is whether there was an earlier cycle.
  @_noLocks
  mutating func beginTimingFade(hasPlayed: Bool) {
    guard hasPlayed else { return }
    for channel in 0..<port.outputChannelCount {
      unsafe timingAnchors[channel] = heardSamples[channel]
    }
    timingPosition = 0
  }

  /// Sets another delay; returns the previous one.
  ///
  /// Thread: render, between cycles.
  @_noLocks
  mutating func changeTiming(
    _ new: UnsafeMutablePointer<PeriodDelay>?
  ) -> UnsafeMutablePointer<PeriodDelay>? {
    let old = unsafe delay
    unsafe delay = new
    isWaitedFor = true
    return unsafe old
  }

  /// Fades from the last samples that were heard.
  @_noLocks
  mutating func fadeTiming(frameCount: Int) {
    let count = min(frameCount, Self.fadeFrames &- timingPosition)
    for channel in 0..<port.outputChannelCount {
      let samples = unsafe outputSamples(channel)
      let anchor = unsafe timingAnchors[channel]
      for frame in 0..<count {
        let gain = Float(timingPosition &+ frame &+ 1) / Float(Self.fadeFrames)
        unsafe samples[frame] = anchor * (1 - gain) + samples[frame] * gain
      }
    }
    timingPosition = min(Self.fadeFrames, timingPosition &+ frameCount)
  }
}

internal import TenutoCore
internal import TenutoProcess
internal import TenutoTransport

/// The short way through a cycle.
extension RenderSlot {
  /// Whether there is nothing to do in the cycles to come but to ask and to take samples, as far as
  /// can be seen from a cycle that has just been concluded.
  ///
  /// Thread: render.
  @_noLocks
  mutating func seekCalm(_ cycle: UInt32, frameCount: Int) {
    calm.isCalm = false
    guard role.after < 0, isOrigin else { return }
    if isAtRest(cycle, frameCount: frameCount) {
      calmDown()
    } else if isStuck {
      calm.isCalm = true
      calm.isLate = true
    }
  }

  /// Goes the short way from the next cycle on.
  @_noLocks
  mutating func calmDown() {
    calm.isCalm = true
    calm.isLate = false
    calm.markedFrames = 0
    calm.datagramCount = unsafe link.pointee.receiver.datagramCount
  }

  /// Whether it hears nobody without the host.
  var isOrigin: Bool { @_noLocks get { role.before < 0 && !port.mayFollow } }

  /// Whether it is at rest, wherever it is in a chain.
  @_noLocks
  func isAtRest(_ cycle: UInt32, frameCount: Int) -> Bool {
    isAsked && doneCycle == cycle && soundsAsItIs(frameCount: frameCount) && isWaitedFor
      && isUnobserved && isQuiet && !isBroken && !owesReport && (unsafe next == nil)
      && !lateness.isWatched(for: watchedFrames)
  }

  /// Whether neither recorder nor anybody later needs what it hears or puts out.
  var isUnobserved: Bool {
    @_noLocks get {
      (unsafe link.pointee.recorder == nil && !link.pointee.dry.isUsed)
        && (unsafe role.histories == nil && warming == nil)
    }
  }

  /// Whether no event waits for it or comes from it.
  var isQuiet: Bool {
    @_noLocks get {
      role.midi.count == 0 && !events.isMIDISource && events.pending.count == 0
        && !events.isToRestore && !events.hasBacklog && !events.isMuted
        && events.budget.isAtRest
    }
  }

  /// Takes the output of a cycle, if there is nothing else; else nothing is touched, and the node is
  /// not at rest any more.
  ///
  /// Thread: render.
  @_noLocks
  mutating func takeCalm(_ cycle: UInt32, frameCount: Int, isMeasured: Bool) -> Bool {
    var findings = OutputGuard.Findings()
    let expected = unsafe HostPort.Expectation(
      cycle: cycle, frameCount: frameCount, datagramCount: calm.datagramCount,
      outputs: role.outputs)
    guard isAsked, port.take(expected, findings: &findings) else {
      calm.isCalm = false
      return false
    }
    doneCycle = cycle
    calm.markedFrames = frameCount
    for channel in 0..<role.outputCount {
      let sample = unsafe role.outputs[channel][frameCount &- 1]
      unsafe lastSamples[channel] = sample
      unsafe heardSamples[channel] = sample
    }
    statistics.countCalm(findings)
    if isMeasured { noteTimes() }
    if mute.isAwake(findings) {
      calm.isCalm = false
      watch(findings, frameCount: frameCount)
    }
    return true
  }

  /// Whether a node that is at rest can be asked for `cycle`.
  ///
  /// Thread: render.
  @_noLocks
  func isReadyAgain(_ cycle: UInt32) -> Bool {
    calm.isCalm && doneCycle == cycle &- 1 && life.isAlive
  }

  /// Asks for `cycle`, with no more events than before.
  ///
  /// Thread: render.
  @_noLocks
  mutating func askAgain(_ cycle: UInt32, frameCount: Int) {
    if calm.markedFrames != frameCount { port.markOutput(frameCount: frameCount) }
    isAsked = true
    isGivenUp = false
    port.askAgain(cycle)
  }

  @_noLocks
  private mutating func noteTimes() {
    report = port.report
    finishedAt = report.finishedAt.nanoseconds
    if finishedAt != 0 { statistics.countMeasured(nanoseconds: report.renderNanoseconds) }
  }
}

extension Renderer {
  /// Takes the output of a node that is at rest; false where it has to go the long way.
  @_noLocks
  func takeCalm(_ slot: Int, frameCount: Int) -> Bool {
    guard unsafe !slots[slot].calm.isLate,
      unsafe slots[slot].takeCalm(cycle, frameCount: frameCount, isMeasured: isMeasured)
    else { return false }
    if unsafe !slots[slot].calm.isCalm && slots[slot].needsDry {
      applyBypass(slot, frameCount: frameCount)
      unsafe slots[slot].noteHeard(frameCount: frameCount)
    }
    return true
  }

  /// Asks a node that is at rest, and those to which it hands on, or leaves one that is late alone;
  /// false where they have to go the long way.
  @_noLocks
  func askCalm(_ slot: Int, frameCount: Int) -> Bool {
    if unsafe slots[slot].calm.isLate { return isStillLate(slot) }
    guard !isEntering, !isLeading, unsafe slots[slot].isReadyAgain(cycle),
      unsafe !slots[slot].chain.handsOn || isStrandCalm(slot)
    else {
      unsafe slots[slot].calm.isCalm = false
      return false
    }
    if unsafe slots[slot].port.inputChannelCount > 0 {
      fillInput(slot, frameCount: frameCount)
    }
    unsafe slots[slot].askAgain(cycle, frameCount: frameCount)
    if unsafe slots[slot].chain.handsOn { askFollowers(of: slot, frameCount: frameCount) }
    return true
  }
}

internal import TenutoCore
internal import TenutoProcess
internal import TenutoTransport

/// State of a node on the fast path: the render thread only wakes it and copies its output.
///
/// Most nodes are in this state most of the time.
///
/// Its fields are adjacent so that such a cycle touches few cache lines. Any other event leads to
/// the full path, which checks whether the node can return to the fast path.
struct FastPath: BitwiseCopyable {
  /// Whether nothing has changed, the node's position in a chain included, since an answered cycle
  /// without events whose output was used unaltered.
  var isActive = false
  /// Whether the node is late: the render thread only fills the gap.
  var isLate = false
  /// Event datagrams that it has sent.
  var datagramCount: UInt32 = 0
  /// Frames for which its outputs already carry the unwritten mark; 0 for none.
  var markedFrames = 0

  @_noLocks init() {}
}

/// The fast path of a node.
extension RenderSlot {
  /// Whether the render thread only needs to wake the node and copy its output in the next cycles,
  /// judged by the cycle that has just finished.
  ///
  /// Thread: render.
  @_noLocks
  mutating func seekFastPath(_ cycle: UInt32, frameCount: Int) {
    fastPath.isActive = false
    guard role.after < 0, isOrigin else { return }
    if isSteady(cycle, frameCount: frameCount) {
      enterFastPath()
    } else if isStuck {
      fastPath.isActive = true
      fastPath.isLate = true
    }
  }

  /// Enters the fast path from the next cycle on.
  @_noLocks
  mutating func enterFastPath() {
    fastPath.isActive = true
    fastPath.isLate = false
    fastPath.markedFrames = 0
    fastPath.datagramCount = unsafe link.pointee.receiver.datagramCount
  }

  /// Whether all its input comes from the host.
  var isOrigin: Bool { @_noLocks get { role.before < 0 && !port.mayFollow } }

  /// Whether it is steady, at any position in a chain.
  @_noLocks
  func isSteady(_ cycle: UInt32, frameCount: Int) -> Bool {
    isAsked && doneCycle == cycle && isHeardUnaltered(frameCount: frameCount) && isWaitedFor
      && isUnobserved && isQuiet && !isBroken && !owesReport && (unsafe next == nil)
      && !lateness.isWatched(for: watchedFrames)
  }

  /// Whether no delay or history reads its input or output.
  var isUnobserved: Bool {
    @_noLocks get {
      unsafe !link.pointee.dry.isUsed && role.histories == nil && warming == nil
    }
  }

  /// Whether no event waits for it or from it.
  var isQuiet: Bool {
    @_noLocks get {
      role.midi.count == 0 && !events.isMIDISource && events.pending.count == 0
        && !events.isToRestore && !events.hasBacklog && !events.isMuted
        && events.budget.isAtRest
    }
  }

  /// Copies the output of a cycle that consists of samples only; otherwise only takes the node off
  /// the fast path.
  ///
  /// Thread: render.
  @_noLocks
  mutating func takeFast(
    _ cycle: UInt32, frameCount: Int, isMeasured: Bool, isStillRead: Bool
  ) -> Bool {
    var findings = OutputGuard.Findings()
    let expected = unsafe HostPort.Expectation(
      cycle: cycle, frameCount: frameCount, datagramCount: fastPath.datagramCount,
      isStillRead: isStillRead, outputs: role.outputs)
    guard isAsked, port.take(expected, findings: &findings) else {
      fastPath.isActive = false
      return false
    }
    // Its outputs are marked again: the full path then treats it as unanswered, and the shadow
    // takes over.
    if findings.nonFiniteCount > 0 && hasShadow {
      fastPath.isActive = false
      return false
    }
    doneCycle = cycle
    fastPath.markedFrames = isStillRead ? 0 : frameCount
    for channel in 0..<role.outputCount {
      let sample = unsafe role.outputs[channel][frameCount &- 1]
      unsafe lastSamples[channel] = sample
      unsafe heardSamples[channel] = sample
    }
    statistics.countFast(findings)
    if isMeasured { noteTimes() }
    if mute.isAwake(findings) {
      fastPath.isActive = false
      watch(findings, frameCount: frameCount)
    }
    return true
  }

  /// Whether a steady node can be asked for `cycle`.
  ///
  /// Thread: render.
  @_noLocks
  func isReadyAgain(_ cycle: UInt32) -> Bool {
    fastPath.isActive && doneCycle == cycle &- 1 && life.isAlive
  }

  /// Asks for `cycle` without new events.
  ///
  /// Thread: render.
  @_noLocks
  mutating func askAgain(_ cycle: UInt32, frameCount: Int) {
    if fastPath.markedFrames != frameCount { port.markOutput(frameCount: frameCount) }
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

/// The fast path of a hanging or parked node: it is not asked and gives no output.
extension RenderSlot {
  /// Whether it is late or parked, alive, and faded out, so that nothing changes until it answers.
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

  /// Counts a missed cycle whose gap is filled.
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

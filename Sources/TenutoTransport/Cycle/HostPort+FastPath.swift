internal import CTenuto

/// The shortest way through a cycle: that of an instance of which nothing but samples is expected.
///
/// A few cache lines for each instance decide what many of them cost. The mark that tells whether an
/// output was written is left when the output before is taken: its line is at hand then.
extension HostPort {
  /// The outputs of a cycle, and what has to be so for them to count.
  @safe package struct Expectation: BitwiseCopyable {
    let cycle: UInt32
    let frameCount: Int
    let datagramCount: UInt32
    let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    /// States what is expected: all frames of `cycle`, and no event since `datagramCount`.
    @_noLocks
    package init(
      cycle: UInt32, frameCount: Int, datagramCount: UInt32,
      outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    ) {
      self.cycle = cycle
      self.frameCount = frameCount
      self.datagramCount = datagramCount
      unsafe self.outputs = outputs
    }
  }

  /// Copies the checked outputs of a cycle, and marks those of the next one of as many frames.
  ///
  /// Thread: render. Only after the instance has answered every cycle before.
  /// - Returns: Whether all is as expected; else nothing was touched.
  @_noLocks
  package func take(_ expected: Expectation, findings: inout OutputGuard.Findings) -> Bool {
    let frameCount = expected.frameCount
    let words = unsafe fromWords
    guard unsafe tenuto_load(doneWord) == expected.cycle,
      unsafe tenuto_load_relaxed(words + FromWord.status) == 0,
      unsafe tenuto_load_relaxed(words + FromWord.datagramCount) == expected.datagramCount,
      unsafe tenuto_load_relaxed(words + FromWord.renderedFrames)
        == UInt32(truncatingIfNeeded: frameCount),
      !isUnwritten(frameCount: frameCount)
    else { return false }
    for channel in 0..<outputChannelCount {
      let source = unsafe samples(channel)
      unsafe OutputGuard.copy(
        source, to: expected.outputs[channel], count: frameCount, findings: &findings)
      unsafe source[frameCount &- 1] = Float(bitPattern: TENUTO_UNWRITTEN)
    }
    return true
  }

  /// Whether the instance has done `cycle`.
  ///
  /// Thread: render.
  @_noLocks
  package func hasDone(_ cycle: UInt32) -> Bool { doneCycle == cycle }

  /// Asks for `cycle` with no more events than were sent before.
  ///
  /// Thread: render.
  @_noLocks
  package func askAgain(_ cycle: UInt32) { unsafe word(ToWord.asked).pointee = cycle }

  /// How often anybody has taken memory away from this process; where this stands still, no port is
  /// broken that was not before.
  ///
  /// Thread: any.
  package static var breakCount: UInt32 {
    @_noLocks get { tenuto_bus_net_break_count() }
  }
}

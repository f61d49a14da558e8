internal import CTenuto

/// The fast path of a cycle, for an instance from which the host expects only samples.
///
/// Its cost is a few cache lines per instance. The unwritten mark for the next cycle is set when
/// the current output is taken, while its cache line is at hand, unless another instance may still
/// read it.
extension HostPort {
  /// The outputs of a cycle, and the conditions under which they count.
  @safe package struct Expectation: BitwiseCopyable {
    let cycle: UInt32
    let frameCount: Int
    let datagramCount: UInt32
    let isStillRead: Bool
    let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    /// Expects all frames of `cycle`, and no event since `datagramCount`; with `isStillRead`,
    /// another instance may read the outputs after the host.
    @_noLocks
    package init(
      cycle: UInt32, frameCount: Int, datagramCount: UInt32, isStillRead: Bool,
      outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    ) {
      self.isStillRead = isStillRead
      self.cycle = cycle
      self.frameCount = frameCount
      self.datagramCount = datagramCount
      unsafe self.outputs = outputs
    }
  }

  /// Copies and checks the outputs of a cycle, and marks those of the next one of as many frames.
  ///
  /// Thread: render. Only after the instance has answered every cycle before.
  /// - Returns: Whether all conditions hold; if not, nothing was touched.
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
      if !expected.isStillRead {
        unsafe source[frameCount &- 1] = Float(bitPattern: TENUTO_UNWRITTEN)
      }
    }
    return true
  }

  /// Whether the instance has finished `cycle`.
  ///
  /// Thread: render.
  @_noLocks
  package func hasDone(_ cycle: UInt32) -> Bool { doneCycle == cycle }

  /// Asks for `cycle` without any new events.
  ///
  /// Thread: render.
  @_noLocks
  package func askAgain(_ cycle: UInt32) { unsafe word(ToWord.asked).pointee = cycle }

  /// Number of times that a peer has taken memory away from this process; while the count is
  /// constant, no other port has become broken.
  ///
  /// Thread: any.
  package static var breakCount: UInt32 {
    @_noLocks get { tenuto_bus_net_break_count() }
  }
}

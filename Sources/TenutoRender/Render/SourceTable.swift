/// A source of a channel, as the render thread reads it.
@safe struct PlanSource: BitwiseCopyable {
  /// The samples of this cycle.
  let samples: UnsafeMutablePointer<Float>
  /// Its history, for a delayed read.
  let history: UnsafeMutablePointer<DryDelay>?
  /// Frames of delay.
  let delay: Int
  /// Frames after the switch to its plan at which it fades in, or −1 if it is not new.
  let entry: Int

  @_noLocks
  init(
    samples: UnsafeMutablePointer<Float>, history: UnsafeMutablePointer<DryDelay>?, delay: Int,
    entry: Int
  ) {
    unsafe self.samples = samples
    unsafe self.history = history
    self.delay = delay
    self.entry = entry
  }
}

/// The sources that are summed for each channel: a part of a plan.
///
/// Valid as long as the plan.
@safe struct SourceTable: BitwiseCopyable {
  private let starts: UnsafeMutablePointer<Int>
  private let sources: UnsafeMutablePointer<PlanSource>
  let channelCount: Int

  /// Creates a table of channels whose sources begin at `starts`, which has one more entry than
  /// channels.
  init(
    starts: UnsafeMutablePointer<Int>, sources: UnsafeMutablePointer<PlanSource>,
    channelCount: Int
  ) {
    unsafe self.starts = starts
    unsafe self.sources = sources
    self.channelCount = channelCount
  }

  /// The range of the sources of `channel` among those of the plan.
  @_noLocks
  func range(_ channel: Int) -> Range<Int> {
    precondition(channel >= 0 && channel < channelCount)
    return unsafe starts[channel]..<starts[channel + 1]
  }

  /// The source of a number.
  @_noLocks
  func source(_ index: Int) -> PlanSource { unsafe sources[index] }
}

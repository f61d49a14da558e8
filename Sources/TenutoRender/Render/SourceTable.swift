/// A source of a channel, as the render thread reads it.
@safe struct PlanSource: BitwiseCopyable {
  /// The samples of this cycle.
  let samples: UnsafeMutablePointer<Float>
  /// Its history, for a delayed read.
  let history: UnsafeMutablePointer<DryDelay>?
  /// Frames by which it is taken later.
  let delay: Int
  /// Frames after the switch to its plan at which it begins to fade in; −1 where it is not new.
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

  /// States the channels whose sources begin at `starts`, which has one entry more than channels.
  init(
    starts: UnsafeMutablePointer<Int>, sources: UnsafeMutablePointer<PlanSource>,
    channelCount: Int
  ) {
    unsafe self.starts = starts
    unsafe self.sources = sources
    self.channelCount = channelCount
  }

  /// The numbers of the sources of `channel` among those of the plan.
  @_noLocks
  func range(_ channel: Int) -> Range<Int> {
    precondition(channel >= 0 && channel < channelCount)
    return unsafe starts[channel]..<starts[channel + 1]
  }

  /// A source by its number.
  @_noLocks
  func source(_ index: Int) -> PlanSource { unsafe sources[index] }
}

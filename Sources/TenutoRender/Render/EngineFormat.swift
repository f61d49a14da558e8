/// The format in which a graph is rendered.
public struct EngineFormat: Sendable, Equatable {
  /// Frames per second, in Hz, `8000...768000`.
  public var sampleRate: Double
  /// The most frames of one call to a kernel, `1...8192`.
  public var frameCount: Int
  /// The most kernel calls in one cycle: 1 in realtime, more offline, so that one wake-up serves
  /// many calls.
  public var burst: Int
  /// Audio channels of the engine's input.
  public var inputChannelCount: Int
  /// Audio channels of the engine's output.
  public var outputChannelCount: Int
  /// Realtime priority of the extensions' render threads, or nil for ordinary scheduling.
  public var priority: Int32?
  /// The share of a period after which an extension counts as late.
  public var deadlineShare: Double
  /// Whether extensions in a chain hand on to the next one if possible.
  public var handsOn = true
  /// Whether rendering is in real time, so that a recording cannot be repeated.
  public var isRealtime = true

  /// The default share.
  public static var usualDeadlineShare: Double { @_noLocks get { 0.7 } }

  /// Creates a format.
  public init(
    sampleRate: Double, frameCount: Int, burst: Int = 1, inputChannelCount: Int = 0,
    outputChannelCount: Int = 2, priority: Int32? = nil,
    deadlineShare: Double = EngineFormat.usualDeadlineShare
  ) {
    self.sampleRate = sampleRate
    self.frameCount = frameCount
    self.burst = burst
    self.inputChannelCount = inputChannelCount
    self.outputChannelCount = outputChannelCount
    self.priority = priority
    self.deadlineShare = deadlineShare
  }

  /// The most frames of one cycle.
  public var frameCapacity: Int { frameCount * burst }
}

/// The samples of the engine's input and output, which live as long as the graph.
@safe struct EngineMemory: BitwiseCopyable, @unchecked Sendable {  // one render thread at a time
  /// `[channel][frame]`, `frameCapacity` samples from one channel to the next.
  let external: UnsafeMutablePointer<Float>
  let mix: UnsafeMutablePointer<Float>
  let frameCapacity: Int

  static func allocate(_ format: EngineFormat) -> EngineMemory {
    unsafe EngineMemory(
      external: silence(format.inputChannelCount * format.frameCapacity),
      mix: silence(format.outputChannelCount * format.frameCapacity),
      frameCapacity: format.frameCapacity)
  }

  func deallocate() {
    unsafe external.deallocate()
    unsafe mix.deallocate()
  }

  static func silence(_ count: Int) -> UnsafeMutablePointer<Float> {
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: max(1, count))
    unsafe samples.initialize(repeating: 0, count: max(1, count))
    return unsafe samples
  }
}

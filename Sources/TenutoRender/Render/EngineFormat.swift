/// The format in which a graph is rendered.
public struct EngineFormat: Sendable, Equatable {
  /// Frames per second, in Hz, `8000...768000`.
  public var sampleRate: Double
  /// Frames that a kernel is asked for at most, `1...8192`.
  public var frameCount: Int
  /// Calls of a kernel in one cycle at most: 1 where time runs, more offline, so that the price of
  /// a switch is paid once for many.
  public var burst: Int
  /// Audio channels that come in.
  public var inputChannelCount: Int
  /// Audio channels that go out.
  public var outputChannelCount: Int
  /// Realtime priority of the extensions' render threads, nil for ordinary scheduling.
  public var priority: Int32?
  /// The share of a period after which an extension counts as late.
  public var deadlineShare: Double
  /// Whether extensions in a chain hand on from one to the next, where they can.
  public var handsOn = true
  /// Whether time runs: what is recorded then cannot be rendered again.
  public var isRealtime = true

  /// The share if none is given.
  public static var usualDeadlineShare: Double { @_noLocks get { 0.7 } }

  /// States a format.
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

  /// Frames of one cycle at most.
  public var frameCapacity: Int { frameCount * burst }
}

/// The samples that the engine takes in and puts out, for as long as the graph.
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

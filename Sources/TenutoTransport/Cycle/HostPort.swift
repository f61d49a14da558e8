internal import CTenuto

/// The host's end of the audio channel of one instance, for the render thread.
///
/// Each word of the extension's is read once into a local and then checked; sizes and offsets are
/// the host's own. Valid as long as its `InstanceMemory`.
@safe public struct HostPort: BitwiseCopyable {
  private let to: UnsafeMutableRawPointer
  private let from: UnsafeRawPointer
  private let toShape: SegmentShape
  private let fromShape: SegmentShape

  init(
    to: UnsafeMutableRawPointer, toShape: SegmentShape, from: UnsafeMutableRawPointer,
    fromShape: SegmentShape
  ) {
    unsafe self.to = to
    self.toShape = toShape
    unsafe self.from = UnsafeRawPointer(from)
    self.fromShape = fromShape
  }

  /// Audio channels that go in.
  public var inputChannelCount: Int { @_noLocks get { toShape.channelCount } }

  /// Audio channels that come out.
  public var outputChannelCount: Int { @_noLocks get { fromShape.channelCount } }

  /// Frames of one cycle at most.
  public var frameCapacity: Int { @_noLocks get { toShape.frameCapacity } }

  /// Where the input samples of `channel` go; frames `0..<frameCapacity`.
  ///
  /// Thread: render. Only while the instance does not render.
  @unsafe @_noLocks
  public func inputSamples(_ channel: Int) -> UnsafeMutablePointer<Float> {
    precondition(channel >= 0 && channel < toShape.channelCount)
    return unsafe to.advanced(by: toShape.headerBytes + channel * toShape.channelStride)
      .assumingMemoryBound(to: Float.self)
  }

  /// Where the output samples of `channel` come from; they may change under the reader's hands.
  ///
  /// Thread: render.
  @unsafe @_noLocks
  public func outputSamples(_ channel: Int) -> UnsafePointer<Float> {
    precondition(channel >= 0 && channel < fromShape.channelCount)
    return unsafe from.advanced(by: fromShape.headerBytes + channel * fromShape.channelStride)
      .assumingMemoryBound(to: Float.self)
  }

  /// Asks for `cycle`; takes effect when its depth is started.
  ///
  /// Thread: render. `datagramCount` is that of the events sent so far.
  @_noLocks
  public func ask(_ cycle: UInt32, datagramCount: UInt32) {
    let words = unsafe to.assumingMemoryBound(to: UInt32.self)
    unsafe words[Self.datagramWord] = datagramCount
    unsafe words[Self.askedWord] = cycle
  }

  /// The cycle that the extension says it has done.
  ///
  /// Thread: render.
  public var doneCycle: UInt32 { @_noLocks get { unsafe tenuto_load(doneWord) } }

  /// Sleeps while `doneCycle` is `seen`, until `deadline`.
  ///
  /// Thread: render. One system call. Returns early at any wake-up: look again.
  @_noLocks
  public func wait(seen: UInt32, until deadline: MonotonicTime) {
    _ = unsafe tenuto_futex_wait(doneWord, seen, deadline.nanoseconds)
  }

  /// Ends the host's sleep from another thread of the host, when the extension cannot.
  ///
  /// Thread: any.
  @_noLocks
  public func wakeHost() { _ = unsafe tenuto_futex_wake(doneWord, CInt.max) }

  /// What the extension says of the cycle that it has done; believe none of it.
  ///
  /// Thread: render.
  public var report: CycleReport {
    @_noLocks get {
      let words = unsafe from.assumingMemoryBound(to: UInt32.self)
      let times = unsafe from.advanced(by: 80).assumingMemoryBound(to: UInt64.self)
      return unsafe CycleReport(
        status: Int32(bitPattern: tenuto_load_relaxed(words + 17)),
        datagramCount: tenuto_load_relaxed(words + 18),
        renderedFrames: tenuto_load_relaxed(words + 19),
        startedAt: MonotonicTime(nanoseconds: tenuto_snapshot64(times)),
        finishedAt: MonotonicTime(nanoseconds: tenuto_snapshot64(times + 1)))
    }
  }

  private var doneWord: UnsafePointer<UInt32> {
    @_noLocks get { unsafe from.advanced(by: 64).assumingMemoryBound(to: UInt32.self) }
  }
  private static var askedWord: Int { @_noLocks get { 6 } }
  private static var datagramWord: Int { @_noLocks get { 7 } }
}

/// One reading of what an extension says about a cycle.
public struct CycleReport: BitwiseCopyable, Sendable {
  /// A `RenderStatus` if the extension is honest.
  public var status: Int32
  /// Event datagrams that it has sent to the host.
  public var datagramCount: UInt32
  /// Frames that it has rendered.
  public var renderedFrames: UInt32
  /// When it began, statistics only.
  public var startedAt: MonotonicTime
  /// When it finished, statistics only.
  public var finishedAt: MonotonicTime

  /// Nanoseconds of rendering, 0 where the times make no sense.
  public var renderNanoseconds: UInt64 {
    @_noLocks get {
      guard finishedAt.nanoseconds > startedAt.nanoseconds else { return 0 }
      return min(finishedAt.nanoseconds - startedAt.nanoseconds, 10_000_000_000)
    }
  }
}

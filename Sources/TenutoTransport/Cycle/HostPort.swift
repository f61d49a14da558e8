internal import CTenuto

/// The host's end of the audio channel of one instance, for the render thread.
///
/// Each word of the extension's is read once into a local and then checked; sizes and offsets come
/// from the host's own memory. Valid as long as its `InstanceMemory`.
@safe public struct HostPort: BitwiseCopyable {
  // Fields that every cycle reads come first, so that they share one cache line.
  private let from: UnsafeMutableRawPointer
  private let fromShape: SegmentShape
  private let to: UnsafeMutableRawPointer
  private let toShape: SegmentShape
  private let toBroken: UnsafePointer<UInt32>?
  private let fromBroken: UnsafePointer<UInt32>?
  let chain: ChainWords

  init(
    to: UnsafeMutableRawPointer, toShape: SegmentShape, from: UnsafeMutableRawPointer,
    fromShape: SegmentShape, toBroken: UnsafePointer<UInt32>?,
    fromBroken: UnsafePointer<UInt32>?, chain: ChainWords
  ) {
    self.chain = chain
    unsafe self.toBroken = toBroken
    unsafe self.fromBroken = fromBroken
    unsafe self.to = to
    self.toShape = toShape
    unsafe self.from = from
    self.fromShape = fromShape
  }

  /// Whether the extension has taken the memory away; reads then give zeros.
  ///
  /// Thread: any. Two loads of the host's own memory.
  public var isBroken: Bool {
    @_noLocks get {
      if let word = unsafe toBroken, unsafe tenuto_load_acquire(word) != 0 { return true }
      if let word = unsafe fromBroken { return unsafe tenuto_load_acquire(word) != 0 }
      return false
    }
  }

  /// Audio channels to the extension.
  public var inputChannelCount: Int { @_noLocks get { toShape.channelCount } }

  /// Audio channels from the extension.
  public var outputChannelCount: Int { @_noLocks get { fromShape.channelCount } }

  /// The most frames of one cycle.
  public var frameCapacity: Int { @_noLocks get { toShape.frameCapacity } }

  /// The memory for the input samples of `channel`, frames `0..<frameCapacity`.
  ///
  /// Thread: render. Only while the instance does not render.
  @unsafe @_noLocks
  public func inputSamples(_ channel: Int) -> UnsafeMutablePointer<Float> {
    precondition(channel >= 0 && channel < toShape.channelCount)
    return unsafe to.advanced(by: toShape.headerBytes + channel * toShape.channelStride)
      .assumingMemoryBound(to: Float.self)
  }

  /// The output samples of `channel`, which the extension may change at any moment.
  ///
  /// Thread: render.
  @unsafe @_noLocks
  public func outputSamples(_ channel: Int) -> UnsafePointer<Float> {
    precondition(channel >= 0 && channel < fromShape.channelCount)
    return unsafe UnsafePointer(samples(channel))
  }

  @_noLocks
  func samples(_ channel: Int) -> UnsafeMutablePointer<Float> {
    unsafe from.advanced(by: fromShape.headerBytes + channel * fromShape.channelStride)
      .assumingMemoryBound(to: Float.self)
  }

  /// Writes a mark into the last of `frameCount` frames of each output channel.
  ///
  /// Thread: render. Before `ask`, only while the instance does not render.
  @_noLocks
  public func markOutput(frameCount: Int) {
    precondition(frameCount > 0 && frameCount <= fromShape.frameCapacity)
    for channel in 0..<fromShape.channelCount {
      unsafe samples(channel)[frameCount &- 1] = Float(bitPattern: TENUTO_UNWRITTEN)
    }
  }

  /// Whether a channel still holds the mark, and so was not rendered to its end.
  ///
  /// Thread: render.
  @_noLocks
  public func isUnwritten(frameCount: Int) -> Bool {
    precondition(frameCount > 0 && frameCount <= fromShape.frameCapacity)
    for channel in 0..<fromShape.channelCount
    where unsafe samples(channel)[frameCount &- 1].bitPattern == TENUTO_UNWRITTEN {
      return true
    }
    return false
  }

  /// Asks for `cycle`; takes effect when the instance's depth is started.
  ///
  /// Thread: render. `datagramCount` is the number of event datagrams sent so far.
  @_noLocks
  public func ask(_ cycle: UInt32, datagramCount: UInt32) {
    let words = unsafe to.assumingMemoryBound(to: UInt32.self)
    unsafe words[ToWord.datagramCount] = datagramCount
    unsafe words[ToWord.asked] = cycle
  }

  /// Unparks an instance, which then follows the cycles.
  ///
  /// If it was asked before, it renders at once if its depth is already started, otherwise when it
  /// is.
  ///
  /// Thread: render. One system call.
  @_noLocks
  public func unpark() {
    store(0, ToWord.parked)
    _ = unsafe tenuto_futex_wake(word(ToWord.parked), CInt.max)
  }

  /// Parks an instance once it has done its current cycle.
  ///
  /// Thread: render. One system call if it may be asleep on another instance's word, otherwise
  /// none: the next cycle of its depth wakes it a last time.
  @_noLocks
  public func park() {
    store(1, ToWord.parked)
    if chain.mayFollow { chain.wakeSleepers() }
  }

  /// A number unique to this instance's memory; never 0.
  ///
  /// Thread: any.
  public var serial: UInt64 { @_noLocks get { chain.serial } }

  @_noLocks
  func store(_ value: UInt32, _ index: Int) {
    unsafe tenuto_store_release(word(index), value)
  }

  @unsafe @_noLocks
  func word(_ index: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe to.assumingMemoryBound(to: UInt32.self) + index
  }

  /// The newest finished cycle according to the extension.
  ///
  /// Thread: render.
  public var doneCycle: UInt32 { @_noLocks get { unsafe tenuto_load(doneWord) } }

  /// The word of `doneCycle` with its present value.
  ///
  /// Thread: render.
  package var awaitedWord: AwaitedWord {
    @_noLocks get { unsafe AwaitedWord(word: doneWord, seen: doneCycle) }
  }

  /// A word that another process changes, and the value that was last seen.
  @safe package struct AwaitedWord: BitwiseCopyable {
    package let word: UnsafePointer<UInt32>
    package let seen: UInt32

    @_noLocks
    init(word: UnsafePointer<UInt32>, seen: UInt32) {
      unsafe self.word = word
      self.seen = seen
    }
  }

  /// Sleeps while `doneCycle` equals `seen`, until `deadline`.
  ///
  /// Thread: render. One system call. May return early, so check again.
  @_noLocks
  public func wait(seen: UInt32, until deadline: MonotonicTime) {
    _ = unsafe tenuto_futex_wait(doneWord, seen, deadline.nanoseconds)
  }

  /// As `wait`, but also returns when the extension's render thread ends, if the kernel reports
  /// that.
  ///
  /// Thread: render. One system call.
  @_noLocks
  public func waitForAnswerOrEnd(seen: UInt32, until deadline: MonotonicTime) {
    let thread = unsafe tenuto_load(threadWord)
    guard thread & TENUTO_THREAD_LIVES != 0, thread & TENUTO_THREAD_DIED == 0 else {
      return wait(seen: seen, until: deadline)
    }
    _ = unsafe tenuto_futex_wait_two(doneWord, seen, threadWord, thread, deadline.nanoseconds)
  }

  /// Whether the kernel has reported the end of the extension's render thread; a malicious
  /// extension can set it too.
  ///
  /// Thread: render.
  public var hasThreadEnded: Bool {
    @_noLocks get { unsafe tenuto_load_relaxed(threadWord) & TENUTO_THREAD_DIED != 0 }
  }

  /// The newest cycle that it has rendered and not skipped, by its own claim; read it after
  /// `doneCycle`.
  ///
  /// Thread: render.
  public var renderedCycle: UInt32 {
    @_noLocks get { unsafe tenuto_load_relaxed(fromWords + FromWord.renderedCycle) }
  }

  private var threadWord: UnsafePointer<UInt32> {
    @_noLocks get {
      unsafe UnsafePointer(from.assumingMemoryBound(to: UInt32.self) + FromWord.thread)
    }
  }

  /// Ends the host's sleep from another thread of the host, if the extension cannot.
  ///
  /// Thread: any.
  @_noLocks
  public func wakeHost() { _ = unsafe tenuto_futex_wake(doneWord, CInt.max) }

  /// The extension's report on its finished cycle, which is not trusted.
  ///
  /// Thread: render.
  public var report: CycleReport {
    @_noLocks get {
      let words = unsafe from.assumingMemoryBound(to: UInt32.self)
      let startedAt = unsafe from.advanced(by: FromWord.startedAtOffset)
        .assumingMemoryBound(to: UInt64.self)
      let finishedAt = unsafe from.advanced(by: FromWord.finishedAtOffset)
        .assumingMemoryBound(to: UInt64.self)
      return unsafe CycleReport(
        status: Int32(bitPattern: tenuto_load_relaxed(words + FromWord.status)),
        datagramCount: tenuto_load_relaxed(words + FromWord.datagramCount),
        renderedFrames: tenuto_load_relaxed(words + FromWord.renderedFrames),
        startedAt: MonotonicTime(nanoseconds: tenuto_snapshot64(startedAt)),
        finishedAt: MonotonicTime(nanoseconds: tenuto_snapshot64(finishedAt)))
    }
  }

  var fromWords: UnsafeMutablePointer<UInt32> {
    @_noLocks get { unsafe from.assumingMemoryBound(to: UInt32.self) }
  }

  var doneWord: UnsafePointer<UInt32> {
    @_noLocks get {
      unsafe UnsafePointer(from.assumingMemoryBound(to: UInt32.self) + FromWord.doneCycle)
    }
  }
}

/// One reading of an extension's report on a cycle.
public struct CycleReport: BitwiseCopyable, Sendable {
  /// A `RenderStatus` if the extension is honest.
  public var status: Int32
  /// Event datagrams sent to the host so far.
  public var datagramCount: UInt32
  /// Rendered frames.
  public var renderedFrames: UInt32
  /// When rendering began, for statistics only.
  public var startedAt: MonotonicTime
  /// When rendering finished, for statistics only.
  public var finishedAt: MonotonicTime

  /// Nanoseconds of rendering; 0 if the times make no sense.
  public var renderNanoseconds: UInt64 {
    @_noLocks get {
      guard finishedAt.nanoseconds > startedAt.nanoseconds else { return 0 }
      return min(finishedAt.nanoseconds - startedAt.nanoseconds, 10_000_000_000)
    }
  }
}

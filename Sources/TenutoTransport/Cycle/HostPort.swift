internal import CTenuto

/// The host's end of the audio channel of one instance, for the render thread.
///
/// Each word of the extension's is read once into a local and then checked; sizes and offsets are
/// the host's own. Valid as long as its `InstanceMemory`.
@safe public struct HostPort: BitwiseCopyable {
  // What every cycle reads comes first, so that it is in one cache line.
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

  /// Whether the extension has taken the memory away; what is read then are zeros.
  ///
  /// Thread: any. Two loads of the host's own memory.
  public var isBroken: Bool {
    @_noLocks get {
      if let word = unsafe toBroken, unsafe tenuto_load_acquire(word) != 0 { return true }
      if let word = unsafe fromBroken { return unsafe tenuto_load_acquire(word) != 0 }
      return false
    }
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
    return unsafe UnsafePointer(samples(channel))
  }

  @_noLocks
  func samples(_ channel: Int) -> UnsafeMutablePointer<Float> {
    unsafe from.advanced(by: fromShape.headerBytes + channel * fromShape.channelStride)
      .assumingMemoryBound(to: Float.self)
  }

  /// Leaves a mark in the last of `frameCount` frames of each output channel.
  ///
  /// Thread: render. Before `ask`, only while the instance does not render.
  @_noLocks
  public func markOutput(frameCount: Int) {
    precondition(frameCount > 0 && frameCount <= fromShape.frameCapacity)
    for channel in 0..<fromShape.channelCount {
      unsafe samples(channel)[frameCount &- 1] = Float(bitPattern: TENUTO_UNWRITTEN)
    }
  }

  /// Whether the mark still stands in some channel: then that was not rendered to its end.
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

  /// Asks for `cycle`; takes effect when its depth is started.
  ///
  /// Thread: render. `datagramCount` is that of the events sent so far.
  @_noLocks
  public func ask(_ cycle: UInt32, datagramCount: UInt32) {
    let words = unsafe to.assumingMemoryBound(to: UInt32.self)
    unsafe words[ToWord.datagramCount] = datagramCount
    unsafe words[ToWord.asked] = cycle
  }

  /// Lets an instance that was parked follow the cycles from now on.
  ///
  /// One that was asked before renders at once where its depth is started already, else when it is.
  ///
  /// Thread: render. One system call.
  @_noLocks
  public func unpark() {
    store(0, ToWord.parked)
    _ = unsafe tenuto_futex_wake(word(ToWord.parked), CInt.max)
  }

  /// Lets an instance follow no cycle any more when it has done the one that it does.
  ///
  /// Thread: render. One system call where it may be asleep on the word of another one, none else:
  /// the next cycle of its depth wakes it for the last time.
  @_noLocks
  public func park() {
    store(1, ToWord.parked)
    if chain.mayFollow { chain.wakeSleepers() }
  }

  /// A number that no other instance's memory has; never 0.
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

internal import Synchronization

/// Frames from the render thread to a thread that may wait: one writer, one reader.
///
/// Valid until `deallocate`.
@safe package struct AudioRing: BitwiseCopyable, @unchecked Sendable {  // one writer, one reader
  /// Channels of a frame.
  package let channelCount: Int
  private let capacity: Int
  /// Frames of silence that may stand for frames that found no room.
  private let silenceLimit: Int
  private let samples: UnsafeMutablePointer<Float>
  private let words: UnsafeMutablePointer<Atomic<Int>>

  private static var written: Int { @_noLocks get { 0 } }
  private static var read: Int { @_noLocks get { 1 } }
  /// Frames that found no room, and for which silence is to stand; the writer's.
  private static var owed: Int { @_noLocks get { 2 } }
  /// The position after a gap that is not filled, plus 1; 0 for none.
  private static var cut: Int { @_noLocks get { 3 } }
  /// Frames after which nothing more is to be written.
  private static var limit: Int { @_noLocks get { 4 } }
  private static var wordCount: Int { 5 }

  /// Holds `frameCapacity` frames.
  ///
  /// Thread: control.
  ///
  /// `silenceLimit` is the most frames in a row that silence stands for.
  package static func allocate(
    channelCount: Int, frameCapacity: Int, silenceLimit: Int = .max
  ) -> AudioRing {
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: channelCount * frameCapacity)
    unsafe samples.initialize(repeating: 0, count: channelCount * frameCapacity)
    let words = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: wordCount)
    for index in 0..<wordCount { unsafe (words + index).initialize(to: Atomic(0)) }
    unsafe words[limit].store(.max, ordering: .relaxed)
    return unsafe AudioRing(
      channelCount: channelCount, capacity: frameCapacity, silenceLimit: silenceLimit,
      samples: samples, words: words)
  }

  package func deallocate() {
    unsafe samples.deallocate()
    unsafe words.deinitialize(count: Self.wordCount)
    unsafe words.deallocate()
  }

  /// Frames after which nothing more is to be written, `.max` for no limit.
  ///
  /// Thread: control.
  package var frameLimit: Int {
    get { unsafe words[Self.limit].load(ordering: .relaxed) }
    nonmutating set { unsafe words[Self.limit].store(newValue, ordering: .relaxed) }
  }

  /// How many of the next frames are to be written: fewer at the limit.
  ///
  /// Thread: render.
  @_noLocks
  package func wanted(of frameCount: Int) -> Int {
    let limit = unsafe words[Self.limit].load(ordering: .relaxed)
    let end =
      unsafe words[Self.written].load(ordering: .relaxed)
      &+ words[Self.owed].load(ordering: .relaxed)
    return max(0, min(frameCount, limit &- end))
  }

  /// Frames that can be written now.
  ///
  /// Thread: render.
  package var freeFrames: Int {
    @_noLocks get {
      let end = unsafe words[Self.written].load(ordering: .relaxed)
      return capacity &- (end &- (unsafe words[Self.read].load(ordering: .acquiring)))
    }
  }

  /// Puts the samples of one channel behind what was published.
  ///
  /// Thread: render.
  ///
  /// At most `freeFrames`; `publish` makes them visible when all channels are there.
  @_noLocks
  package func write(_ source: UnsafePointer<Float>, channel: Int, frameCount: Int) {
    precondition(channel >= 0 && channel < channelCount)
    var position = unsafe words[Self.written].load(ordering: .relaxed) % capacity
    for frame in 0..<frameCount {
      unsafe samples[position &* channelCount &+ channel] = source[frame]
      position &+= 1
      if position == capacity { position = 0 }
    }
  }

  /// Lets the reader have `frameCount` frames more.
  ///
  /// Thread: render.
  @_noLocks
  package func publish(frameCount: Int) {
    let end = unsafe words[Self.written].load(ordering: .relaxed)
    unsafe words[Self.written].store(end &+ frameCount, ordering: .releasing)
  }

  /// Puts silence on one channel behind what was published; at most `freeFrames`.
  ///
  /// Thread: render.
  @_noLocks
  package func clear(channel: Int, frameCount: Int) {
    precondition(channel >= 0 && channel < channelCount)
    var position = unsafe words[Self.written].load(ordering: .relaxed) % capacity
    for _ in 0..<frameCount {
      unsafe samples[position &* channelCount &+ channel] = 0
      position &+= 1
      if position == capacity { position = 0 }
    }
  }

  /// Lets the reader have silence; at most `freeFrames`.
  ///
  /// Thread: render.
  @_noLocks
  package func writeSilence(frameCount: Int) {
    for channel in 0..<channelCount { clear(channel: channel, frameCount: frameCount) }
    publish(frameCount: frameCount)
  }

  /// Frames that can be read now.
  ///
  /// Thread: the reader's.
  package var readableFrames: Int {
    let end = unsafe words[Self.written].load(ordering: .acquiring)
    return unsafe end - words[Self.read].load(ordering: .relaxed)
  }

  /// Lends the frames that can be read without a break, interleaved.
  ///
  /// Thread: the reader's.
  ///
  /// `body` returns how many frames it used; those are taken out, and are what this returns: 0 where
  /// nothing can be read.
  package func read<E: Error>(
    _ body: (UnsafeBufferPointer<Float>) throws(E) -> Int
  ) throws(E) -> Int {
    let start = unsafe words[Self.read].load(ordering: .relaxed)
    var end = unsafe words[Self.written].load(ordering: .acquiring)
    let cut = unsafe words[Self.cut].load(ordering: .acquiring)
    if cut != 0 { end = min(end, cut - 1) }
    let position = start % capacity
    let count = min(end - start, capacity - position)
    guard count > 0 else { return 0 }
    let used = try unsafe body(
      UnsafeBufferPointer(
        start: samples + position * channelCount, count: count * channelCount))
    precondition(used >= 0 && used <= count, "more frames were used than lent")
    unsafe words[Self.read].store(start + used, ordering: .releasing)
    return used
  }
}

// MARK: - Frames without room

extension AudioRing {
  /// Samples of silence that one cycle writes at most; what comes meanwhile is silent too.
  private static var silentSamples: Int { @_noLocks get { 32_768 } }

  /// Whether `frameCount` frames fit, behind the silence for earlier frames that did not.
  ///
  /// Where they do not, silence will stand for them too, so that the reader keeps the time. A gap
  /// over the limit is not filled: the reader is told where it is.
  ///
  /// Thread: render.
  @_noLocks
  package func admit(frameCount: Int) -> Bool {
    let hasRoom = settle(frameCount: frameCount) && freeFrames >= frameCount
    if !hasRoom { miss(frameCount: frameCount) }
    return hasRoom
  }

  /// Has silence stand for frames that cannot be written, when there is room.
  ///
  /// Thread: render.
  @_noLocks
  package func miss(frameCount: Int) {
    let owed = unsafe words[Self.owed].load(ordering: .relaxed)
    unsafe words[Self.owed].store(owed &+ frameCount, ordering: .relaxed)
  }

  /// Writes silence for what found no room; whether nothing is owed any more.
  @_noLocks
  private func settle(frameCount: Int) -> Bool {
    let owed = unsafe words[Self.owed].load(ordering: .relaxed)
    if owed == 0 { return true }
    if owed > silenceLimit {
      guard freeFrames >= frameCount, cut() else { return false }
      unsafe words[Self.owed].store(0, ordering: .relaxed)
      return true
    }
    let most = max(Self.silentSamples / channelCount, 2 &* frameCount)
    let count = min(owed, min(most, freeFrames))
    if count > 0 { writeSilence(frameCount: count) }
    unsafe words[Self.owed].store(owed &- count, ordering: .relaxed)
    return count == owed
  }

  /// Tells the reader that the next frame does not join on to the last one; false while it has not
  /// seen the cut before.
  ///
  /// Thread: render.
  @_noLocks
  package func cut() -> Bool {
    guard unsafe words[Self.cut].load(ordering: .acquiring) == 0 else { return false }
    let end = unsafe words[Self.written].load(ordering: .relaxed)
    unsafe words[Self.cut].store(end &+ 1, ordering: .releasing)
    return true
  }

  /// Whether there is a gap behind some frames that can be read, or that were read.
  ///
  /// Thread: either.
  package var isCut: Bool {
    @_noLocks get { unsafe words[Self.cut].load(ordering: .acquiring) != 0 }
  }

  /// Whether the next frame leaves a gap behind those that were read; true once.
  ///
  /// Thread: the reader's.
  package func takeCut() -> Bool {
    let position = unsafe words[Self.read].load(ordering: .relaxed)
    guard unsafe words[Self.cut].load(ordering: .acquiring) == position + 1 else { return false }
    unsafe words[Self.cut].store(0, ordering: .releasing)
    return true
  }
}

internal import Synchronization

/// Frames from the render thread to a thread that may block: one writer, one reader.
///
/// Valid until `deallocate`.
@safe package struct AudioRing: BitwiseCopyable, @unchecked Sendable {  // one writer, one reader
  /// Channels of a frame.
  package let channelCount: Int
  private let capacity: Int
  /// The most frames of silence that stand for frames without room.
  private let silenceLimit: Int
  private let samples: UnsafeMutablePointer<Float>
  private let words: UnsafeMutablePointer<Atomic<Int>>

  private static var written: Int { @_noLocks get { 0 } }
  private static var read: Int { @_noLocks get { 1 } }
  /// Frames without room, which silence will replace; for the writer only.
  private static var owed: Int { @_noLocks get { 2 } }
  /// The position after a gap that is not filled, plus 1; 0 for none.
  private static var cut: Int { @_noLocks get { 3 } }
  /// The number of frames after which writing stops.
  private static var limit: Int { @_noLocks get { 4 } }
  private static var wordCount: Int { 5 }

  /// Allocates room for `frameCapacity` frames.
  ///
  /// Thread: control.
  ///
  /// `silenceLimit` is the most consecutive frames that silence may replace.
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

  /// The number of frames after which writing stops; `.max` for no limit.
  ///
  /// Thread: control.
  package var frameLimit: Int {
    get { unsafe words[Self.limit].load(ordering: .relaxed) }
    nonmutating set { unsafe words[Self.limit].store(newValue, ordering: .relaxed) }
  }

  /// The number of the next frames to write; fewer at the limit.
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

  /// Frames for which there is room.
  ///
  /// Thread: render.
  package var freeFrames: Int {
    @_noLocks get {
      let end = unsafe words[Self.written].load(ordering: .relaxed)
      return capacity &- (end &- (unsafe words[Self.read].load(ordering: .acquiring)))
    }
  }

  /// Writes the samples of one channel after the published frames.
  ///
  /// Thread: render.
  ///
  /// At most `freeFrames`; `publish` makes them visible once all channels are written.
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

  /// Publishes `frameCount` more frames to the reader.
  ///
  /// Thread: render.
  @_noLocks
  package func publish(frameCount: Int) {
    let end = unsafe words[Self.written].load(ordering: .relaxed)
    unsafe words[Self.written].store(end &+ frameCount, ordering: .releasing)
  }

  /// Writes silence to one channel after the published frames; at most `freeFrames`.
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

  /// Publishes frames of silence; at most `freeFrames`.
  ///
  /// Thread: render.
  @_noLocks
  package func writeSilence(frameCount: Int) {
    for channel in 0..<channelCount { clear(channel: channel, frameCount: frameCount) }
    publish(frameCount: frameCount)
  }

  /// Frames that can be read.
  ///
  /// Thread: the reader's.
  package var readableFrames: Int {
    let end = unsafe words[Self.written].load(ordering: .acquiring)
    return unsafe end - words[Self.read].load(ordering: .relaxed)
  }

  /// Lends the readable frames that are contiguous, interleaved.
  ///
  /// Thread: the reader's.
  ///
  /// `body` returns how many frames it has used; these are removed, and returned: 0 if there are
  /// none.
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
  /// The most samples of silence written in one cycle; frames that arrive meanwhile become silent
  /// too.
  private static var silentSamples: Int { @_noLocks get { 32_768 } }

  /// Returns whether `frameCount` frames fit after the silence for earlier frames without room.
  ///
  /// If they do not fit, silence will replace them too, so that the reader keeps the time. A gap
  /// above the limit is not filled; the reader learns its position.
  ///
  /// Thread: render.
  @_noLocks
  package func admit(frameCount: Int) -> Bool {
    let hasRoom = settle(frameCount: frameCount) && freeFrames >= frameCount
    if !hasRoom { miss(frameCount: frameCount) }
    return hasRoom
  }

  /// Replaces frames that cannot be written by silence, once there is room.
  ///
  /// Thread: render.
  @_noLocks
  package func miss(frameCount: Int) {
    let owed = unsafe words[Self.owed].load(ordering: .relaxed)
    unsafe words[Self.owed].store(owed &+ frameCount, ordering: .relaxed)
  }

  /// Writes silence for frames without room; returns whether all of it is written.
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

  /// Reports a gap before the next frame to the reader; returns false while the reader has not seen
  /// the previous one.
  ///
  /// Thread: render.
  @_noLocks
  package func cut() -> Bool {
    guard unsafe words[Self.cut].load(ordering: .acquiring) == 0 else { return false }
    let end = unsafe words[Self.written].load(ordering: .relaxed)
    unsafe words[Self.cut].store(end &+ 1, ordering: .releasing)
    return true
  }

  /// Whether there is a gap after frames that can be read, or that were read.
  ///
  /// Thread: either.
  package var isCut: Bool {
    @_noLocks get { unsafe words[Self.cut].load(ordering: .acquiring) != 0 }
  }

  /// Whether the next frame follows a gap; true once for each gap.
  ///
  /// Thread: the reader's.
  package func takeCut() -> Bool {
    let position = unsafe words[Self.read].load(ordering: .relaxed)
    guard unsafe words[Self.cut].load(ordering: .acquiring) == position + 1 else { return false }
    unsafe words[Self.cut].store(0, ordering: .releasing)
    return true
  }
}

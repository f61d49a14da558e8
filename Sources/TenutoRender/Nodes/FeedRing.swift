internal import Synchronization

/// Frames from a thread that may block to the render thread: one writer, one reader.
///
/// Both count frames from the start of the feed. The reader never waits: late frames are
/// dropped, and the writer continues behind them, so that the feed stays in time.
///
/// Valid until `deallocate`.
@safe struct FeedRing: BitwiseCopyable, @unchecked Sendable {  // one writer, one reader
  /// Channels, stored separately.
  let channelCount: Int
  /// The capacity in frames.
  let capacity: Int
  private let samples: UnsafeMutablePointer<Float>
  private let words: UnsafeMutablePointer<Atomic<Int>>

  private enum Word {
    static var written: Int { @_noLocks get { 0 } }
    static var read: Int { @_noLocks get { 1 } }
    static var end: Int { @_noLocks get { 2 } }
    static var missed: Int { @_noLocks get { 3 } }
    static var misses: Int { @_noLocks get { 4 } }
  }
  private static var wordCount: Int { 5 }

  /// Thread: control.
  static func allocate(channelCount: Int, capacity: Int) -> FeedRing {
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: channelCount * capacity)
    unsafe samples.initialize(repeating: 0, count: channelCount * capacity)
    let words = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: wordCount)
    for index in 0..<wordCount { unsafe (words + index).initialize(to: Atomic(0)) }
    unsafe words[Word.end].store(.max, ordering: .relaxed)
    return unsafe FeedRing(
      channelCount: channelCount, capacity: capacity, samples: samples, words: words)
  }

  func deallocate() {
    unsafe samples.deallocate()
    unsafe words.deinitialize(count: Self.wordCount)
    unsafe words.deallocate()
  }

  @_noLocks
  private func load(_ word: Int) -> Int { unsafe words[word].load(ordering: .acquiring) }

  /// Frames that the reader has consumed or skipped.
  ///
  /// Thread: any.
  var position: Int { @_noLocks get { load(Word.read) } }

  /// The frame at which the feed ends, `Int.max` until it is known.
  ///
  /// Thread: any.
  var end: Int { @_noLocks get { load(Word.end) } }

  /// Frames that were missing, and the cycles in which frames were missing.
  ///
  /// Thread: any.
  var missedFrames: Int { load(Word.missed) }
  var misses: Int { load(Word.misses) }
}

// MARK: - Reading

extension FeedRing {
  /// Takes the next frames of all channels, with silence for missing ones.
  ///
  /// Thread: render.
  @_noLocks
  func read(into outputs: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int) {
    let start = unsafe words[Word.read].load(ordering: .relaxed)
    let end = load(Word.end)  // Before the written count: all frames before the end are visible.
    let available = min(frameCount, max(0, load(Word.written) &- start))
    let first = min(available, capacity &- start % capacity)
    for channel in 0..<channelCount {
      let line = unsafe samples + channel &* capacity
      let output = unsafe outputs[channel]
      unsafe Samples.copy(line + start % capacity, to: output, count: first)
      unsafe Samples.copy(line, to: output + first, count: available &- first)
      unsafe Samples.clear(output + available, count: frameCount &- available)
    }
    count(missing: min(frameCount, max(0, end &- start)) &- available)
    unsafe words[Word.read].store(start &+ frameCount, ordering: .releasing)
  }

  @_noLocks
  private func count(missing: Int) {
    guard missing > 0 else { return }
    let frames = unsafe words[Word.missed].load(ordering: .relaxed)
    let cycles = unsafe words[Word.misses].load(ordering: .relaxed)
    unsafe words[Word.missed].store(frames &+ missing, ordering: .relaxed)
    unsafe words[Word.misses].store(cycles &+ 1, ordering: .relaxed)
  }
}

// MARK: - Writing

extension FeedRing {
  /// Frames that have been written or dropped.
  ///
  /// Thread: the writer's.
  var written: Int { unsafe words[Word.written].load(ordering: .relaxed) }

  /// Frames ahead of the reader; negative if the reader is ahead.
  ///
  /// Thread: the writer's.
  var lead: Int { written - load(Word.read) }

  /// Appends interleaved frames, at most as many as there is room for.
  ///
  /// Thread: the writer's.
  func write(_ frames: Span<Float>) {
    let count = frames.count / channelCount
    precondition(lead + count <= capacity, "no room for so many frames")
    var position = written % capacity
    for frame in 0..<count {
      for channel in 0..<channelCount {
        unsafe samples[channel * capacity + position] = frames[frame * channelCount + channel]
      }
      position = position + 1 == capacity ? 0 : position + 1
    }
    skip(count)
  }

  /// Skips frames that are too late.
  ///
  /// Thread: the writer's.
  func skip(_ frameCount: Int) {
    unsafe words[Word.written].store(written + frameCount, ordering: .releasing)
  }

  /// Marks the end of the feed.
  ///
  /// Thread: the writer's.
  func finish() { unsafe words[Word.end].store(written, ordering: .releasing) }
}

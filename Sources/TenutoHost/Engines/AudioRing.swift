internal import Synchronization

/// Frames on their way from the render thread to one that may wait: one writer, one reader.
///
/// Valid until `deallocate`.
@safe package struct AudioRing: BitwiseCopyable, @unchecked Sendable {  // one writer, one reader
  /// Channels of a frame.
  package let channelCount: Int
  private let capacity: Int
  private let samples: UnsafeMutablePointer<Float>
  private let words: UnsafeMutablePointer<Atomic<Int>>

  private static var written: Int { @_noLocks get { 0 } }
  private static var read: Int { @_noLocks get { 1 } }

  /// Holds `frameCapacity` frames.
  ///
  /// Thread: control.
  package static func allocate(channelCount: Int, frameCapacity: Int) -> AudioRing {
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: channelCount * frameCapacity)
    unsafe samples.initialize(repeating: 0, count: channelCount * frameCapacity)
    let words = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 2)
    for index in 0..<2 { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe AudioRing(
      channelCount: channelCount, capacity: frameCapacity, samples: samples, words: words)
  }

  package func deallocate() {
    unsafe samples.deallocate()
    unsafe words.deinitialize(count: 2)
    unsafe words.deallocate()
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

  /// Lends the frames that can be read without a break, interleaved, and takes them out.
  ///
  /// Thread: the reader's.
  package func read<E: Error>(
    _ body: (UnsafeBufferPointer<Float>) throws(E) -> Void
  ) throws(E) -> Int {
    let start = unsafe words[Self.read].load(ordering: .relaxed)
    let end = unsafe words[Self.written].load(ordering: .acquiring)
    let position = start % capacity
    let count = min(end - start, capacity - position)
    guard count > 0 else { return 0 }
    try unsafe body(
      UnsafeBufferPointer(
        start: samples + position * channelCount, count: count * channelCount))
    unsafe words[Self.read].store(start + count, ordering: .releasing)
    return count
  }
}

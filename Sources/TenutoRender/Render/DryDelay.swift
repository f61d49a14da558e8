/// Delays sound by a number of frames, such as the main input of a bypassed node.
///
/// Its memory is allocated outside the render thread. A delay of 0 has none and is not used.
@safe struct DryDelay: ~Copyable {
  /// Frames by which the output lags behind the input.
  let frameCount: Int
  private var samples: UnsafeMutablePointer<Float>
  private let channelCount: Int
  private let capacity: Int
  /// The position of the next frame.
  private var position = 0

  /// Creates a delay of `frameCount` frames for cycles of at most `frameCapacity`.
  ///
  /// Thread: control.
  init(frameCount: Int, channelCount: Int, frameCapacity: Int) {
    self.frameCount = channelCount > 0 ? frameCount : 0
    self.channelCount = channelCount
    capacity = frameCount + frameCapacity
    let count = self.frameCount > 0 ? channelCount * capacity : 1
    unsafe samples = .allocate(capacity: count)
    unsafe samples.initialize(repeating: 0, count: count)
  }

  deinit { unsafe samples.deallocate() }

  /// Allocates a delay for the render thread.
  ///
  /// Thread: control.
  static func allocate(
    frameCount: Int, channelCount: Int, frameCapacity: Int
  ) -> UnsafeMutablePointer<DryDelay> {
    let delay = UnsafeMutablePointer<DryDelay>.allocate(capacity: 1)
    unsafe delay.initialize(
      to: DryDelay(
        frameCount: frameCount, channelCount: channelCount, frameCapacity: frameCapacity))
    return unsafe delay
  }

  /// Frees a delay that the render thread has released.
  ///
  /// Thread: control.
  static func deallocate(_ delay: UnsafeMutablePointer<DryDelay>) {
    unsafe delay.deinitialize(count: 1)
    unsafe delay.deallocate()
  }

  /// Whether it must be fed in every cycle.
  var isUsed: Bool { @_noLocks get { frameCount > 0 } }

  /// Writes one channel of a cycle; call `advance` after all channels.
  ///
  /// Thread: render.
  @_noLocks
  mutating func write(_ source: UnsafePointer<Float>, channel: Int, count: Int) {
    precondition(channel >= 0 && channel < channelCount && count <= capacity)
    let line = unsafe samples + channel * capacity
    let first = min(count, capacity &- position)
    unsafe Samples.copy(source, to: line + position, count: first)
    unsafe Samples.copy(source + first, to: line, count: count &- first)
  }

  /// Exchanges the memory with another delay of the same size.
  ///
  /// Thread: render. Does nothing if the sizes differ.
  @_noLocks
  mutating func exchangeMemory(with other: inout DryDelay) {
    guard frameCount == other.frameCount, channelCount == other.channelCount,
      capacity == other.capacity
    else { return }
    let (samples, position) = unsafe (samples, position)
    unsafe self.samples = other.samples
    self.position = other.position
    unsafe other.samples = samples
    other.position = position
  }

  /// Takes over from another delay: copies its newest frames and swaps the memory.
  ///
  /// Thread: render, between cycles. Both have the same number of channels.
  @_noLocks
  mutating func relieve(_ other: inout DryDelay) {
    if isUsed && other.isUsed && channelCount == other.channelCount {
      let count = min(capacity, other.capacity)
      for channel in 0..<channelCount {
        unsafe other.read(
          samples + channel * capacity, channel: channel, count: count, behind: count)
      }
      position = count == capacity ? 0 : count
    }
    let old = other
    other = self
    self = old
  }

  /// Advances by a cycle.
  ///
  /// Thread: render.
  @_noLocks
  mutating func advance(by count: Int) {
    position &+= count
    if position >= capacity { position &-= capacity }
  }

  /// Reads the delayed frames of the cycle that was written last.
  ///
  /// Thread: render. After `advance`.
  @_noLocks
  mutating func read(_ destination: UnsafeMutablePointer<Float>, channel: Int, count: Int) {
    unsafe read(destination, channel: channel, count: count, behind: count &+ frameCount)
  }

  /// Reads `count` frames, the first of which was written `behind` frames before the next write.
  ///
  /// Thread: render.
  @_noLocks
  mutating func read(
    _ destination: UnsafeMutablePointer<Float>, channel: Int, count: Int, behind: Int
  ) {
    precondition(channel >= 0 && channel < channelCount)
    precondition(count <= behind && behind <= capacity)
    let line = unsafe samples + channel * capacity
    var start = position &- behind
    if start < 0 { start &+= capacity }
    let first = min(count, capacity &- start)
    unsafe Samples.copy(line + start, to: destination, count: first)
    unsafe Samples.copy(line, to: destination + first, count: count &- first)
  }
}

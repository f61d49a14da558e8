/// Sound as it was some frames ago, such as the main input of a node that is bypassed.
///
/// Its memory is made off the render thread. With a delay of 0 it has none and is not used.
@safe struct DryDelay: ~Copyable {
  /// Frames by which what comes out is later than what goes in.
  let frameCount: Int
  private var samples: UnsafeMutablePointer<Float>
  private let channelCount: Int
  private let capacity: Int
  /// Where the next frame goes.
  private var position = 0

  /// Delays `channelCount` channels by `frameCount` frames, in cycles of `frameCapacity` at most.
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

  /// Puts a delay where the render thread can have it.
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

  /// Frees a delay that no render thread has any more.
  ///
  /// Thread: control.
  static func deallocate(_ delay: UnsafeMutablePointer<DryDelay>) {
    unsafe delay.deinitialize(count: 1)
    unsafe delay.deallocate()
  }

  /// Whether it must be fed in every cycle.
  var isUsed: Bool { @_noLocks get { frameCount > 0 } }

  /// Puts in the frames of a cycle of one channel; `advance` follows when all channels are in.
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

  /// Takes what another one of the same size has been fed, and gives it its own.
  ///
  /// Thread: render. Does nothing where the sizes differ.
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
  /// Thread: render, between cycles. They have as many channels.
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

  /// Moves on by a cycle.
  ///
  /// Thread: render.
  @_noLocks
  mutating func advance(by count: Int) {
    position &+= count
    if position >= capacity { position &-= capacity }
  }

  /// Gives the delayed frames of the cycle that was put in last.
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

public import TenutoCore
public import TenutoTransport

/// The state of the render thread: all that it touches, made before it starts.
///
/// It renders a graph cycle by cycle; an engine owns it and drives it.
@safe public struct Renderer: ~Copyable {
  let page: CyclePage
  let slots: UnsafeMutablePointer<RenderSlot>
  let slotCount: Int
  let depthCount: Int
  let depths: UnsafeMutablePointer<DepthState>
  /// What the engine takes in: `[channel][frame]`, `capacity` samples from one to the next.
  let external: UnsafeMutablePointer<Float>
  let externalChannelCount: Int
  /// What is heard: `[channel][frame]`, `capacity` samples from one to the next.
  let mix: UnsafeMutablePointer<Float>
  /// Frames of one cycle at most.
  public let frameCapacity: Int
  /// Audio channels of what is heard.
  public let outputChannelCount: Int
  /// Frames since start.
  public private(set) var sampleTime: Int64 = 0
  private(set) var cycle: UInt32 = 0

  /// A depth's slots, and which of them finished last: the one to sleep on.
  struct DepthState: BitwiseCopyable {
    let first: Int
    let end: Int
    var lastToFinish: Int
  }

  init(
    page: consuming CyclePage, slots: UnsafeMutableBufferPointer<RenderSlot>,
    depths: [Range<Int>], frameCapacity: Int, externalChannelCount: Int, outputChannelCount: Int
  ) {
    self.page = page
    guard let first = slots.baseAddress else { preconditionFailure("a graph has nodes") }
    unsafe self.slots = first
    slotCount = slots.count
    depthCount = depths.count
    unsafe self.depths = .allocate(capacity: depths.count)
    for (index, depth) in depths.enumerated() {
      unsafe (self.depths + index).initialize(
        to: DepthState(
          first: depth.lowerBound, end: depth.upperBound, lastToFinish: depth.upperBound - 1))
    }
    self.frameCapacity = frameCapacity
    self.externalChannelCount = externalChannelCount
    self.outputChannelCount = outputChannelCount
    unsafe external = Self.silence(externalChannelCount * frameCapacity)
    unsafe mix = Self.silence(outputChannelCount * frameCapacity)
  }

  private static func silence(_ count: Int) -> UnsafeMutablePointer<Float> {
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: max(1, count))
    unsafe samples.initialize(repeating: 0, count: max(1, count))
    return unsafe samples
  }

  deinit {
    unsafe slots.deinitialize(count: slotCount)
    unsafe slots.deallocate()
    unsafe depths.deallocate()
    unsafe external.deallocate()
    unsafe mix.deallocate()
  }

  /// Gives `event` to a node in the next cycle; in the order of frame offsets for each node.
  ///
  /// Thread: render. Never blocks.
  @_noLocks
  public mutating func send(_ event: TimedEvent, toSlot slot: Int) {
    precondition(slot >= 0 && slot < slotCount)
    let slots = unsafe slots  // ThreadSanitizer's build breaks on self.slots here (Swift 6.3.1)
    unsafe slots[slot].append(event, cycle: cycle &+ 1)
  }

  /// Renders the next cycle of `frameCount` frames and waits no longer than `limit`.
  ///
  /// Thread: render. More frames than `frameCapacity` are a programmer error and trap.
  /// - Parameters:
  ///   - frameCount: Frames in this cycle, `1...frameCapacity`.
  ///   - limit: When the host stops waiting.
  ///   - isRealtime: Whether time runs; offline the extensions are told that none does.
  @_noLocks
  public mutating func render(frameCount: Int, until limit: MonotonicTime, isRealtime: Bool) {
    precondition(frameCount > 0 && frameCount <= frameCapacity)
    cycle &+= 1
    page.announce(
      CyclePage.Announcement(
        frameCount: UInt32(truncatingIfNeeded: frameCount), sampleTime: sampleTime,
        deadline: isRealtime ? limit : .never, isMeasured: cycle % Self.measuredEvery == 0))
    for depth in 0..<depthCount {
      prepare(depth: depth, frameCount: frameCount)
      page.start(cycle, depth: depth)
      collect(depth: depth, until: limit)
      finish(depth: depth, frameCount: frameCount)
    }
    mixOutput(frameCount: frameCount)
    sampleTime &+= Int64(frameCount)
  }

  /// Takes what is heard down to silence over the last cycle.
  ///
  /// Thread: render. After `render`.
  @_noLocks
  func fadeOutMix(frameCount: Int) {
    for channel in 0..<outputChannelCount {
      let samples = unsafe mix + channel * frameCapacity
      for frame in 0..<frameCount {
        let gain = 1 - Float(frame + 1) / Float(frameCount)
        unsafe samples[frame] = samples[frame] * gain
      }
    }
  }

  /// One cycle in so many is measured: looking at the clock costs a light extension 5 %.
  static var measuredEvery: UInt32 { @_noLocks get { 8 } }

  /// The samples of one channel of what is heard, as of the last cycle.
  ///
  /// Thread: render. Valid until the next cycle.
  @unsafe @_noLocks
  public func mixSamples(_ channel: Int) -> UnsafePointer<Float> {
    precondition(channel >= 0 && channel < outputChannelCount)
    return unsafe UnsafePointer(mix + channel * frameCapacity)
  }

  /// Where an engine puts the samples of one channel of what it takes in.
  ///
  /// Thread: render. Before `render`.
  @unsafe @_noLocks
  public func externalSamples(_ channel: Int) -> UnsafeMutablePointer<Float> {
    precondition(channel >= 0 && channel < externalChannelCount)
    return unsafe external + channel * frameCapacity
  }
}

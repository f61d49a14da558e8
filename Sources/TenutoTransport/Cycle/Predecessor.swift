internal import CTenuto
internal import Glibc

/// The extension whose outputs are this one's inputs: its memory, which is only read, and a copy of
/// what it has rendered that nobody else can change.
///
/// Made and freed by control, used by the render thread.
@safe package struct Predecessor: ~Copyable {
  private let mapping: Mapping
  private let shape: SegmentShape
  /// The channel of the other's that goes into each of this one's, -1 for none.
  private let sources: UnsafeMutablePointer<Int>
  private let channelCount: Int
  /// `[channel][frame]`, `stride` samples from one channel to the next.
  let samples: UnsafeMutablePointer<Float>
  let stride: Int
  /// The sample of each channel from which silence is faded to.
  private let lastSamples: UnsafeMutablePointer<Float>

  /// Frames in which the input falls to silence where the other has failed.
  private static var fadeFrames: Int { @_noLocks get { 64 } }

  /// Maps what the other writes.
  ///
  /// Thread: control.
  ///
  /// - Throws: The system's error; EINVAL where the numbers do not fit together.
  package init(
    _ request: LinkRequest, from descriptor: CInt, to format: RenderFormat
  ) throws(SystemError) {
    guard request.sources.count == format.inputChannelCount,
      request.frameCapacity == format.frameCapacity,
      request.sources.allSatisfy({ $0 == nil || ($0 ?? 0) < request.channelCount }),
      let shape = SegmentShape.fromExtension(
        channelCount: request.channelCount, frameCapacity: request.frameCapacity)
    else { throw SystemError("link", code: EINVAL) }
    mapping = try Mapping(
      descriptor, byteCount: shape.byteCount, isWritable: false, isGuarded: true)
    self.shape = shape
    channelCount = request.sources.count
    stride = shape.channelStride / 4
    let places = max(1, channelCount)
    unsafe sources = HotMemory.allocate(Int.self, count: places)
    for (channel, source) in request.sources.enumerated() {
      unsafe (sources + channel).initialize(to: source ?? -1)
    }
    unsafe samples = HotMemory.allocate(Float.self, count: places * stride)
    unsafe samples.initialize(repeating: 0, count: places * stride)
    unsafe lastSamples = HotMemory.allocate(Float.self, count: places)
    unsafe lastSamples.initialize(repeating: 0, count: places)
  }

  deinit {
    let places = max(1, channelCount)
    unsafe HotMemory.deallocate(sources, count: places)
    unsafe HotMemory.deallocate(samples, count: places * stride)
    unsafe HotMemory.deallocate(lastSamples, count: places)
  }

  /// Whether its memory has been taken away: there is nothing to follow any more.
  var isBroken: Bool {
    @_noLocks get {
      guard let word = unsafe mapping.brokenWord else { return false }
      return unsafe tenuto_load_acquire(word) != 0
    }
  }

  /// The word on which this extension sleeps.
  var doneWord: UnsafePointer<UInt32> {
    @_noLocks get {
      unsafe UnsafePointer(
        mapping.base.assumingMemoryBound(to: UInt32.self) + FromWord.doneCycle)
    }
  }

  /// Copies what it has rendered in the cycle that it has done; where that is not whole, the input
  /// falls to silence.
  ///
  /// Thread: render.
  @_noLocks
  func take(frameCount: Int) {
    guard isWhole(frameCount: frameCount) else { return silence(frameCount: frameCount) }
    var findings = OutputGuard.Findings()
    for channel in 0..<channelCount {
      let source = unsafe sources[channel]
      guard source >= 0 else { continue }  // zeros since the beginning
      let own = unsafe samples + channel * stride
      unsafe OutputGuard.copy(
        outputSamples(source), to: own, count: frameCount, findings: &findings)
      unsafe lastSamples[channel] = own[frameCount &- 1]
    }
  }

  /// Goes from the last samples down to silence.
  ///
  /// Thread: render.
  @_noLocks
  func silence(frameCount: Int) {
    for channel in 0..<channelCount {
      let own = unsafe samples + channel * stride
      let anchor = unsafe lastSamples[channel]
      for frame in 0..<frameCount {
        let gain = Float(min(frame &+ 1, Self.fadeFrames)) / Float(Self.fadeFrames)
        unsafe own[frame] = anchor * (1 - gain)
      }
      unsafe lastSamples[channel] = own[frameCount &- 1]
    }
  }

  /// Keeps the last samples of an input that comes from the host.
  ///
  /// Thread: render.
  @_noLocks
  func noteInput(_ input: UnsafePointer<Float>, stride: Int, frameCount: Int) {
    for channel in 0..<channelCount {
      unsafe lastSamples[channel] = input[channel &* stride &+ frameCount &- 1]
    }
  }

  /// Whether it says that it has rendered so many frames, and the host's mark is gone.
  @_noLocks
  private func isWhole(frameCount: Int) -> Bool {
    let words = unsafe mapping.base.assumingMemoryBound(to: UInt32.self)
    guard unsafe tenuto_load_relaxed(words + FromWord.status) == 0,
      unsafe tenuto_load_relaxed(words + FromWord.renderedFrames)
        == UInt32(truncatingIfNeeded: frameCount)
    else { return false }
    for channel in 0..<shape.channelCount
    where unsafe outputSamples(channel)[frameCount &- 1].bitPattern == TENUTO_UNWRITTEN {
      return false
    }
    return true
  }

  @unsafe @_noLocks
  private func outputSamples(_ channel: Int) -> UnsafePointer<Float> {
    unsafe UnsafePointer(
      mapping.base.advanced(by: shape.headerBytes + channel * shape.channelStride)
        .assumingMemoryBound(to: Float.self))
  }
}

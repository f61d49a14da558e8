internal import CTenuto
internal import Glibc

/// The extension that feeds this one: its memory, mapped read-only, and a private copy of its
/// output.
///
/// Control makes and frees it; the render thread uses it.
@safe package struct Predecessor: ~Copyable {
  private let mapping: Mapping
  private let shape: SegmentShape
  /// For each input channel, the predecessor's output channel, or -1 for none.
  private let sources: UnsafeMutablePointer<Int>
  private let channelCount: Int
  /// `[channel][frame]`, `stride` samples from one channel to the next.
  let samples: UnsafeMutablePointer<Float>
  let stride: Int
  /// The last sample of each channel, from which it fades to silence.
  private let lastSamples: UnsafeMutablePointer<Float>

  /// Frames of the fade to silence if the predecessor fails.
  private static var fadeFrames: Int { @_noLocks get { 64 } }

  /// Maps the predecessor's output.
  ///
  /// Thread: control.
  ///
  /// - Throws: The system's error; EINVAL if the numbers contradict each other.
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
    let count = max(1, channelCount)
    unsafe sources = HotMemory.allocate(Int.self, count: count)
    for (channel, source) in request.sources.enumerated() {
      unsafe (sources + channel).initialize(to: source ?? -1)
    }
    unsafe samples = HotMemory.allocate(Float.self, count: count * stride)
    unsafe samples.initialize(repeating: 0, count: count * stride)
    unsafe lastSamples = HotMemory.allocate(Float.self, count: count)
    unsafe lastSamples.initialize(repeating: 0, count: count)
  }

  deinit {
    let count = max(1, channelCount)
    unsafe HotMemory.deallocate(sources, count: count)
    unsafe HotMemory.deallocate(samples, count: count * stride)
    unsafe HotMemory.deallocate(lastSamples, count: count)
  }

  /// Whether the predecessor's memory has been taken away, so that following must end.
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

  /// Copies the predecessor's output of its finished cycle; fades to silence if it is incomplete.
  ///
  /// Thread: render.
  @_noLocks
  func take(frameCount: Int) {
    guard isWhole(frameCount: frameCount) else { return silence(frameCount: frameCount) }
    var findings = OutputGuard.Findings()
    for channel in 0..<channelCount {
      let source = unsafe sources[channel]
      guard source >= 0 else { continue }  // stays silent
      let own = unsafe samples + channel * stride
      unsafe OutputGuard.copy(
        outputSamples(source), to: own, count: frameCount, findings: &findings)
      unsafe lastSamples[channel] = own[frameCount &- 1]
    }
  }

  /// Fades from the last samples to silence.
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

  /// Keeps the last samples of an input from the host.
  ///
  /// Thread: render.
  @_noLocks
  func noteInput(_ input: UnsafePointer<Float>, stride: Int, frameCount: Int) {
    for channel in 0..<channelCount {
      unsafe lastSamples[channel] = input[channel &* stride &+ frameCount &- 1]
    }
  }

  /// Whether the predecessor reports this many frames and has overwritten the host's mark.
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

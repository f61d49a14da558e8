internal import TenutoCore
internal import TenutoTransport

/// The delay of a node that is heard one period later and not waited for.
///
/// Control creates it; the render thread takes it, uses it, and hands it back. The node's output,
/// with its fades and its bypass, passes a line of `frameCount` frames. In realtime it enters the
/// line one cycle later, and is heard at the same time.
@safe struct PeriodDelay: ~Copyable {
  /// Frames of the delay.
  let frameCount: Int
  var line: DryDelay
  /// The main input of the pending cycle: `[channel][frame]`.
  private let inputs: UnsafeMutablePointer<Float>
  private let stride: Int
  private let inputCount: Int
  /// The pending cycle, and its frames; 0 if none exists.
  var cycle: UInt32 = 0
  var pendingFrames = 0

  /// Thread: control.
  init(frameCount: Int, inputCount: Int, outputCount: Int, frameCapacity: Int) {
    self.frameCount = frameCount
    self.inputCount = inputCount
    stride = frameCapacity
    line = DryDelay(
      frameCount: frameCount, channelCount: outputCount, frameCapacity: frameCapacity)
    let count = max(1, inputCount * frameCapacity)
    unsafe inputs = .allocate(capacity: count)
    unsafe inputs.initialize(repeating: 0, count: count)
  }

  deinit { unsafe inputs.deallocate() }

  /// Allocates a delay for the render thread.
  ///
  /// Thread: control.
  static func allocate(
    frameCount: Int, layout: BusLayout, frameCapacity: Int
  ) -> UnsafeMutablePointer<PeriodDelay> {
    let delay = UnsafeMutablePointer<PeriodDelay>.allocate(capacity: 1)
    unsafe delay.initialize(
      to: PeriodDelay(
        frameCount: frameCount, inputCount: layout.inputs.first ?? 0,
        outputCount: layout.outputChannelCount, frameCapacity: frameCapacity))
    return unsafe delay
  }

  /// Frees a delay that the render thread has released.
  ///
  /// Thread: control.
  static func deallocate(_ delay: UnsafeMutablePointer<PeriodDelay>) {
    unsafe delay.deinitialize(count: 1)
    unsafe delay.deallocate()
  }

  /// The kept main input of one channel.
  ///
  /// Thread: render.
  @unsafe @_noLocks
  mutating func input(_ channel: Int) -> UnsafeMutablePointer<Float> {
    precondition(channel >= 0 && channel < inputCount)
    return unsafe inputs + channel * stride
  }
}

internal import TenutoCore
internal import TenutoTransport

/// The delay of a node that is heard one period later and is not waited for.
///
/// Made by control; the render thread takes it, uses it, and gives it back. What the node sounds
/// like, its fades and its bypass included, goes through a line of `frameCount` frames; in realtime
/// it goes in a cycle later, and comes out at the same time.
@safe struct PeriodDelay: ~Copyable {
  /// Frames by which the node is heard later.
  let frameCount: Int
  var line: DryDelay
  /// The main input of the cycle that was not concluded: `[channel][frame]`.
  private let inputs: UnsafeMutablePointer<Float>
  private let stride: Int
  private let inputCount: Int
  /// The cycle that was not concluded, and its frames; 0 for none.
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

  /// Puts a delay where the render thread can have it.
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

  /// Frees a delay that no render thread has any more.
  ///
  /// Thread: control.
  static func deallocate(_ delay: UnsafeMutablePointer<PeriodDelay>) {
    unsafe delay.deinitialize(count: 1)
    unsafe delay.deallocate()
  }

  /// Where the main input of one channel is kept.
  ///
  /// Thread: render.
  @unsafe @_noLocks
  mutating func input(_ channel: Int) -> UnsafeMutablePointer<Float> {
    precondition(channel >= 0 && channel < inputCount)
    return unsafe inputs + channel * stride
  }
}

public import TenutoTransport

/// The frames that one call of `Kernel.render` is asked for.
///
/// It is lent for the call: samples are reachable only through it.
public struct RenderCycle: ~Copyable, ~Escapable {
  /// The inputs' samples of these frames, channels of all busses in order.
  public let input: AudioBlock
  /// The outputs' samples of these frames, channels of all busses in order.
  public var output: MutableAudioBlock
  /// Time of the first frame, in frames since start.
  public let sampleTime: Int64

  /// Joins the blocks of one call.
  @_lifetime(copy input, copy output)
  @inlinable @_noLocks
  public init(
    input: consuming AudioBlock, output: consuming MutableAudioBlock, sampleTime: Int64
  ) {
    self.input = input
    self.output = output
    self.sampleTime = sampleTime
  }

  /// Frames to render, `1...maximumFrameCount`.
  @inlinable public var frameCount: Int {
    @_noLocks get { output.frameCount }
  }
}

/// A packet at a frame of the cycle in which it takes effect.
public struct TimedUMP: BitwiseCopyable, Sendable, Hashable {
  /// Frames from the start of the cycle, `0..<frameCount`.
  public var frameOffset: UInt32

  /// The packet.
  public var ump: UMP

  /// Creates an event at a frame of its cycle.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public init(frameOffset: UInt32, ump: UMP) {
    self.frameOffset = frameOffset
    self.ump = ump
  }
}

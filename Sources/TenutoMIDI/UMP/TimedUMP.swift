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

/// A packet with a time of the host's clock.
public struct HostTimedUMP: BitwiseCopyable, Sendable, Hashable {
  /// Nanoseconds of `CLOCK_MONOTONIC`; 0 is "now", as in Core MIDI.
  public var hostTime: UInt64

  /// The packet.
  public var ump: UMP

  /// Creates an event at a time of the host's clock.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public init(hostTime: UInt64, ump: UMP) {
    self.hostTime = hostTime
    self.ump = ump
  }
}

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

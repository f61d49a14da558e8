/// A packet at a time of the host's clock.
public struct HostTimedUMP: BitwiseCopyable, Sendable, Hashable {
  /// Nanoseconds of `CLOCK_MONOTONIC`; 0 is "now", as Core MIDI has it.
  public var hostTime: UInt64

  /// What happens at that time.
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

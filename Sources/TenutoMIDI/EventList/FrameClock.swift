/// Converts the frames of a cycle to times of the host's clock.
public struct FrameClock: BitwiseCopyable, Sendable, Hashable {
  /// The host's time of frame 0, in nanoseconds.
  public let start: UInt64

  /// Frames per second.
  public let sampleRate: Double

  /// Creates a clock; a rate of 0 or below is a programmer error and traps at runtime.
  ///
  /// Thread: any.
  @_noLocks
  public init(start: UInt64, sampleRate: Double) {
    precondition(sampleRate > 0, "FrameClock needs a sample rate")
    self.start = start
    self.sampleRate = sampleRate
  }

  /// Returns the host's time of a frame, to the nearest nanosecond.
  ///
  /// Thread: any.
  @_noLocks
  public func hostTime(of frame: UInt32) -> UInt64 {
    let (sum, overflows) = start.addingReportingOverflow(
      UInt64(Double(frame) * 1e9 / sampleRate + 0.5))
    return overflows ? .max : sum
  }

  /// Returns the nearest frame to a host time; frame 0 for "now" and for past times.
  ///
  /// Thread: any. The frame of `hostTime(of:)` is the original frame again, up to 500 MHz.
  @_noLocks
  public func frame(at hostTime: UInt64) -> UInt32 {
    if hostTime <= start { return 0 }
    let frame = Double(hostTime - start) * sampleRate / 1e9 + 0.5
    return frame >= 4_294_967_295 ? .max : UInt32(frame)
  }
}

extension UMPEventList<TimedUMP> {
  /// Returns the events by the host's clock.
  ///
  /// Thread: control.
  public func hostTimed(by clock: FrameClock) -> UMPEventList<HostTimedUMP> {
    UMPEventList<HostTimedUMP>(
      ordered: events.map {
        HostTimedUMP(hostTime: clock.hostTime(of: $0.frameOffset), ump: $0.ump)
      })
  }
}

extension UMPEventList<HostTimedUMP> {
  /// Returns the events by frame; "now" and past times become frame 0.
  ///
  /// Thread: control.
  public func frameTimed(by clock: FrameClock) -> UMPEventList<TimedUMP> {
    UMPEventList<TimedUMP>(
      ordered: events.map {
        TimedUMP(frameOffset: clock.frame(at: $0.hostTime), ump: $0.ump)
      })
  }
}

/// Times of the host's clock as frames of an engine, and back.
///
/// What arrives while a cycle renders sounds in the next one, at the same place: one period after its
/// arrival, exact to the frame.
extension EngineReading {
  /// Seconds from the last cycle beyond which a time is not believed.
  private static let limit = 10.0

  /// Finds the frame for what arrives at a time of `CLOCK_MONOTONIC`, in nanoseconds.
  ///
  /// - Parameters:
  ///   - nanoseconds: The time of arrival.
  ///   - sampleRate: The engine's rate, in Hz.
  /// - Returns: The frame; nil before the first cycle, and for a time that is not near it.
  public func sampleTime(at nanoseconds: UInt64, sampleRate: Double) -> Int64? {
    let elapsed = Double(Int64(bitPattern: nanoseconds &- lastCycleTime)) / 1e9
    guard lastCycleTime > 0, abs(elapsed) < Self.limit else { return nil }
    return sampleTime + Int64((elapsed * sampleRate).rounded())
  }

  /// Returns the time whose arrivals get a frame; nil as for `sampleTime(at:sampleRate:)`.
  ///
  /// It is one period before the frame is due.
  public func hostTime(of frame: Int64, sampleRate: Double) -> UInt64? {
    let seconds = Double(frame - sampleTime) / sampleRate
    guard lastCycleTime > 0, abs(seconds) < Self.limit else { return nil }
    return lastCycleTime &+ UInt64(bitPattern: Int64((seconds * 1e9).rounded()))
  }
}

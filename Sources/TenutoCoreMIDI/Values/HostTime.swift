/// Returns the time of the host's clock, in ticks: nanoseconds of `CLOCK_MONOTONIC`.
///
/// Thread: any.
public func AudioGetCurrentHostTime() -> UInt64 {
  mach_absolute_time()
}

/// Returns the ticks of the host's clock per second.
///
/// Thread: any.
public func AudioGetHostClockFrequency() -> Double {
  1e9
}

/// Returns the smallest step of the host's clock, in ticks.
///
/// Thread: any.
public func AudioGetHostClockMinimumTimeDelta() -> UInt32 {
  1
}

/// Returns ticks of the host's clock as nanoseconds.
///
/// Thread: any.
public func AudioConvertHostTimeToNanos(_ hostTime: UInt64) -> UInt64 {
  hostTime
}

/// Returns nanoseconds as ticks of the host's clock.
///
/// Thread: any.
public func AudioConvertNanosToHostTime(_ nanos: UInt64) -> UInt64 {
  nanos
}

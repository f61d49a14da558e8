/// Decides when to send a keep-alive to the service manager: only while the render thread makes
/// progress.
///
/// The manager restarts a process whose render thread stands still, even if its other threads still
/// run.
struct RenderWatchdog {
  private let nanoseconds: UInt64
  private var fedAt: UInt64?
  private var fedCycles: UInt64 = 0

  /// Creates a watchdog that expects a keep-alive within that time.
  init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// Checks the render thread.
  ///
  /// - Parameters:
  ///   - cycles: The number of rendered cycles; nil while no cycle is expected, for example without
  ///     a JACK server.
  ///   - now: The time, in ns.
  /// - Returns: Whether to send a keep-alive now.
  mutating func look(cycles: UInt64?, now: UInt64) -> Bool {
    // A third of the time, so that one late call does no harm.
    if let fedAt, now &- fedAt < nanoseconds / 3 { return false }
    if fedAt != nil, let cycles, cycles == fedCycles { return false }
    fedAt = now
    fedCycles = cycles ?? fedCycles
    return true
  }
}

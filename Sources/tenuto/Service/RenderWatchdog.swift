/// Decides when the service manager gets a sign of life: only while the render thread gets on.
///
/// A process whose render thread stands still is restarted by the manager, also if the other
/// threads still work.
struct RenderWatchdog {
  private let nanoseconds: UInt64
  private var fedAt: UInt64?
  private var fedCycles: UInt64 = 0

  /// Creates a watchdog that expects a sign of life within that time.
  init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// Looks at the render thread.
  ///
  /// - Parameters:
  ///   - cycles: The number of rendered cycles; nil while none is expected, such as without a JACK
  ///     server.
  ///   - now: The time, in ns.
  /// - Returns: Whether to send a sign of life now.
  mutating func look(cycles: UInt64?, now: UInt64) -> Bool {
    // A third of the time, so that one late call does no harm.
    if let fedAt, now &- fedAt < nanoseconds / 3 { return false }
    if fedAt != nil, let cycles, cycles == fedCycles { return false }
    fedAt = now
    fedCycles = cycles ?? fedCycles
    return true
  }
}

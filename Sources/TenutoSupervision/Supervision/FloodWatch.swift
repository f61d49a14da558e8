internal import TenutoRender
/// Reports each flood of events once.
struct FloodWatch: Sendable {
  /// Floods that were already reported.
  private var seen: UInt64 = 0

  init() {}

  /// Checks the counters; returns whether to bypass the node because a flood continues.
  ///
  /// A flood that began during a restart is reported once the new instance `isPlaying`.
  mutating func check(_ counters: NodeReading, isPlaying: Bool) -> Bool {
    guard counters.isFlooding else {
      // Another instance has taken over.
      seen = counters.floods
      return false
    }
    guard isPlaying, counters.floods > seen else { return false }
    seen = counters.floods
    return true
  }
}

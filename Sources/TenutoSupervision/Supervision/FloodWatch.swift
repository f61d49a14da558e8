internal import TenutoRender
/// Notices floods of events, each once.
struct FloodWatch: Sendable {
  /// Floods that have been dealt with.
  private var seen: UInt64 = 0

  init() {}

  /// Takes a look; whether the node is to be left out for a flood that goes on.
  ///
  /// A flood that began while another instance was on its way waits until that `isPlaying`.
  mutating func check(_ counters: NodeReading, isPlaying: Bool) -> Bool {
    guard counters.isFlooding else {
      // Another instance has the place.
      seen = counters.floods
      return false
    }
    guard isPlaying, counters.floods > seen else { return false }
    seen = counters.floods
    return true
  }
}

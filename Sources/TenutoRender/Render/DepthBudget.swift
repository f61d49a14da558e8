/// Divides the time until the deadline among the depths of a graph, so that a hanging node takes no
/// time that later depths need.
enum DepthBudget {
  /// The most nanoseconds to wait for a depth.
  ///
  /// Each later depth keeps its own maximum plus half, and an equal part of an eighth of the time.
  /// A depth always has its own maximum plus a quarter. It has half of the unassigned time where
  /// that is more, and never less than half of an equal part.
  /// - Parameters:
  ///   - available: Nanoseconds until the deadline.
  ///   - own: The expected time of the depth.
  ///   - later: The expected time of all later depths together.
  ///   - laterCount: The number of later depths.
  /// - Returns: At most `available`.
  @_noLocks
  static func window(available: UInt64, own: UInt64, later: UInt64, laterCount: Int) -> UInt64 {
    guard laterCount > 0 else { return available }
    let count = UInt64(truncatingIfNeeded: laterCount) &+ 1
    let kept = later &+ later / 2 &+ available / (8 &* count) &* (count &- 1)
    var window = kept < available ? available &- kept : 0
    window = max(window, own &+ own / 4)
    let wanted = own &+ later
    if wanted < available { window = max(window, own &+ (available &- wanted) / 2) }
    window = max(window, available / (2 &* count))
    return min(window, available)
  }

  /// The expected time of a depth that took less: its maximum, which decays slowly.
  @_noLocks
  static func expectation(before old: UInt64) -> UInt64 { old &- old / 512 }
}

extension RenderPlan {
  /// Notes that the depths `first...last` took `measured` nanoseconds together.
  ///
  /// The host waits once for extensions that hand on to each other, at the last of them, and does
  /// not know the time of each depth. Time beyond the expectation counts for all of these depths
  /// alike.
  ///
  /// Thread: render.
  @_noLocks
  func note(_ measured: UInt64, of first: Int, through last: Int) {
    var sum: UInt64 = 0
    for depth in first...last {
      let expected = DepthBudget.expectation(before: unsafe levels[depth].expected)
      unsafe levels[depth].expected = expected
      sum &+= expected
    }
    guard measured > sum else { return }
    let count = UInt64(truncatingIfNeeded: last &- first &+ 1)
    let more = (measured &- sum) / count
    for depth in first..<last { unsafe levels[depth].expected &+= more }
    unsafe levels[last].expected &+= measured &- sum &- more &* (count &- 1)
  }
}

/// The time of the depths of a cycle so far, in ns.
struct DepthTimes: BitwiseCopyable {
  /// Whether several depths share the time until the deadline.
  var isShared = false
  /// When the last wait ended, and the first depth since then.
  var began: UInt64 = 0
  var first = 0
  /// The expected time of the depths since then, and of the depths to come.
  var own: UInt64 = 0
  var later: UInt64 = 0

  @_noLocks init() {}
}

internal import TenutoCore
internal import TenutoRender
internal import TenutoTransport

/// The supervisor's record of the last replay: when the previous instance ended, and when the
/// replay was complete.
struct ReplayWatch: Sendable {
  /// Cycles after the replay that count as its own.
  private static let cycleCount: Int32 = 16

  /// When the newest instance ended by itself, in ns; nil where it was replaced by the user's wish.
  private(set) var lastEnd: UInt64?
  /// When the one before that ended: what is older was replayed.
  private(set) var previousEnd: UInt64?
  /// The cycle that the instance had done when it had got all values; nil before.
  private var givenCycle: UInt32?
  /// When it had got them, in ns.
  private var givenTime: UInt64?
  /// When something was left out, in ns.
  private var times: [UInt64] = []

  /// Notes that an instance has ended.
  mutating func noteEnd(now: UInt64) {
    previousEnd = lastEnd
    lastEnd = now
  }

  /// Notes that an instance that goes on is to be replaced: its successor's death is the first one.
  mutating func noteWish() { lastEnd = nil }

  /// Notes that another instance is to be given everything.
  mutating func begin() { (givenCycle, givenTime) = (nil, nil) }

  /// Notes that it has got everything, after it had done `cycle`.
  mutating func noteGiven(cycle: UInt32?, now: UInt64) { (givenCycle, givenTime) = (cycle, now) }

  /// Whether an instance that had done `cycle` at its end, and got a value last at `newestChange`,
  /// in ns, ended in the replay: in its first cycle, or soon after it without having got more.
  func isInReplay(_ replay: Replay?, cycle: UInt32?, newestChange: UInt64) -> Bool {
    guard let cycle, let givenCycle, let givenTime else { return true }
    let sinceReplay = replay.map { Int32(bitPattern: cycle &- ($0.cycle &- 1)) }
    if let sinceReplay, sinceReplay <= 0 { return true }
    let sinceGiven = Int32(bitPattern: cycle &- givenCycle)
    return min(sinceReplay ?? sinceGiven, sinceGiven) < Self.cycleCount
      && replay?.isFollowed != true && newestChange <= givenTime
  }

  /// Whether another end may go without being counted among the restarts: as often as `policy` has
  /// restarts, so that there is no loop.
  mutating func isFree(_ policy: SupervisionPolicy, now: UInt64) -> Bool {
    let window = UInt64(max(0, policy.restartWindow) * 1e9)
    times.removeAll { now - min(now, $0) >= window }
    guard times.count < policy.restartLimit else { return false }
    times.append(now)
    return true
  }
}

internal import TenutoCore
internal import TenutoRender
internal import TenutoTransport

/// The supervisor's record of the last replay: when the previous instance ended, and when the
/// replay was complete.
struct ReplayWatch: Sendable {
  /// Cycles after the replay that still count as part of it.
  private static let cycleCount: Int32 = 16

  /// When the newest instance ended by itself, in ns; nil if the user had it replaced.
  private(set) var lastEnd: UInt64?
  /// When the instance before that ended; older messages were replayed.
  private(set) var previousEnd: UInt64?
  /// The newest finished cycle of the instance when it had got all values; nil before.
  private var givenCycle: UInt32?
  /// When it had got them, in ns.
  private var givenTime: UInt64?
  /// When messages were left out, in ns.
  private var times: [UInt64] = []

  /// Notes that an instance has ended.
  mutating func noteEnd(now: UInt64) {
    previousEnd = lastEnd
    lastEnd = now
  }

  /// Notes that a running instance is to be replaced, so that its successor's end counts as the
  /// first.
  mutating func noteReplacement() { lastEnd = nil }

  /// Notes that a new instance is about to get state and values.
  mutating func begin() { (givenCycle, givenTime) = (nil, nil) }

  /// Notes that it has got them, after it had finished `cycle`.
  mutating func noteGiven(cycle: UInt32?, now: UInt64) { (givenCycle, givenTime) = (cycle, now) }

  /// Whether an instance ended in the replay: in its first cycle, or soon after it without newer
  /// input.
  ///
  /// `cycle` is its newest finished cycle, `newestChange` the time of its newest value, in ns.
  func isInReplay(_ replay: Replay?, cycle: UInt32?, newestChange: UInt64) -> Bool {
    guard let cycle, let givenCycle, let givenTime else { return true }
    let sinceReplay = replay.map { Int32(bitPattern: cycle &- ($0.cycle &- 1)) }
    if let sinceReplay, sinceReplay <= 0 { return true }
    let sinceGiven = Int32(bitPattern: cycle &- givenCycle)
    return min(sinceReplay ?? sinceGiven, sinceGiven) < Self.cycleCount
      && replay?.isFollowed != true && newestChange <= givenTime
  }

  /// Whether another end may stay out of the restart count: at most as often as `policy` allows
  /// restarts, so that there is no endless loop.
  mutating func isFree(_ policy: SupervisionPolicy, now: UInt64) -> Bool {
    let window = UInt64(max(0, policy.restartWindow) * 1e9)
    times.removeAll { now - min(now, $0) >= window }
    guard times.count < policy.restartLimit else { return false }
    times.append(now)
    return true
  }
}

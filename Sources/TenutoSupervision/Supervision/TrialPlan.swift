internal import Synchronization

/// When a node that was left out for being too slow is tried again: alone, later and later.
struct TrialPlan: Sendable {
  /// Nanoseconds before the first trial, and at most; each waits twice as long as the one before.
  private static let firstDelay: UInt64 = 2_000_000_000
  private static let longestDelay: UInt64 = 60_000_000_000
  /// Nanoseconds after which a trial has been passed, and after which the delays begin anew.
  private static let duration: UInt64 = 6_000_000_000
  private static let probation: UInt64 = 120_000_000_000

  private var delay = firstDelay
  /// When the next trial is due, in ns; nil for none.
  private(set) var due: UInt64?
  /// When the newest trial began, and whether it goes on.
  private var began: UInt64?
  private(set) var isOn = false

  /// Plans the next trial of a node that has just been left out.
  mutating func plan(now: UInt64) {
    if let began, now > began, now - began >= Self.probation { delay = Self.firstDelay }
    due = now + delay
    began = nil
    isOn = false
    delay = min(2 * delay, Self.longestDelay)
  }

  /// Notes that a trial begins.
  mutating func begin(now: UInt64) {
    due = nil
    began = now
    isOn = true
  }

  /// Plans nothing.
  mutating func cancel() { due = nil }

  /// Begins anew, as after the user's wish.
  mutating func reset() { self = TrialPlan() }

  /// Ends a trial that has gone well for long enough; whether there was one.
  mutating func pass(now: UInt64) -> Bool {
    guard isOn, let began, now >= began + Self.duration else { return false }
    isOn = false
    return true
  }
}

/// The one node of this process that is on trial: two at once would spoil each other's.
enum TrialTurn {
  private static let holder = Mutex<ObjectIdentifier?>(nil)

  /// Takes the turn; whether it is `core`'s now.
  static func take(_ core: SupervisorCore) -> Bool {
    holder.withLock { holder in
      if holder == nil { holder = ObjectIdentifier(core) }
      return holder == ObjectIdentifier(core)
    }
  }

  /// Leaves the turn to others, if it is `core`'s.
  static func leave(_ core: SupervisorCore) {
    holder.withLock { if $0 == ObjectIdentifier(core) { $0 = nil } }
  }
}

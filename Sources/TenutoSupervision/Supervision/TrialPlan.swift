internal import Synchronization

/// When a node that was parked for being too slow is tried again, at growing intervals.
struct TrialPlan: Sendable {
  /// Nanoseconds before the first trial, and the maximum; each delay is twice the one before.
  private static let firstDelay: UInt64 = 2_000_000_000
  private static let longestDelay: UInt64 = 60_000_000_000
  /// Nanoseconds after which a trial is passed, and after which the delays start over.
  private static let duration: UInt64 = 6_000_000_000
  private static let probation: UInt64 = 120_000_000_000

  private var delay = firstDelay
  /// When the next trial is due, in ns, or nil.
  private(set) var due: UInt64?
  /// When the newest trial began; nil without a trial in progress.
  private var began: UInt64?
  private(set) var isOn = false

  /// Schedules the next trial of a node that has just been parked.
  mutating func plan(now: UInt64) {
    if let began, now > began, now - began >= Self.probation { delay = Self.firstDelay }
    due = now + delay
    began = nil
    isOn = false
    delay = min(2 * delay, Self.longestDelay)
  }

  /// Notes the start of a trial.
  mutating func begin(now: UInt64) {
    due = nil
    began = now
    isOn = true
  }

  /// Cancels the next trial.
  mutating func cancel() { due = nil }

  /// Starts over, for instance at the user's request.
  mutating func reset() { self = TrialPlan() }

  /// Ends a trial that has lasted long enough; returns whether there was one.
  mutating func pass(now: UInt64) -> Bool {
    guard isOn, let began, now >= began + Self.duration else { return false }
    isOn = false
    return true
  }
}

/// Allows only one trial at a time in this process: two at once would disturb each other.
enum TrialTurn {
  private static let holder = Mutex<ObjectIdentifier?>(nil)

  /// Takes the turn; returns whether `core` has it now.
  static func take(_ core: SupervisorCore) -> Bool {
    holder.withLock { holder in
      if holder == nil { holder = ObjectIdentifier(core) }
      return holder == ObjectIdentifier(core)
    }
  }

  /// Gives the turn up, if `core` has it.
  static func leave(_ core: SupervisorCore) {
    holder.withLock { if $0 == ObjectIdentifier(core) { $0 = nil } }
  }
}

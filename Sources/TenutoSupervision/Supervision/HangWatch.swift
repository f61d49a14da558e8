internal import Synchronization
internal import TenutoSystem
internal import TenutoTransport

/// The thread that checks all supervised nodes for hangs and overload, and starts actions that are
/// due.
///
/// It checks every 20 ms, every 10 ms while a node misses cycles, and sleeps without nodes.
final class HangWatch: Sendable {
  /// The only watch of this process.
  static let shared = HangWatch()

  private struct Entry: Sendable {
    weak let core: SupervisorCore?
  }

  private struct State: Sendable {
    var entries: [UInt64: Entry] = [:]
    var nextKey: UInt64 = 1
  }

  private static let normalMilliseconds: UInt64 = 20
  private static let tenseMilliseconds: UInt64 = 10

  private let state = Mutex(State())
  private let wakeUp = Signal()

  private init() { DetachedThread.startOrTrap { HangWatch.shared.run() } }

  /// Adds `core` to the watched nodes, as long as it lives.
  ///
  /// Thread: any.
  func add(_ core: SupervisorCore) -> UInt64 {
    let key = state.withLock { state in
      defer { state.nextKey += 1 }
      state.entries[state.nextKey] = Entry(core: core)
      return state.nextKey
    }
    wakeUp.send()
    return key
  }

  /// Removes a node; a check that has begun still finishes.
  ///
  /// Thread: any.
  func remove(_ key: UInt64) { _ = state.withLock { $0.entries.removeValue(forKey: key) } }

  private func run() -> Never {
    var clock = WatchClock()
    while true {
      let cores = state.withLock { $0.entries.values.compactMap(\.core) }
      guard !cores.isEmpty else {
        wakeUp.wait()
        clock = WatchClock()
        continue
      }
      let now = MonotonicTime.now
      let isGrace = clock.isGrace(at: now.nanoseconds)
      var isTense = false
      for core in cores where core.look(now.nanoseconds, isGrace: isGrace) { isTense = true }
      let pause = isTense ? Self.tenseMilliseconds : Self.normalMilliseconds
      clock.expect(MonotonicTime.now.nanoseconds + pause * 1_000_000)
      _ = wakeUp.wait(milliseconds: pause)
    }
  }
}

/// Detects a standstill of this process or the machine, after which no node is blamed for a while.
struct WatchClock: Sendable {
  /// Nanoseconds of delay that count as a standstill, and nanoseconds of grace after it.
  private static let standstill: UInt64 = 100_000_000
  private static let grace: UInt64 = 1_000_000_000

  private var due: UInt64?
  private var graceEnd: UInt64 = 0

  /// Sets when the next check is due, in ns.
  mutating func expect(_ time: UInt64) { due = time }

  /// Whether the check at `now` must not blame a node.
  mutating func isGrace(at now: UInt64) -> Bool {
    if let due, now > due + Self.standstill { graceEnd = now + Self.grace }
    return now < graceEnd
  }
}

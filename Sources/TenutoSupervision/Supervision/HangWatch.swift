internal import Synchronization
internal import TenutoSystem
internal import TenutoTransport

/// The thread that looks at all nodes that are cared for: whether they hang or are too slow, and
/// what is due.
///
/// It looks every 20 ms, every 10 ms while a node misses cycles, and sleeps if there is no node.
final class HangWatch: Sendable {
  /// The one watch of this process.
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

  /// Looks at `core` from now on, as long as it lives.
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

  /// Ends the looking; a look that has begun goes on to its end.
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

/// Detects that this process, or the machine, stood still: then no node is blamed for a while.
struct WatchClock: Sendable {
  /// Nanoseconds of lateness that mean a standstill, and of grace after it.
  private static let standstill: UInt64 = 100_000_000
  private static let grace: UInt64 = 1_000_000_000

  private var due: UInt64?
  private var graceEnd: UInt64 = 0

  /// Notes when the next look is due, in ns.
  mutating func expect(_ time: UInt64) { due = time }

  /// Whether the look at `now` must not blame a node.
  mutating func isGrace(at now: UInt64) -> Bool {
    if let due, now > due + Self.standstill { graceEnd = now + Self.grace }
    return now < graceEnd
  }
}

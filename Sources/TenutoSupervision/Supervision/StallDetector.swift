internal import TenutoRender
/// Decides whether a node is too slow that does not compute: it sleeps in its render.
///
/// Its processor time says nothing. What it costs is that the others of its cycle wait until the
/// deadline. So a node that was late in most cycles of a second is too slow where the host waited for
/// it alone and its thread hardly waited for a core.
struct StallDetector: Sendable {
  /// Nanoseconds over which it is judged.
  private static let span: UInt64 = 1_000_000_000
  /// The share of that for which a thread that waits for a core is innocent.
  private static let waitShare: UInt64 = 10

  private let missLimit: UInt64
  private var start: Look?

  private struct Look: Sendable {
    let now: UInt64
    let counters: NodeReading
    /// Nanoseconds for which the thread has waited for a core.
    let waited: UInt64
  }

  init(_ policy: SupervisionPolicy) { missLimit = UInt64(max(1, policy.missLimit)) }

  /// Takes a look; whether the node is to be left out.
  mutating func check(
    now: UInt64, _ counters: NodeReading, _ thread: ThreadReading.Look
  ) -> Bool {
    guard case .reading(let reading) = thread else { return false }
    let look = Look(now: now, counters: counters, waited: reading.waited)
    guard let start, !reading.isStopped else {
      start = reading.isStopped ? nil : look
      return false
    }
    let misses = counters.misses &- start.counters.misses
    let cycles = misses &+ (counters.cycles &- start.counters.cycles)
    guard now - start.now >= Self.span, cycles >= 2 * missLimit else { return false }
    self.start = look
    return misses * 2 > cycles && counters.stalls &- start.counters.stalls >= missLimit
      && look.waited &- start.waited < (now - start.now) / Self.waitShare
  }
}

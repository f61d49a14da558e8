internal import TenutoRender
/// Decides whether a node is too slow because it sleeps while rendering.
///
/// Its processor time shows nothing, but the other nodes of its cycle wait until the deadline. So a
/// node that was late in most cycles of a second is too slow if the host waited for it alone and
/// its thread hardly waited for a core.
struct StallDetector: Sendable {
  /// Nanoseconds over which it is judged.
  private static let span: UInt64 = 1_000_000_000
  /// A thread is not to blame if it waited for a core for this part of that time: a tenth.
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

  /// Checks the counters and the render thread; returns whether to bypass the node.
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

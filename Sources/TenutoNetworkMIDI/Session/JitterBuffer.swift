/// Delays events, so that packets with a longer travel time are on time too.
///
/// The delay grows at once to the delay that a packet needed, and shrinks after a while without
/// packets that need it. The buffer only computes times; its user plays the events at these times.
package struct JitterBuffer: Sendable {
  /// The range of the delay in nanoseconds.
  package let range: ClosedRange<UInt64>

  /// The current delay in nanoseconds.
  package private(set) var delay: UInt64

  /// The mean difference between the delays of two packets, in nanoseconds (RFC 3550, 6.4.1).
  package private(set) var jitter: UInt64 = 0

  /// Number of events that arrived after their time.
  package private(set) var late: UInt64 = 0

  private var lastLateness: Int64?
  private var lastTime: UInt64 = 0
  /// The longest delay needed in this window and in the previous one.
  private var needed: (now: UInt64, before: UInt64) = (0, 0)
  private var windowEnd: UInt64 = 0

  /// The length of a window, in nanoseconds.
  private static let window: UInt64 = 5_000_000_000

  /// A timestamp that is off by more nanoseconds is ignored.
  private static let plausible: UInt64 = 500_000_000

  /// Creates a buffer: 1 to 50 ms, or a fixed delay if the range has one value.
  package init(range: ClosedRange<UInt64> = 1_000_000...50_000_000) {
    self.range = range
    delay = range.lowerBound
  }

  /// Notes the arrival of a packet; `time` is that of its first event, nil if unknown.
  package mutating func arrived(eventTime time: UInt64?, at now: UInt64) {
    guard let lateness = Self.lateness(of: time, at: now) else { return }
    if let lastLateness {
      let difference = Int64((lateness - lastLateness).magnitude) - Int64(jitter)
      jitter = UInt64(max(0, Int64(jitter) + difference / 16))
    }
    lastLateness = lateness
    if now >= windowEnd {
      needed = (0, needed.now)
      windowEnd = now + Self.window
    }
    needed.now = max(needed.now, UInt64(max(0, lateness)))
    let wanted = max(needed.now, needed.before)
    delay = min(max(wanted + wanted / 8, range.lowerBound), range.upperBound)
  }

  /// Returns when to play an event of `time`, never before the previous event.
  package mutating func playTime(of time: UInt64?, at now: UInt64) -> UInt64 {
    var play = now
    if Self.lateness(of: time, at: now) != nil, let time {
      play = time + delay
      if play < now {
        late += 1
        play = now
      }
    }
    lastTime = max(lastTime, play)
    return lastTime
  }

  private static func lateness(of time: UInt64?, at now: UInt64) -> Int64? {
    guard let time else { return nil }
    let lateness = Int64(bitPattern: now &- time)
    return lateness.magnitude <= plausible ? lateness : nil
  }
}

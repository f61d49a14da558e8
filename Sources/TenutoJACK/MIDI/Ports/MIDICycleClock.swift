internal import CJACK

/// The frames of one cycle in host time.
struct MIDICycleClock: BitwiseCopyable {
  /// Host time of the first frame, in ns.
  let start: UInt64
  /// Nanoseconds from this cycle's start to the next one's.
  let period: UInt64
  let frameCount: Int
  /// Server cycles that this client has missed since its last one.
  let missedCycles: UInt64

  /// Reads the times of a cycle.
  ///
  /// - Parameters:
  ///   - cycle: The cycle.
  ///   - sampleRate: In Hz, for a server that does not know its times yet.
  ///   - clockOffset: Host time minus JACK's time, in ns.
  ///   - missedCycles: Server cycles that this client has missed since its last one.
  @_noLocks
  init(
    _ cycle: borrowing JACKCycle, sampleRate: Int, clockOffset: Int64, missedCycles: UInt64
  ) {
    self.missedCycles = missedCycles
    frameCount = cycle.frameCount
    let offset = UInt64(bitPattern: clockOffset)
    if let times = cycle.times, times.nextMicroseconds > times.startMicroseconds {
      let microseconds = times.nextMicroseconds &- times.startMicroseconds
      period = max(1, microseconds &* 1000)
      start = times.startMicroseconds &* 1000 &+ offset
    } else {
      period = max(1, UInt64(cycle.frameCount) &* 1_000_000_000 / UInt64(max(1, sampleRate)))
      start = cjack_get_time() &* 1000 &+ offset
    }
  }

  /// The host time at which a frame begins, in ns.
  @_noLocks
  func hostTime(atFrame frame: Int) -> UInt64 {
    start &+ UInt64(frame) &* period / UInt64(max(1, frameCount))
  }

  /// The frame of a host time: 0 for a past time, `frameCount` for a time in a later cycle.
  @_noLocks
  func frame(atHostTime time: UInt64) -> Int {
    guard time > start else { return 0 }
    let distance = time &- start
    guard distance < period else { return frameCount }
    let frame = (distance &* UInt64(frameCount) &+ period / 2) / period
    return Int(frame)
  }

  /// Whether a host time is more than half a frame before the cycle.
  @_noLocks
  func isPast(_ time: UInt64) -> Bool {
    time &+ period / UInt64(max(1, 2 &* frameCount)) < start
  }
}

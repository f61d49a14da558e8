/// Estimates a peer's clock from the exchanges of clock synchronization.
///
/// A line through the last exchanges follows a clock that runs faster or slower. Times are
/// nanoseconds of this host's clock, ticks are 100 µs of the peer's.
package struct ClockEstimate: Sendable {
  /// Number of exchanges used: the 6 quick ones, and later those of 100 s.
  private static let capacity = 16

  /// Nanoseconds in a tick.
  package static let tick: UInt64 = 100_000

  private struct Sample {
    /// The time of the exchange, by this host's clock.
    let time: Double
    /// This host's clock minus the peer's.
    let offset: Double
    let roundTrip: Double
  }

  private var samples: [Sample] = []
  private var origin = 0.0
  private var offset = 0.0
  private var slope = 0.0

  /// The round-trip time of the last exchange in nanoseconds; nil before the first one.
  package private(set) var roundTrip: UInt64?

  /// Creates an estimate before the first exchange.
  package init() {}

  /// Whether there was an exchange.
  package var isKnown: Bool { !samples.isEmpty }

  /// How much faster this host's clock runs than the peer's, in parts per million.
  package var skew: Double { slope * 1e6 }

  /// Adds an exchange started here: the peer's clock showed `ticks` between two local times.
  package mutating func add(sent: UInt64, ticks: UInt64, received: UInt64) {
    guard received >= sent else { return }
    add(time: Double(sent) / 2 + Double(received) / 2, Double(ticks), roundTrip: received - sent)
  }

  /// Adds an exchange started by the peer: this clock showed `answered` between two of its ticks.
  package mutating func add(asked: UInt64, answered: UInt64, heard: UInt64) {
    guard heard >= asked, heard - asked < 1 << 32 else { return }
    let ticks = Double(asked) / 2 + Double(heard) / 2
    add(time: Double(answered), ticks, roundTrip: (heard - asked) * Self.tick)
  }

  private mutating func add(time: Double, _ ticks: Double, roundTrip: UInt64) {
    guard roundTrip < 5_000_000_000 else { return }
    self.roundTrip = roundTrip
    let sample = Sample(
      time: time, offset: time - ticks * Double(Self.tick), roundTrip: Double(roundTrip))
    if samples.count == Self.capacity { samples.removeFirst() }
    samples.append(sample)
    fit()
  }

  /// Fits the line through the exchanges with nearly the shortest round trip.
  private mutating func fit() {
    let quickest = samples.map(\.roundTrip).min() ?? 0
    let good = samples.filter { $0.roundTrip <= 1.5 * quickest + 500_000 }
    let count = Double(good.count)
    origin = good.reduce(0) { $0 + $1.time } / count
    let base = good.first?.offset ?? 0
    offset = base + good.reduce(0) { $0 + $1.offset - base } / count
    let spread = good.reduce(0) { $0 + ($1.time - origin) * ($1.time - origin) }
    // Over less than 5 s the jitter outweighs the clocks' difference.
    let duration = (good.last?.time ?? 0) - (good.first?.time ?? 0)
    guard duration > 5e9 else { return slope = 0 }
    let product = good.reduce(0) { $0 + ($1.time - origin) * ($1.offset - offset) }
    slope = min(max(product / spread, -1e-3), 1e-3)
  }

  /// Returns the local time of a peer's 32-bit timestamp; nil before the first exchange.
  package func time(ofTimestamp timestamp: UInt32, near now: UInt64) -> UInt64? {
    guard isKnown else { return nil }
    let difference = offset + slope * (Double(now) - origin)
    let ticks = (Double(now) - difference) / Double(Self.tick)
    guard ticks > 0, ticks < 0x1p62 else { return nil }
    let expected = UInt64(ticks)
    let distance = Int32(bitPattern: timestamp &- UInt32(truncatingIfNeeded: expected))
    let time = (Double(expected) + Double(distance)) * Double(Self.tick) + difference
    return time > 0 ? UInt64(time) : nil
  }
}

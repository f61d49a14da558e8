/// Limits how soon the network thread may wake again for datagrams.
///
/// It may wake at once after a burst, otherwise after 250 µs. If more than one datagram arrives per
/// millisecond the pause grows, up to 4 ms at four, since waking costs more than receiving a datagram.
/// Sessions may delay events for longer than that, so none is late. A flood is limited to 20,000
/// datagrams a second, so an attacker cannot occupy the processor.
struct WakePace {
  /// The earliest time of the next wake.
  private(set) var next: UInt64 = 0

  /// The longest pause that the sessions allow, in nanoseconds.
  var longest = Self.pauses.upperBound

  private var pause = Self.pauses.lowerBound
  /// Number of datagrams since `countedSince`; their rate sets the pause.
  private var counted: UInt64 = 0
  private var countedSince: UInt64 = 0
  /// Number of datagrams that may arrive at once.
  private var credit = Self.maximumCredit
  private var credited: UInt64 = 0

  private static let pauses: ClosedRange<UInt64> = 250_000...4_000_000
  /// Nanoseconds of pause for each datagram beyond the first that comes in a millisecond.
  private static let pauseForRate: UInt64 = 1_500_000
  /// The period over which the rate of datagrams is measured, in nanoseconds.
  private static let window: UInt64 = 10_000_000
  /// The pause while more datagrams arrive than are received.
  private static let floodPause: UInt64 = 1_000_000
  private static let maximumCredit: UInt64 = 4096
  /// Nanoseconds that earn the credit for one more datagram.
  private static let price: UInt64 = 50_000

  /// Notes a wake, the number of its datagrams, and whether a socket may have more.
  mutating func woke(at now: UInt64, datagrams count: Int, hasMore: Bool = false) {
    guard count > 0 else { return }
    measure(count, at: now)
    let earned = (now - min(credited, now)) / Self.price
    if earned > 0 {
      credit = min(credit + min(earned, Self.maximumCredit), Self.maximumCredit)
      credited = now
    }
    credit -= min(UInt64(count), credit)
    let usual = max(min(pause, longest), Self.pauses.lowerBound)
    next = now + (credit == 0 ? Self.floodPause : hasMore ? 0 : usual)
  }

  /// Sets the pause by the number of datagrams in the last window.
  private mutating func measure(_ count: Int, at now: UInt64) {
    counted += UInt64(count)
    let elapsed = now - min(countedSince, now)
    guard elapsed >= Self.window else { return }
    let milliseconds = elapsed / 1_000_000
    let wanted = (max(counted, milliseconds) - milliseconds) * Self.pauseForRate / milliseconds
    pause = min(max(wanted, Self.pauses.lowerBound), Self.pauses.upperBound)
    (counted, countedSince) = (0, now)
  }
}

/// How soon the network thread may wake again for datagrams.
///
/// At once after a burst, else after 250 µs. Where more than one datagram comes in a millisecond it
/// waits longer, up to 4 ms from four on, because a wake-up costs more than a datagram. Sessions may
/// hold events back for longer than that, so no event is late. A flood gets 20,000 datagrams a second, so that an attacker
/// cannot take the processor.
struct WakePace {
  /// When the thread may wake.
  private(set) var next: UInt64 = 0

  /// The longest pause that the sessions allow, in nanoseconds.
  var longest = Self.pauses.upperBound

  private var pause = Self.pauses.lowerBound
  /// How many datagrams came since `countedSince`: their rate sets the pause.
  private var counted: UInt64 = 0
  private var countedSince: UInt64 = 0
  /// How many datagrams may come at once.
  private var credit = Self.maximumCredit
  private var credited: UInt64 = 0

  private static let pauses: ClosedRange<UInt64> = 250_000...4_000_000
  /// Nanoseconds of pause for each datagram beyond the first that comes in a millisecond.
  private static let pauseForRate: UInt64 = 1_500_000
  /// How long datagrams are counted for the rate, in nanoseconds.
  private static let window: UInt64 = 10_000_000
  /// The pause where more datagrams come than are taken.
  private static let floodPause: UInt64 = 1_000_000
  private static let maximumCredit: UInt64 = 4096
  /// Nanoseconds in which one more datagram may come.
  private static let price: UInt64 = 50_000

  /// Takes a wake-up that brought so many datagrams, and whether a socket may have more.
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

  /// Sets the pause by how many datagrams came in the last window.
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

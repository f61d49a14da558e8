/// How soon the network thread may wake again for datagrams.
///
/// At once after a burst, else in 250 µs; where each wake brings some, ever later up to 1 ms: to
/// wake costs more than to take a datagram. Events are held back for at least as long, and so none
/// is late. A flood gets 20,000 datagrams a second, and the processor is not the attacker's.
struct WakePace {
  /// When the thread may wake.
  private(set) var next: UInt64 = 0

  private var pause = Self.pauses.lowerBound
  /// How many datagrams may come at once.
  private var credit = Self.maximumCredit
  private var credited: UInt64 = 0

  private static let pauses: ClosedRange<UInt64> = 250_000...1_000_000
  private static let maximumCredit: UInt64 = 4096
  /// Nanoseconds in which one more datagram may come.
  private static let price: UInt64 = 50_000

  /// Takes a wake that has brought so many datagrams.
  mutating func woke(at now: UInt64, datagrams count: Int) {
    guard count > 0 else { return }
    let earned = (now - min(credited, now)) / Self.price
    if earned > 0 {
      credit = min(credit + min(earned, Self.maximumCredit), Self.maximumCredit)
      credited = now
    }
    credit -= min(UInt64(count), credit)
    switch count {
    case 0...1: pause = Self.pauses.lowerBound
    case 2..<DatagramBatch.capacity: pause = min(pause * 5 / 4, Self.pauses.upperBound)
    default: pause = 0
    }
    next = now + (credit == 0 ? Self.pauses.upperBound : pause)
    pause = max(pause, Self.pauses.lowerBound)
  }
}

/// Limits how soon the network thread may wake again for datagrams.
///
/// It may wake at once after a burst, otherwise after 250 µs. While each wake brings several
/// datagrams the pause grows up to 1 ms, since waking costs more than receiving a datagram. Events
/// are delayed for at least as long, so none is late. A flood is limited to 20,000 datagrams a
/// second, so an attacker cannot occupy the processor.
struct WakePace {
  /// The earliest time of the next wake.
  private(set) var next: UInt64 = 0

  private var pause = Self.pauses.lowerBound
  /// Number of datagrams that may arrive at once.
  private var credit = Self.maximumCredit
  private var credited: UInt64 = 0

  private static let pauses: ClosedRange<UInt64> = 250_000...1_000_000
  private static let maximumCredit: UInt64 = 4096
  /// Nanoseconds that earn the credit for one more datagram.
  private static let price: UInt64 = 50_000

  /// Notes a wake and the number of its datagrams.
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

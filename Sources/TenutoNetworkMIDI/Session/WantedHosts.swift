/// The hosts to invite again after a loss: after 1 s, 2 s, 4 s … 30 s.
struct WantedHosts: Sendable {
  private struct Want {
    /// Number of failed attempts since the last success.
    var tries = 0
    /// The time of the next attempt; nil during an attempt and after a success.
    var next: UInt64?
  }

  private var wants: [NetworkAddress: Want] = [:]

  /// The time of the next invitation; `.max` for never.
  var deadline: UInt64 { wants.values.reduce(.max) { min($0, $1.next ?? .max) } }

  mutating func add(_ address: NetworkAddress) { wants[address] = Want() }

  mutating func remove(_ address: NetworkAddress) { wants[address] = nil }

  /// Notes that an attempt is in progress.
  mutating func tried(_ address: NetworkAddress) { wants[address]?.next = nil }

  /// Notes that a host is connected.
  mutating func succeeded(_ address: NetworkAddress) {
    if wants[address] != nil { wants[address] = Want() }
  }

  /// Notes that a host does not answer.
  ///
  /// - Returns: Seconds until the next attempt; nil if the host is not wanted.
  mutating func failed(_ address: NetworkAddress, at now: UInt64) -> Int? {
    guard let want = wants[address] else { return nil }
    let seconds = min(1 << min(want.tries, 5), 30)
    wants[address] = Want(tries: want.tries + 1, next: now + UInt64(seconds) * 1_000_000_000)
    return seconds
  }

  /// Schedules another attempt at once, three times at most.
  mutating func retry(_ address: NetworkAddress, at now: UInt64) {
    guard let want = wants[address], want.tries < 3 else { return }
    wants[address] = Want(tries: want.tries + 1, next: now)
  }

  /// Returns the hosts to invite now.
  func due(at now: UInt64) -> [NetworkAddress] {
    wants.compactMap { address, want in want.next.map { $0 <= now } == true ? address : nil }
  }
}

/// The hosts that are invited again when they are lost: after 1 s, 2 s, 4 s … 30 s.
struct WantedHosts: Sendable {
  private struct Want {
    /// How many tries had no success since the last one that had.
    var tries = 0
    /// When to try again; nil while a try is under way or has succeeded.
    var next: UInt64?
  }

  private var wants: [NetworkAddress: Want] = [:]

  /// When a host is to be invited, `.max` for never.
  var deadline: UInt64 { wants.values.reduce(.max) { min($0, $1.next ?? .max) } }

  mutating func add(_ address: NetworkAddress) { wants[address] = Want() }

  mutating func remove(_ address: NetworkAddress) { wants[address] = nil }

  /// Notes that a try is under way.
  mutating func tried(_ address: NetworkAddress) { wants[address]?.next = nil }

  /// Notes that a host is connected.
  mutating func succeeded(_ address: NetworkAddress) {
    if wants[address] != nil { wants[address] = Want() }
  }

  /// Notes that a host does not answer.
  ///
  /// - Returns: In how many seconds it is tried again, nil if it is not wanted.
  mutating func failed(_ address: NetworkAddress, at now: UInt64) -> Int? {
    guard let want = wants[address] else { return nil }
    let seconds = min(1 << min(want.tries, 5), 30)
    wants[address] = Want(tries: want.tries + 1, next: now + UInt64(seconds) * 1_000_000_000)
    return seconds
  }

  /// Has a host tried again at once, three times at most.
  mutating func retry(_ address: NetworkAddress, at now: UInt64) {
    guard let want = wants[address], want.tries < 3 else { return }
    wants[address] = Want(tries: want.tries + 1, next: now)
  }

  /// The hosts that are to be invited now.
  func due(at now: UInt64) -> [NetworkAddress] {
    wants.compactMap { address, want in want.next.map { $0 <= now } == true ? address : nil }
  }
}

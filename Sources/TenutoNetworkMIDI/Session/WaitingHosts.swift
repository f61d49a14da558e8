/// The hosts that ask to join a session and have not been accepted.
struct WaitingHosts: Sendable {
  private(set) var requests: [SessionRequest] = []

  /// Maximum number of waiting hosts.
  private static let maximumCount = 16
  /// Nanoseconds after which a request expires unless it is repeated.
  private static let lifetime: UInt64 = 15_000_000_000

  /// Adds a request; returns true if it is new.
  mutating func add(_ address: NetworkAddress, name: String?, at now: UInt64) -> Bool {
    if let index = requests.firstIndex(where: { $0.address == address }) {
      requests[index].time = now
      return false
    }
    guard requests.count < Self.maximumCount else { return false }
    requests.append(SessionRequest(address: address, name: name, time: now))
    return true
  }

  /// Removes the requests of a host.
  mutating func remove(_ host: [UInt8]) { requests.removeAll { $0.address.host == host } }

  /// Removes expired requests.
  mutating func forget(at now: UInt64) { requests.removeAll { now > $0.time + Self.lifetime } }
}

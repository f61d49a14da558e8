/// The hosts that want to take part in a session, and have not been accepted.
struct WaitingHosts: Sendable {
  private(set) var requests: [SessionRequest] = []

  /// The most hosts that wait.
  private static let maximumCount = 16
  /// How long a request is remembered that is not repeated, in nanoseconds.
  private static let lifetime: UInt64 = 15_000_000_000

  /// Takes a request; true if it is a new one.
  mutating func add(_ address: NetworkAddress, name: String?, at now: UInt64) -> Bool {
    if let index = requests.firstIndex(where: { $0.address == address }) {
      requests[index].time = now
      return false
    }
    guard requests.count < Self.maximumCount else { return false }
    requests.append(SessionRequest(address: address, name: name, time: now))
    return true
  }

  /// Forgets the requests of a host.
  mutating func remove(_ host: [UInt8]) { requests.removeAll { $0.address.host == host } }

  /// Forgets requests that were not repeated.
  mutating func forget(at now: UInt64) { requests.removeAll { now > $0.time + Self.lifetime } }
}

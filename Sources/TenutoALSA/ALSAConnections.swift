internal import TenutoMIDI

/// The own ports of a client, what they are connected to, and what each connection holds.
struct ALSAConnections: ~Copyable {
  /// An own port.
  private struct Port {
    let direction: ALSAClient.Direction
    let wants: @Sendable (ALSAPort) -> Bool
    /// The ports that it was connected to by its wish; the user may have broken the connection.
    var connected: [ALSAAddress: ALSAPort] = [:]
    /// What came from each port, also from those that others connected.
    var streams: [ALSAAddress: Stream] = [:]
  }

  /// A stream in a dictionary.
  private final class Stream {
    var stream = ALSAInputStream()
  }

  private var ports: [Int32: Port] = [:]

  mutating func add(
    _ number: Int32, _ direction: ALSAClient.Direction,
    _ wants: @escaping @Sendable (ALSAPort) -> Bool
  ) {
    ports[number] = Port(direction: direction, wants: wants)
  }

  /// Removes a port, and returns what ends its notes.
  mutating func remove(_ number: Int32) -> [[UMP]] {
    ports.removeValue(forKey: number)?.streams.values.map { $0.stream.release() } ?? []
  }

  // MARK: - Ports of others

  /// What an own port is to be connected to.
  struct Wish {
    let number: Int32
    let direction: ALSAClient.Direction
    fileprivate let wants: @Sendable (ALSAPort) -> Bool
    fileprivate let connected: Set<ALSAAddress>

    /// Whether it is to be connected to a port, and was not.
    func isMissing(_ port: ALSAPort) -> Bool {
      port.fits(direction) && !connected.contains(port.address) && wants(port)
    }
  }

  /// What each own port is to be connected to.
  var wishes: [Wish] {
    ports.map {
      Wish(
        number: $0, direction: $1.direction, wants: $1.wants, connected: Set($1.connected.keys))
    }
  }

  mutating func note(_ other: ALSAPort, of number: Int32) {
    ports[number]?.connected[other.address] = other
  }

  /// A connection that is no more.
  struct Loss {
    /// The own port.
    let number: Int32
    /// The other one; nil if others had connected it.
    let port: ALSAPort?
    /// What ends the notes that it holds.
    let ends: [UMP]
  }

  /// Forgets ports that have gone or have another name.
  ///
  /// - Parameters:
  ///   - others: The ports that can be connected.
  ///   - addresses: Those of all ports.
  /// - Returns: The connections that were lost.
  mutating func removeMissing(_ others: [ALSAPort], _ addresses: Set<ALSAAddress>) -> [Loss] {
    let known = Dictionary(others.map { ($0.address, $0) }) { first, _ in first }
    return remove { address, old in
      old.map { known[address] != $0 } ?? !addresses.contains(address)
    }
  }

  /// Forgets a port that has ended, or all of a client: then its port is −1.
  mutating func forget(_ address: ALSAAddress) -> [Loss] {
    remove { other, _ in
      other.client == address.client && (other.port == address.port || address.port < 0)
    }
  }

  private mutating func remove(where isLost: (ALSAAddress, ALSAPort?) -> Bool) -> [Loss] {
    var losses: [Loss] = []
    for (number, port) in ports {
      for address in Set(port.connected.keys).union(port.streams.keys)
      where isLost(address, port.connected[address]) {
        let old = ports[number]?.connected.removeValue(forKey: address)
        let stream = ports[number]?.streams.removeValue(forKey: address)
        losses.append(Loss(number: number, port: old, ends: stream?.stream.release() ?? []))
      }
    }
    return losses
  }

  // MARK: - Bytes

  /// Returns the packets that bytes complete.
  mutating func take(
    _ bytes: [UInt8], from source: ALSAAddress, to number: Int32,
    at nanoseconds: UInt64
  ) -> [UMP] {
    guard ports[number] != nil else { return [] }
    let stream = ports[number]?.streams[source] ?? Stream()
    ports[number]?.streams[source] = stream
    return stream.stream.take(bytes, at: nanoseconds)
  }

  /// When a half of a controller counts as missing; nil if none is awaited.
  var deadline: UInt64? {
    ports.values.flatMap(\.streams.values).compactMap { $0.stream.deadline }.min()
  }

  /// Returns the controllers whose second half did not arrive in time.
  func late(at nanoseconds: UInt64) -> [(number: Int32, [UMP])] {
    ports.flatMap { number, port in
      port.streams.values.map { (number, $0.stream.late(at: nanoseconds)) }
    }
  }

  /// Returns what ends all notes of all ports.
  func releaseAll() -> [(number: Int32, [UMP])] {
    ports.flatMap { number, port in
      port.streams.values.map { (number, $0.stream.release()) }
    }
  }
}

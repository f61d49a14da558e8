package import TenutoMIDI

/// A session without sockets and without a clock: datagrams, packets and times go in, datagrams and
/// events come out.
///
/// Thread: one at a time. Times are nanoseconds of one clock that never runs backwards.
package protocol SessionCore: Sendable {
  /// The name that peers see.
  var name: String { get set }
  /// Who may take part.
  var policy: SessionPolicy { get set }
  /// The hosts that `contacts` lets take part, by their addresses.
  var contactHosts: Set<[UInt8]> { get set }
  /// The hosts that may send System Exclusive messages, and are sent some.
  var sysExPolicy: SessionPolicy { get set }
  /// Which delays jitter buffers have, in nanoseconds.
  var bufferRange: ClosedRange<UInt64> { get set }
  /// The hosts that wait for being accepted.
  var requests: [SessionRequest] { get }
  /// What is known of all peers, the oldest first.
  var status: [PeerStatus] { get }
  /// When `tick(at:)` is to be called, nil while nothing waits.
  var deadline: UInt64? { get }
  /// For how long datagrams may wait without an event being late, in nanoseconds.
  var longestPause: UInt64 { get }

  /// Returns what is to be done, and forgets it.
  mutating func takeEffects() -> [SessionEffect]
  /// Invites a host, and again whenever it is lost, until `disconnect(_:at:)`.
  mutating func connect(to address: NetworkAddress, at now: UInt64)
  /// Ends the connection with a host, and does not invite it any more.
  mutating func disconnect(_ address: NetworkAddress, at now: UInt64)
  /// Ends all connections.
  mutating func disconnectAll(at now: UInt64)
  /// Lets a host take part that waits for it; it is connected when it asks again.
  mutating func accept(_ host: [UInt8])
  /// Takes packets for all peers; false if one takes no more.
  mutating func send(_ packets: [HostTimedUMP]) -> Bool
  /// Sends what waits, at once.
  mutating func flush(at now: UInt64)
  /// Does what is due.
  mutating func tick(at now: UInt64)
  /// Takes a datagram.
  mutating func receive(
    _ bytes: [UInt8], from address: NetworkAddress, on port: SessionPort, at now: UInt64)
}

/// Who may take part in a session without having been invited.
package enum SessionPolicy: Sendable, Equatable {
  /// No host.
  case noOne
  /// The hosts of the contacts; others wait until they are accepted.
  case contacts
  /// All.
  case anyone
}

/// What a session does to the outside.
package enum SessionEffect: Sendable, Equatable {
  /// Sends a datagram.
  case send([UInt8], SessionPort, NetworkAddress)
  /// Plays messages of an RTP-MIDI peer.
  case play([IncomingStream.Event], peer: Int)
  /// Plays Universal MIDI Packets of a peer.
  case deliver([HostTimedUMP], peer: Int)
  /// Tells that a peer has come, gone or got another name.
  case peersChanged
  /// Tells that a host waits for being accepted.
  case requestsChanged
  /// Tells that an invitation had no success, in a sentence.
  case failed(NetworkAddress, String)
}

/// A host that wants to take part in a session, and has not been accepted.
package struct SessionRequest: Sendable, Equatable {
  /// Its control address.
  package let address: NetworkAddress
  /// The name that it gives itself.
  package let name: String?
  /// When it asked last.
  package var time: UInt64
}

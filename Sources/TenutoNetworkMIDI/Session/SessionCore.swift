package import TenutoMIDI

/// A session without sockets and clock: it takes datagrams, packets and times, and returns
/// datagrams and events.
///
/// Thread: one at a time. Times are nanoseconds of one clock that never runs backwards.
package protocol SessionCore: Sendable {
  /// The name that peers see.
  var name: String { get set }
  /// The hosts that may join.
  var policy: SessionPolicy { get set }
  /// The addresses of hosts that may join under the policy `contacts`.
  var contactHosts: Set<[UInt8]> { get set }
  /// The hosts that may exchange System Exclusive messages.
  var sysExPolicy: SessionPolicy { get set }
  /// Permissions of single hosts in place of `sysExPolicy`, by their addresses.
  var sysExPermissions: [[UInt8]: SysExPermission] { get set }
  /// The range of the jitter buffers' delay, in nanoseconds.
  var bufferRange: ClosedRange<UInt64> { get set }
  /// The hosts that wait for acceptance.
  var requests: [SessionRequest] { get }
  /// The status of all peers, the oldest first.
  var status: [PeerStatus] { get }
  /// The time at which `tick(at:)` must be called; nil for never.
  var deadline: UInt64? { get }
  /// The time for which datagrams may wait without making an event late, in nanoseconds.
  var longestPause: UInt64 { get }

  /// Removes and returns the effects to carry out.
  mutating func takeEffects() -> [SessionEffect]
  /// Invites a host, and again after each loss, until `disconnect(_:at:)`.
  mutating func connect(to address: NetworkAddress, at now: UInt64)
  /// Ends the connection with a host, and the invitations.
  mutating func disconnect(_ address: NetworkAddress, at now: UInt64)
  /// Ends all connections.
  mutating func disconnectAll(at now: UInt64)
  /// Accepts a waiting host; it is connected when it asks again.
  mutating func accept(_ host: [UInt8])
  /// Queues packets for all peers; returns false if a queue is full.
  mutating func send(_ packets: [HostTimedUMP]) -> Bool
  /// Sends what is queued, at once.
  mutating func flush(at now: UInt64)
  /// Does the work that is due.
  mutating func tick(at now: UInt64)
  /// Handles a datagram.
  mutating func receive(
    _ bytes: [UInt8], from address: NetworkAddress, on port: SessionPort, at now: UInt64)
}

extension SessionCore {
  /// Returns the System Exclusive messages that pass between the session and a host.
  ///
  /// A host that `isKnown` counts as a contact, regardless of its address.
  func sysExPermission(of host: [UInt8], isKnown: Bool) -> SysExPermission {
    if let permission = sysExPermissions[host] { return permission }
    switch sysExPolicy {
    case .noOne: return SysExPermission(isAllowed: false)
    case .anyone: return SysExPermission(isAllowed: true)
    case .contacts: return SysExPermission(isAllowed: isKnown || contactHosts.contains(host))
    }
  }
}

/// The hosts that may join a session without an invitation.
package enum SessionPolicy: Sendable, Equatable {
  /// No host.
  case noOne
  /// The contacts; other hosts wait for acceptance.
  case contacts
  /// All hosts.
  case anyone
}

/// An effect of a session on the outside.
package enum SessionEffect: Sendable, Equatable {
  /// Sends a datagram.
  case send([UInt8], SessionPort, NetworkAddress)
  /// Plays messages from an RTP-MIDI peer.
  case play([IncomingStream.Event], peer: Int)
  /// Plays Universal MIDI Packets from a peer.
  case deliver([HostTimedUMP], peer: Int)
  /// A peer has joined, left or changed its name.
  case peersChanged
  /// A host waits for acceptance.
  case requestsChanged
  /// An invitation failed, with the reason in a sentence.
  case failed(NetworkAddress, String)
}

/// A host that asks to join and has not been accepted.
package struct SessionRequest: Sendable, Equatable {
  /// Its control address.
  package let address: NetworkAddress
  /// The name that it announced.
  package let name: String?
  /// When it last asked.
  package var time: UInt64
}

package import TenutoMIDIMessages

/// The status of a peer of a session.
package struct PeerStatus: Sendable, Equatable {
  /// The number of the peer in the session.
  package let id: Int
  /// The name that the peer announced.
  package let name: String?
  /// Its control address.
  package let address: NetworkAddress
  /// Whether the connection is established.
  package let isConnected: Bool
  /// Whether this side invited it.
  package let isInvited: Bool
  /// The round-trip time of the last clock exchange in nanoseconds; nil before it.
  package let roundTrip: UInt64?
  /// How much faster this clock runs than the peer's, in parts per million.
  package let skew: Double
  /// The mean difference in the packets' delays, in nanoseconds.
  package let jitter: UInt64
  /// The jitter buffer's delay in nanoseconds.
  package let delay: UInt64
  /// Events that arrived after their time.
  package let late: UInt64
  /// Packets sent.
  package let sent: UInt64
  /// Statistics of received packets.
  package let received: ReceivedStream.Counters
  /// The endpoint that the peer has reported by discovery; nil without a report, and in AppleMIDI.
  package let endpoint: UMPEndpoint?
  /// The System Exclusive messages that pass.
  package let sysEx: SysExPermission
  /// System Exclusive messages that were stopped, in both directions.
  package let sysExRefused: UInt64
}

extension AppleMIDICore {
  /// The status of all peers, the oldest first.
  package var status: [PeerStatus] {
    peers.values.sorted { $0.id < $1.id }.map { peer in
      PeerStatus(
        id: peer.id, name: peer.name, address: peer.controlAddress,
        isConnected: peer.phase == .connected, isInvited: peer.role == .initiator,
        roundTrip: peer.clock.roundTrip, skew: peer.clock.skew,
        jitter: peer.incoming.buffer.jitter, delay: peer.incoming.buffer.delay,
        late: peer.incoming.buffer.late, sent: peer.outgoing.packetCount,
        received: peer.incoming.stream.counters, endpoint: nil,
        sysEx: sysExPermission(of: peer),
        sysExRefused: peer.sysExReceived.refused + peer.sysExSent.refused)
    }
  }
}

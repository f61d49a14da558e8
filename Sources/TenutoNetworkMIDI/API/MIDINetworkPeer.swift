public import TenutoMIDIMessages

/// A host in a session, with the statistics of its stream.
public struct MIDINetworkPeer: Sendable, Hashable {
  /// The peer's number, unique within the session.
  public let id: Int
  /// The host, with the name that it announced.
  public let host: MIDINetworkHost
  /// Whether messages pass; false during the invitation.
  public let isConnected: Bool
  /// Whether this side invited the host.
  public let isInvited: Bool
  /// The round-trip time in seconds; nil before the first clock exchange.
  public let roundTrip: Double?
  /// The mean difference in the packets' delays, in seconds.
  public let jitter: Double
  /// The jitter buffer's delay in seconds.
  public let delay: Double
  /// How much faster this clock runs than the peer's, in parts per million.
  public let skew: Double
  /// Packets that were sent.
  public let sent: UInt64
  /// Packets that were received.
  public let received: UInt64
  /// Packets that were lost.
  public let lost: UInt64
  /// Messages that were restored after a loss.
  public let recovered: UInt64
  /// Events that arrived after their time and were played at once.
  public let late: UInt64

  /// The peer's endpoint with its function blocks, as far as discovery has reported them; nil in
  /// AppleMIDI.
  public let umpEndpoint: UMPEndpoint?

  /// The System Exclusive messages that pass between the session and the host.
  public let systemExclusive: MIDINetworkSystemExclusive

  /// System Exclusive messages that were stopped, in both directions.
  public let systemExclusiveRefused: UInt64

  init(_ status: PeerStatus) {
    id = status.id
    umpEndpoint = status.endpoint
    systemExclusive = MIDINetworkSystemExclusive(status.sysEx)
    systemExclusiveRefused = status.sysExRefused
    host = MIDINetworkHost(
      name: status.name ?? "", address: status.address.text, port: status.address.port)
    (isConnected, isInvited) = (status.isConnected, status.isInvited)
    roundTrip = status.roundTrip.map { Double($0) / 1e9 }
    jitter = Double(status.jitter) / 1e9
    delay = Double(status.delay) / 1e9
    (skew, sent, late) = (status.skew, status.sent, status.late)
    received = status.received.received
    lost = status.received.lost
    recovered = status.received.recovered
  }
}

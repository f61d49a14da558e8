/// A host that takes part in a session, and how well it is heard.
public struct MIDINetworkPeer: Sendable, Hashable {
  /// The number of the peer in the session, never given to another one.
  public let id: Int
  /// The host, by the name that it gives itself.
  public let host: MIDINetworkHost
  /// Whether messages pass; false while the invitation is under way.
  public let isConnected: Bool
  /// Whether this side has invited the host.
  public let isInvited: Bool
  /// The round trip in seconds, nil before the first clock exchange.
  public let roundTrip: Double?
  /// The mean difference in the lateness of packets, in seconds.
  public let jitter: Double
  /// How long events are held back so that late packets are in time, in seconds.
  public let delay: Double
  /// How much faster this clock runs than the peer's, in millionths.
  public let skew: Double
  /// Packets that were sent.
  public let sent: UInt64
  /// Packets that came.
  public let received: UInt64
  /// Packets that did not come in their turn.
  public let lost: UInt64
  /// Messages that were restored after a loss.
  public let recovered: UInt64
  /// Events that came after their time, and were played at once.
  public let late: UInt64

  init(_ status: PeerStatus) {
    id = status.id
    host = MIDINetworkHost(
      name: status.name ?? "", address: status.address.hostText, port: status.address.port)
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

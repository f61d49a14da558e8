internal import TenutoMIDI
import TenutoMIDIMessages

/// A peer of a Network MIDI 2.0 session, from the invitation on.
///
/// A class, so that its streams are not copied when a datagram arrives.
final class NetworkMIDI2Peer: @unchecked Sendable {  // only the core that created it uses it
  typealias Command = NetworkMIDI2Command

  enum Phase: Sendable, Equatable {
    /// An invitation is out.
    case inviting
    /// Packets pass.
    case connected
    /// Both sides restart, and the peer has not confirmed it yet.
    case resetting
  }

  let id: Int
  /// Whether this side invited the peer: this side is the client then, otherwise the host.
  let isInvited: Bool
  let address: NetworkAddress
  var phase = Phase.inviting
  var name = ""
  /// Whether the peer has proved knowledge of the secret.
  var isAuthenticated = false
  /// The answer to the host's challenge, if there was one.
  var answer: Command?

  var invitations = 0
  var nextInvitation: UInt64 = 0
  var connectedAt: UInt64 = 0
  var lastHeard: UInt64

  /// Whether the peer has answered a ping, which confirms its address.
  var isConfirmed: Bool
  /// Number of bytes that may be sent to it before that.
  var credit = 0

  /// The peer's ping that is answered once its address is confirmed.
  var owedPingReply: UInt32?
  var pingID: UInt32?
  var pingSentAt: UInt64 = 0
  var nextPing: UInt64 = 0
  var unansweredPings = 0
  var roundTrip: UInt64?
  /// The mean difference between two round trips, in nanoseconds.
  var jitter: UInt64 = 0

  var resets = 0
  var nextReset: UInt64 = 0
  /// When this side or the peer last restarted.
  var resetAt: UInt64?

  /// Stops System Exclusive messages that are not permitted.
  var sysExReceived = SysExFilter()
  var sysExSent = SysExFilter()

  /// Answers the peer's requests, with the configuration that the peer has selected.
  var endpoint: UMPEndpoint?
  /// Learns the peer's endpoint.
  var observer = UMPEndpointObserver()
  /// Whether the peer has reported any part of its endpoint.
  var isDiscovered = false

  var outgoing = OutgoingUMPStream()
  var incoming = IncomingUMPStream()
  /// Translates to the protocol that the peer announced.
  var translator: ProtocolTranslator?

  init(id: Int, isInvited: Bool, address: NetworkAddress, at now: UInt64) {
    (self.id, self.isInvited, self.address, lastHeard) = (id, isInvited, address, now)
    // A peer that answers an invitation has confirmed its address.
    isConfirmed = isInvited
  }

  static let invitationInterval: UInt64 = 1_000_000_000
  static let maximumInvitations = 12
  /// Intervals of silence before a ping, and between pings without an answer.
  static let pingIntervals: (usual: UInt64, quick: UInt64) = (5_000_000_000, 1_000_000_000)
  static let maximumUnansweredPings = 15
  /// While notes are on, a silent peer is pinged after half a second, and its notes end after 1.5
  /// s.
  static let probeInterval: UInt64 = 500_000_000
  static let silence: UInt64 = 1_500_000_000
  static let resetInterval: UInt64 = 250_000_000
  static let maximumResets = 20

  /// Whether packets may be sent.
  var isOpen: Bool { phase == .connected && isConfirmed }

  /// The time at which the peer needs attention.
  var deadline: UInt64 {
    switch phase {
    case .inviting: return nextInvitation
    case .resetting: return nextReset
    case .connected:
      let first = min(nextPing, incoming.deadline, isOpen ? outgoing.deadline : .max)
      guard incoming.isSounding, !incoming.isSilenced else { return first }
      return min(first, lastHeard + Self.silence)
    }
  }

  /// Handles the answer to a ping.
  func takePingReply(_ id: UInt32, at now: UInt64) {
    guard id == pingID else { return }
    let trip = now - pingSentAt
    if let roundTrip {
      let difference = trip > roundTrip ? trip - roundTrip : roundTrip - trip
      jitter = jitter - jitter / 8 + difference / 8
    }
    (roundTrip, pingID, unansweredPings, isConfirmed) = (trip, nil, 0, true)
  }

  /// Schedules the next ping.
  func planPing(at now: UInt64) {
    let isQuick = unansweredPings > 0 || !isConfirmed
    let usual = isQuick ? Self.pingIntervals.quick : Self.pingIntervals.usual
    nextPing = now + (incoming.isSounding ? Self.probeInterval : usual)
  }

  /// Notes the protocol that the peer announces.
  func observe(_ ump: UMP) {
    guard ump.messageType == 0xF, case .stream(let message) = UMPMessage(ump) else { return }
    switch message {
    case .streamConfigurationNotification(let configuration),
      .streamConfigurationRequest(let configuration):
      speak(configuration.umpProtocol == .midi1 ? .midi1 : .midi2)
    case .endpointInfo(let info) where translator == nil && info.protocols == .midi1:
      speak(.midi1)
    default: break
    }
  }

  private func speak(_ target: ProtocolTranslator.Target) {
    if translator?.target != target { translator = ProtocolTranslator(to: target) }
  }

  /// Queues a packet; returns false if the queue is full.
  func enqueue(_ ump: UMP, at time: UInt64) -> Bool {
    guard translator != nil, let batch = translator?.translate(ump, at: time) else {
      return outgoing.enqueue(ump)
    }
    var isTaken = true
    for packet in batch.array where !outgoing.enqueue(packet) { isTaken = false }
    return isTaken
  }
}

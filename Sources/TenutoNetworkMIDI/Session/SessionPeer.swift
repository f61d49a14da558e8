/// A peer of an AppleMIDI session, from the invitation on.
///
/// A class, so that nothing of its streams is copied when a packet comes.
final class SessionPeer: @unchecked Sendable {  // only the core that made it uses it
  enum Role: Sendable {
    /// This side has invited the peer.
    case initiator
    /// The peer has invited this side.
    case listener
  }

  enum Phase: Sendable, Equatable {
    /// An invitation is out on the control port.
    case invitingControl
    /// An invitation is out on the data port.
    case invitingData
    /// The peer has been accepted on the control port, and is to follow on the data port.
    case awaitingData
    /// Both ports are agreed on.
    case connected
  }

  let id: Int
  let role: Role
  let token: UInt32
  let controlAddress: NetworkAddress
  var dataAddress: NetworkAddress
  var phase: Phase
  var name: String?
  /// The peer's numbers: some have another one on each port.
  var ssrcs: [UInt32] = []

  /// How many invitations went out on the port of the phase.
  var invitations = 0
  var nextInvitation: UInt64 = 0
  /// When something came from the peer.
  var lastHeard: UInt64

  var clock = ClockEstimate()
  /// How many exchanges this side began, and how many in a row got no answer.
  var clockCount = 0
  var unansweredClocks = 0
  var nextClock: UInt64 = 0
  /// When the exchange that is under way began, in nanoseconds: finer than the ticks that are sent.
  var clockAsked: UInt64?
  /// When the peer's last exchange was answered, in nanoseconds.
  var clockAnswered: UInt64?
  /// Whether the peer answers exchanges that this side begins, as initiators do only at some.
  var answersClock = false

  var outgoing: OutgoingStream
  var incoming = IncomingStream()
  /// The most bits a second that the peer takes, nil for any.
  var bitRateLimit: UInt32?

  init(
    id: Int, role: Role, token: UInt32, address: NetworkAddress, outgoing: OutgoingStream,
    at now: UInt64
  ) {
    (self.id, self.role, self.token, self.outgoing) = (id, role, token, outgoing)
    (controlAddress, dataAddress) = (address, address.dataAddress)
    phase = role == .initiator ? .invitingControl : .awaitingData
    lastHeard = now
  }

  /// An invitation is sent again each second, 12 times.
  static let invitationInterval: UInt64 = 1_000_000_000
  static let maximumInvitations = 12
  /// The first six exchanges are 1.5 s apart, the others 10 s.
  static let quickClocks = 6
  static let clockIntervals: (quick: UInt64, usual: UInt64) = (1_500_000_000, 10_000_000_000)
  /// A peer of which nothing is heard for so long has gone.
  static let timeout: UInt64 = 60_000_000_000
  /// So many exchanges without an answer in a row, too.
  static let maximumUnansweredClocks = 5
  /// While notes are on, a silent peer is asked after half a second, and silenced after 1.5 s.
  static let probeInterval: UInt64 = 500_000_000
  static let silence: UInt64 = 1_500_000_000

  /// Whether a datagram of a stream and an address counts as the peer's.
  func isHeard(as ssrc: UInt32, at address: NetworkAddress, on port: SessionPort) -> Bool {
    phase == .connected && ssrcs.contains(ssrc)
      && address == (port == .control ? controlAddress : dataAddress)
  }

  /// When the peer wants attention next.
  var deadline: UInt64 {
    switch phase {
    case .invitingControl, .invitingData: return nextInvitation
    case .awaitingData: return lastHeard + 12 * Self.invitationInterval
    case .connected:
      var first = min(lastHeard + Self.timeout, nextClock)
      if let stream = outgoing.deadline { first = min(first, stream) }
      if let feedback = incoming.deadline { first = min(first, feedback) }
      return first
    }
  }

  /// Plans the next exchange: sooner while it is uncertain whether the peer is there.
  func planClock(at now: UInt64) {
    if incoming.isSounding {
      nextClock = now + Self.probeInterval
    } else if role == .listener {
      nextClock = .max
    } else {
      let isQuick = clockCount < Self.quickClocks || unansweredClocks > 0
      nextClock = now + (isQuick ? Self.clockIntervals.quick : Self.clockIntervals.usual)
    }
  }
}

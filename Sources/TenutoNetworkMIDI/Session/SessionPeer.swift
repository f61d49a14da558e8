/// A peer of an AppleMIDI session, from the invitation on.
///
/// A class, so that its streams are not copied when a packet arrives.
final class SessionPeer: @unchecked Sendable {  // only the core that created it uses it
  enum Role: Sendable {
    /// This side invited the peer.
    case initiator
    /// The peer invited this side.
    case listener
  }

  enum Phase: Sendable, Equatable {
    /// An invitation is out on the control port.
    case invitingControl
    /// An invitation is out on the data port.
    case invitingData
    /// The peer was accepted on the control port and must follow on the data port.
    case awaitingData
    /// Both ports are connected.
    case connected
  }

  let id: Int
  let role: Role
  let token: UInt32
  let controlAddress: NetworkAddress
  var dataAddress: NetworkAddress
  var phase: Phase
  var name: String?
  /// The peer's stream numbers: some peers use another one on each port.
  var ssrcs: [UInt32] = []

  /// Number of invitations sent on the port of this phase.
  var invitations = 0
  var nextInvitation: UInt64 = 0
  /// When the peer was last heard.
  var lastHeard: UInt64

  var clock = ClockEstimate()
  /// Number of exchanges started here, and of consecutive ones without an answer.
  var clockCount = 0
  var unansweredClocks = 0
  var nextClock: UInt64 = 0
  /// When the current exchange began, in nanoseconds: finer than the ticks that are sent.
  var clockAsked: UInt64?
  /// When the peer's last exchange was answered, in nanoseconds.
  var clockAnswered: UInt64?
  /// Whether the peer answers exchanges started here, which some initiators do not.
  var answersClock = false

  /// Stops System Exclusive messages that are not permitted.
  var sysExReceived = SysExFilter()
  var sysExSent = SysExFilter()

  var outgoing: OutgoingStream
  var incoming = IncomingStream()
  /// Number of consecutive packets with a journal that could not be parsed.
  var unreadableJournals = 0

  init(
    id: Int, role: Role, token: UInt32, address: NetworkAddress, outgoing: OutgoingStream,
    at now: UInt64
  ) {
    (self.id, self.role, self.token, self.outgoing) = (id, role, token, outgoing)
    (controlAddress, dataAddress) = (address, address.dataAddress)
    phase = role == .initiator ? .invitingControl : .awaitingData
    lastHeard = now
  }

  /// An invitation is repeated every second, 12 times.
  static let invitationInterval: UInt64 = 1_000_000_000
  static let maximumInvitations = 12
  /// The first six exchanges are 1.5 s apart, the others 10 s.
  static let quickClocks = 6
  static let clockIntervals: (quick: UInt64, usual: UInt64) = (1_500_000_000, 10_000_000_000)
  /// Silence after which a peer is considered lost: rtpmidid sends a clock every 60 s.
  static let timeout: UInt64 = 65_000_000_000
  /// Silence after which a listener starts an exchange itself.
  static let listenerTimeout: UInt64 = 45_000_000_000
  /// Consecutive exchanges without an answer after which a peer is considered lost.
  static let maximumUnansweredClocks = 5
  /// Consecutive packets that are dropped because of malformed journals.
  static let maximumUnreadableJournals = 2
  /// While notes are on, a silent peer is probed after half a second, and its notes end after 1.5
  /// s.
  static let probeInterval: UInt64 = 500_000_000
  static let silence: UInt64 = 1_500_000_000

  /// Whether a datagram with this stream number and address is the peer's.
  func isHeard(as ssrc: UInt32, at address: NetworkAddress, on port: SessionPort) -> Bool {
    phase == .connected && ssrcs.contains(ssrc)
      && address == (port == .control ? controlAddress : dataAddress)
  }

  /// Parses a packet of the peer.
  ///
  /// A packet whose journal is malformed is dropped, and the next journal repairs its changes. A
  /// peer whose journals are always malformed would not be heard again after a loss; its packets
  /// count as packets without a journal.
  func packet(_ bytes: [UInt8], _ number: UInt16) -> RTPMIDIPacket? {
    guard incoming.stream.needsJournal(of: number) else {
      return try? RTPMIDIPacket(parsing: bytes, readsJournal: false)
    }
    if let packet = try? RTPMIDIPacket(parsing: bytes) {
      unreadableJournals = 0
      return packet
    }
    unreadableJournals += 1
    guard unreadableJournals > Self.maximumUnreadableJournals else { return nil }
    return try? RTPMIDIPacket(parsing: bytes, readsJournal: false)
  }

  /// The time at which the peer needs attention.
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

  /// Schedules the next exchange: sooner while the peer's presence is uncertain.
  func planClock(at now: UInt64) {
    if incoming.isSounding {
      nextClock = now + Self.probeInterval
    } else if role == .listener {
      let timeout = lastHeard + Self.listenerTimeout
      nextClock = timeout > now ? timeout : now + Self.clockIntervals.usual
    } else {
      let isQuick = clockCount < Self.quickClocks || unansweredClocks > 0
      nextClock = now + (isQuick ? Self.clockIntervals.quick : Self.clockIntervals.usual)
    }
  }
}

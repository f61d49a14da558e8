package import TenutoMIDI

/// An AppleMIDI session without sockets and clock: it takes datagrams and times, and returns
/// datagrams and events.
///
/// Thread: one at a time. Times are nanoseconds of one clock that never runs backwards.
package struct AppleMIDICore: SessionCore {
  /// Maximum number of peers.
  package static let maximumPeers = 8

  /// The name that peers see.
  package var name: String
  /// The hosts that may join.
  package var policy: SessionPolicy
  /// The addresses of hosts that may join under the policy `contacts`.
  package var contactHosts: Set<[UInt8]> = []
  /// The hosts that may exchange System Exclusive messages; hosts that this side invited count as
  /// contacts.
  package var sysExPolicy = SessionPolicy.contacts
  /// Permissions of single hosts in place of `sysExPolicy`, by their addresses.
  package var sysExPermissions: [[UInt8]: SysExPermission] = [:]
  /// The range of the jitter buffers' delay, in nanoseconds.
  package var bufferRange: ClosedRange<UInt64> = 1_000_000...50_000_000 {
    didSet { longestPause = min(longestPause, bufferRange.upperBound / 4 * 3) }
  }
  /// Three quarters of the longest delay that a jitter buffer may have.
  package private(set) var longestPause: UInt64 = 50_000_000
  /// The hosts that wait for acceptance.
  package var requests: [SessionRequest] { waiting.requests }

  var peers: [Int: SessionPeer] = [:]
  /// The peer that sent the last packet.
  var lastSender: SessionPeer?
  var effects: [SessionEffect] = []
  var waiting = WaitingHosts()
  private var translator = OutgoingTranslator()
  var ssrc: UInt32
  var limiter = ReplyLimiter()
  var random: any RandomNumberGenerator & Sendable
  private var nextID = 1
  /// The hosts to invite again after a loss.
  var wanted = WantedHosts()

  /// Creates a session without peers.
  package init(
    name: String, policy: SessionPolicy = .contacts,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.name = name
    self.policy = policy
    self.random = random
    ssrc = 0
    ssrc = UInt32.random(in: 1 ... .max, using: &self.random)
  }

  /// Removes and returns the effects to carry out.
  package mutating func takeEffects() -> [SessionEffect] {
    defer { effects = [] }
    return effects
  }

  /// The time at which `tick(at:)` must be called; nil for never.
  package var deadline: UInt64? {
    var first = UInt64.max
    for peer in peers.values { first = min(first, peer.deadline) }
    first = min(first, wanted.deadline)
    return first == .max ? nil : first
  }
}

// MARK: - Requests of the user

extension AppleMIDICore {
  /// Invites a host, and again after each loss, until `disconnect(_:at:)`.
  package mutating func connect(to address: NetworkAddress, at now: UInt64) {
    wanted.add(address)
    guard !peers.values.contains(where: { $0.controlAddress == address }) else { return }
    invite(address, at: now)
  }

  /// Ends the connection with a host, and the invitations.
  package mutating func disconnect(_ address: NetworkAddress, at now: UInt64) {
    wanted.remove(address)
    for peer in peers.values where peer.controlAddress == address { leave(peer.id, at: now) }
  }

  /// Ends all connections.
  package mutating func disconnectAll(at now: UInt64) {
    wanted = WantedHosts()
    for id in peers.keys.sorted() { leave(id, at: now) }
  }

  /// Accepts a waiting host; it is connected when it asks again.
  package mutating func accept(_ host: [UInt8]) { contactHosts.insert(host) }

  /// Sends a message with a time to all peers; returns false if a queue is full.
  package mutating func send(_ message: RTPMIDIMessage, time: UInt64) -> Bool {
    var isTaken = true
    for peer in peers.values where peer.phase == .connected {
      var message = message
      if case .sysEx(let segment) = message {
        let limit = sysExPermission(of: peer).sent
        guard let passed = peer.sysExSent.filter(segment, limit: limit) else { continue }
        message = .sysEx(passed)
      }
      if !peer.outgoing.enqueue(message, time: time) { isTaken = false }
    }
    return isTaken
  }

  /// Sends packets to all peers as MIDI 1.0 messages; returns false if a queue is full.
  package mutating func send(_ packets: [HostTimedUMP]) -> Bool {
    var isTaken = true
    for packet in packets {
      for message in translator.translate(packet.ump)
      where !send(message, time: packet.hostTime) { isTaken = false }
    }
    return isTaken
  }

  /// Sends what is queued, at once.
  package mutating func flush(at now: UInt64) {
    for peer in peers.values where peer.phase == .connected { flush(peer, at: now) }
  }

  mutating func flush(_ id: Int, at now: UInt64) {
    if let peer = peers[id] { flush(peer, at: now) }
  }

  mutating func flush(_ peer: SessionPeer, at now: UInt64) {
    for packet in peer.outgoing.flush(at: now) {
      effects.append(.send(packet, .data, peer.dataAddress))
    }
    if let number = peer.incoming.takeFeedback(at: now) {
      let feedback = AppleMIDICommand.feedback(ssrc: peer.outgoing.ssrc, sequenceNumber: number)
      effects.append(.send(feedback.encoded, .control, peer.controlAddress))
    }
  }
}

// MARK: - Peers

extension AppleMIDICore {
  mutating func makePeer(
    _ role: SessionPeer.Role, _ token: UInt32, _ address: NetworkAddress, at now: UInt64
  ) -> Int {
    defer { nextID += 1 }
    let outgoing = OutgoingStream(
      ssrc: ssrc, first: UInt16.random(in: 0 ... .max, using: &random))
    let peer = SessionPeer(
      id: nextID, role: role, token: token, address: address, outgoing: outgoing, at: now)
    peer.incoming = IncomingStream(buffer: JitterBuffer(range: bufferRange))
    peers[nextID] = peer
    return nextID
  }

  mutating func invite(_ address: NetworkAddress, at now: UInt64) {
    wanted.tried(address)
    guard peers.count < Self.maximumPeers else {
      return effects.append(
        .failed(address, "The session already has \(Self.maximumPeers) peers; disconnect one."))
    }
    let token = UInt32.random(in: 0 ... .max, using: &random)
    inviteAgain(makePeer(.initiator, token, address, at: now), at: now)
  }

  mutating func inviteAgain(_ id: Int, at now: UInt64) {
    guard let peer = peers[id] else { return }
    guard peer.invitations < SessionPeer.maximumInvitations else { return lose(id, at: now) }
    peers[id]?.invitations += 1
    peers[id]?.nextInvitation = now + SessionPeer.invitationInterval
    let invitation = AppleMIDICommand.invitation(introduction(to: peer)).encoded
    if peer.phase == .invitingControl {
      effects.append(.send(invitation, .control, peer.controlAddress))
    } else {
      effects.append(.send(invitation, .data, peer.dataAddress))
    }
  }

  func introduction(to peer: SessionPeer) -> AppleMIDICommand.Introduction {
    AppleMIDICommand.Introduction(token: peer.token, ssrc: peer.outgoing.ssrc, name: name)
  }

  mutating func connected(_ id: Int, at now: UInt64) {
    peers[id]?.phase = .connected
    peers[id]?.planClock(at: now)
    if let address = peers[id]?.controlAddress { wanted.succeeded(address) }
    if peers[id]?.role == .initiator { askClock(id, at: now) }
    effects.append(.peersChanged)
  }

  /// Sends a goodbye to a peer.
  mutating func leave(_ id: Int, at now: UInt64) {
    guard let peer = peers[id] else { return }
    var goodbye = introduction(to: peer)
    goodbye.name = nil
    effects.append(.send(AppleMIDICommand.end(goodbye).encoded, .control, peer.controlAddress))
    remove(id, at: now)
  }

  /// Ends all notes of a peer, and removes it.
  mutating func remove(_ id: Int, at now: UInt64) {
    let events = peers[id]?.incoming.silence(at: now) ?? []
    if !events.isEmpty { effects.append(.play(events, peer: id)) }
    peers[id] = nil
    if lastSender?.id == id { lastSender = nil }
    effects.append(.peersChanged)
  }

  /// Removes a silent peer, and invites it again later: after 1 s, 2 s … 30 s.
  mutating func lose(_ id: Int, at now: UInt64) {
    guard let address = peers[id]?.controlAddress else { return }
    remove(id, at: now)
    guard let seconds = wanted.failed(address, at: now) else { return }
    effects.append(.failed(address, "The peer does not answer; next attempt in \(seconds) s."))
  }
}

// MARK: - Time

extension AppleMIDICore {
  /// Does the work that is due.
  package mutating func tick(at now: UInt64) {
    waiting.forget(at: now)
    for address in wanted.due(at: now) { invite(address, at: now) }
    for id in peers.keys.sorted() {
      guard let peer = peers[id] else { continue }
      switch peer.phase {
      case .invitingControl, .invitingData:
        if now >= peer.nextInvitation { inviteAgain(id, at: now) }
      case .awaitingData:
        if now >= peer.deadline { remove(id, at: now) }
      case .connected: attend(id, at: now)
      }
    }
  }

  mutating func attend(_ id: Int, at now: UInt64) {
    guard let peer = peers[id] else { return }
    let isUnanswered =
      peer.role == .initiator && peer.unansweredClocks > SessionPeer.maximumUnansweredClocks
      && now > peer.lastHeard + 5_000_000_000
    if now >= peer.lastHeard + SessionPeer.timeout || isUnanswered { return lose(id, at: now) }
    if now >= peer.nextClock { askClock(id, at: now) }
    if peer.incoming.isSounding, !peer.incoming.isSilenced, peer.answersClock,
      now >= peer.lastHeard + SessionPeer.silence
    {
      let events = peers[id]?.incoming.silence(at: now) ?? []
      effects.append(.play(events, peer: id))
    }
    flush(id, at: now)
  }

  mutating func askClock(_ id: Int, at now: UInt64) {
    guard let peer = peers[id] else { return }
    defer { peers[id]?.planClock(at: now) }
    // A peer that was heard a moment ago needs no probe.
    let isProbe = peer.role == .listener || peer.clockCount >= SessionPeer.quickClocks
    if isProbe, peer.incoming.isSounding, now < peer.lastHeard + SessionPeer.probeInterval {
      return
    }
    if peer.role == .listener, !peer.incoming.isSounding,
      now < peer.lastHeard + SessionPeer.listenerTimeout
    {
      return
    }
    let ticks = now / ClockEstimate.tick
    if peer.clockAsked != nil { peers[id]?.unansweredClocks += 1 }
    peers[id]?.clockAsked = now
    peers[id]?.clockCount += 1
    let times = AppleMIDICommand.InlineTimes(ticks)
    let clock = AppleMIDICommand.Clock(ssrc: peer.outgoing.ssrc, count: 0, times)
    effects.append(.send(AppleMIDICommand.clock(clock).encoded, .data, peer.dataAddress))
  }
}

package import TenutoMIDI
package import TenutoMIDIMessages

/// A Network MIDI 2.0 session, host and client, without sockets and clock (M2-124-UM).
///
/// Thread: one at a time. Times are nanoseconds of one clock that never runs backwards.
package struct NetworkMIDI2Core: SessionCore {
  typealias Command = NetworkMIDI2Command

  /// A challenge that a client has not answered yet.
  struct OpenChallenge: Sendable {
    let address: NetworkAddress
    var nonce: [UInt8]
    let introduction: Command.Introduction
    /// The number of the ping that replaces a challenge after a short invitation.
    let pingID: UInt32
    /// Whether the client has answered that ping, which confirms its address.
    var isConfirmed = false
    /// Whether the client has got a request to wait.
    var isToldToWait = false
    var time: UInt64
    var failures = 0
  }

  /// Maximum number of peers.
  package static let maximumPeers = 8

  package var name: String
  package var policy: SessionPolicy
  package var contactHosts: Set<[UInt8]> = []
  package var sysExPolicy = SessionPolicy.contacts
  package var sysExPermissions: [[UInt8]: SysExPermission] = [:]
  /// Not used: packets have no timestamps, so there is no jitter buffer.
  package var bufferRange: ClosedRange<UInt64> = 1_000_000...50_000_000
  /// Identifies this product among others of its kind.
  package var productInstanceID = ""
  /// Packets are played on arrival, so they wait at most a millisecond.
  package let longestPause: UInt64 = 1_000_000
  /// The credentials that clients need, and that this side presents to hosts; nil for none.
  package var credentials: NetworkMIDI2Credentials?
  /// The endpoint that answers the peers' discovery; nil passes their requests on.
  package var endpoint: UMPEndpoint?
  package var requests: [SessionRequest] { waiting.requests }

  var peers: [Int: NetworkMIDI2Peer] = [:]
  var effects: [SessionEffect] = []
  var waiting = WaitingHosts()
  var wanted = WantedHosts()
  var limiter = ReplyLimiter()
  var challenges: [OpenChallenge] = []
  /// The unanswered bytes from hosts without a session.
  var credits: [[UInt8]: Int] = [:]
  /// Hosts that failed to authenticate, and the end of their exclusion.
  var blocked: [[UInt8]: UInt64] = [:]
  var random: any RandomNumberGenerator & Sendable
  private var nextID = 1
  /// Peers that have not confirmed the goodbye, which is repeated.
  private var leaving: [(address: NetworkAddress, tries: Int, next: UInt64)] = []

  /// Creates a session without peers.
  package init(
    name: String, policy: SessionPolicy = .contacts,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    (self.name, self.policy, self.random) = (name, policy, random)
  }

  package mutating func takeEffects() -> [SessionEffect] {
    defer { effects = [] }
    return effects
  }

  package var deadline: UInt64? {
    var first = wanted.deadline
    for peer in peers.values { first = min(first, peer.deadline) }
    for farewell in leaving { first = min(first, farewell.next) }
    return first == .max ? nil : first
  }

  /// The introduction of this side.
  var introduction: Command.Introduction {
    Command.Introduction(name: name, productInstanceID: productInstanceID)
  }

  package var status: [PeerStatus] {
    peers.values.sorted { $0.id < $1.id }.map { peer in
      PeerStatus(
        id: peer.id, name: peer.name.isEmpty ? nil : peer.name, address: peer.address,
        isConnected: peer.phase != .inviting, isInvited: peer.isInvited,
        roundTrip: peer.roundTrip, skew: 0, jitter: peer.jitter, delay: 0, late: 0,
        sent: peer.outgoing.datagramCount, received: peer.incoming.counters,
        endpoint: peer.isDiscovered ? peer.observer.endpoint : nil,
        sysEx: sysExPermission(of: peer),
        sysExRefused: peer.sysExReceived.refused + peer.sysExSent.refused)
    }
  }

  mutating func send(_ commands: [Command], to address: NetworkAddress) {
    effects.append(.send(NetworkMIDI2Packet(commands).encoded, .control, address))
  }

  /// Sends commands to a peer; an unconfirmed peer gets no more bytes than it has sent.
  mutating func send(_ commands: [Command], to peer: NetworkMIDI2Peer) {
    let bytes = NetworkMIDI2Packet(commands).encoded
    if !peer.isConfirmed {
      guard bytes.count <= peer.credit else { return }
      peer.credit -= bytes.count
    }
    effects.append(.send(bytes, .control, peer.address))
  }

  mutating func play(_ packets: [UMP], of peer: NetworkMIDI2Peer, at now: UInt64) {
    for packet in packets { peer.observe(packet) }
    let limit = sysExPermission(of: peer).received
    let allowed = packets.filter { packet in
      !answersDiscovery(packet, of: peer, at: now)
        && peer.sysExReceived.passes(packet, limit: limit)
    }
    guard !allowed.isEmpty else { return }
    effects.append(
      .deliver(allowed.map { HostTimedUMP(hostTime: now, ump: $0) }, peer: peer.id))
  }

  /// The System Exclusive messages that pass between the session and a peer.
  private func sysExPermission(of peer: NetworkMIDI2Peer) -> SysExPermission {
    sysExPermission(of: peer.address.host, isKnown: peer.isInvited || peer.isAuthenticated)
  }
}

// MARK: - Requests of the user

extension NetworkMIDI2Core {
  package mutating func connect(to address: NetworkAddress, at now: UInt64) {
    wanted.add(address)
    guard peer(at: address) == nil else { return }
    invite(address, at: now)
  }

  package mutating func disconnect(_ address: NetworkAddress, at now: UInt64) {
    wanted.remove(address)
    guard let peer = peer(at: address) else { return }
    leave(peer, .userTerminated, at: now)
    leaving.append((address, 3, now + NetworkMIDI2Peer.resetInterval))
  }

  package mutating func disconnectAll(at now: UInt64) {
    wanted = WantedHosts()
    for id in peers.keys.sorted() {
      if let peer = peers[id] { leave(peer, .userTerminated, at: now) }
    }
  }

  package mutating func accept(_ host: [UInt8]) { contactHosts.insert(host) }

  package mutating func send(_ packets: [HostTimedUMP]) -> Bool {
    var isTaken = true
    for peer in peers.values where peer.phase != .inviting {
      let limit = sysExPermission(of: peer).sent
      for packet in packets where peer.sysExSent.passes(packet.ump, limit: limit) {
        if !peer.enqueue(packet.ump, at: packet.hostTime) { isTaken = false }
      }
    }
    return isTaken
  }

  package mutating func flush(at now: UInt64) {
    for peer in peers.values where peer.isOpen { flush(peer, at: now) }
  }

  private mutating func flush(_ peer: NetworkMIDI2Peer, at now: UInt64) {
    for bytes in peer.outgoing.flush(at: now) {
      effects.append(.send(bytes, .control, peer.address))
    }
  }

  func peer(at address: NetworkAddress) -> NetworkMIDI2Peer? {
    peers.values.first { $0.address == address }
  }
}

// MARK: - Peers

extension NetworkMIDI2Core {
  mutating func makePeer(
    _ address: NetworkAddress, isInvited: Bool, at now: UInt64
  ) -> NetworkMIDI2Peer {
    let peer = NetworkMIDI2Peer(id: nextID, isInvited: isInvited, address: address, at: now)
    peers[nextID] = peer
    nextID += 1
    leaving.removeAll { $0.address == address }
    return peer
  }

  private mutating func invite(_ address: NetworkAddress, at now: UInt64) {
    wanted.tried(address)
    guard peers.count < Self.maximumPeers else {
      return effects.append(
        .failed(address, "The session already has \(Self.maximumPeers) peers; disconnect one."))
    }
    inviteAgain(makePeer(address, isInvited: true, at: now), at: now)
  }

  mutating func inviteAgain(_ peer: NetworkMIDI2Peer, at now: UInt64) {
    guard peer.invitations < NetworkMIDI2Peer.maximumInvitations else {
      return lose(peer, at: now)
    }
    peer.invitations += 1
    peer.nextInvitation = now + NetworkMIDI2Peer.invitationInterval
    let invitation = Command.invitation(introduction, abilities: credentials?.abilities ?? [])
    send([peer.answer ?? invitation], to: peer)
  }

  mutating func connected(_ peer: NetworkMIDI2Peer, _ name: String, at now: UInt64) {
    peer.phase = .connected
    (peer.name, peer.connectedAt, peer.lastHeard) = (name, now, now)
    wanted.succeeded(peer.address)
    peer.planPing(at: now)
    discover(peer, at: now)
    effects.append(.peersChanged)
  }

  /// Sends a goodbye to a peer, and removes it.
  mutating func leave(_ peer: NetworkMIDI2Peer, _ reason: Command.ByeReason, at now: UInt64) {
    let isOver = peer.phase == .inviting
    send([.bye(isOver ? .invitationCanceled : reason, text: "")], to: peer)
    remove(peer, at: now)
  }

  /// Ends all notes of a peer, and removes it.
  mutating func remove(_ peer: NetworkMIDI2Peer, at now: UInt64) {
    play(peer.incoming.silence(), of: peer, at: now)
    peers[peer.id] = nil
    effects.append(.peersChanged)
  }

  /// Removes a peer that is silent, and invites it again later.
  mutating func lose(_ peer: NetworkMIDI2Peer, at now: UInt64) {
    remove(peer, at: now)
    guard let seconds = wanted.failed(peer.address, at: now) else { return }
    effects.append(
      .failed(peer.address, "The peer does not answer; next attempt in \(seconds) s."))
  }

  /// Removes a peer that declined the session, and reports the reason.
  mutating func giveUp(_ peer: NetworkMIDI2Peer, _ reason: String, at now: UInt64) {
    wanted.remove(peer.address)
    effects.append(.failed(peer.address, reason))
    remove(peer, at: now)
  }

  mutating func confirmedLeaving(_ address: NetworkAddress) {
    leaving.removeAll { $0.address == address }
  }
}

// MARK: - Time

extension NetworkMIDI2Core {
  package mutating func tick(at now: UInt64) {
    waiting.forget(at: now)
    for address in wanted.due(at: now) { invite(address, at: now) }
    for id in peers.keys.sorted() {
      guard let peer = peers[id], now >= peer.deadline else { continue }
      switch peer.phase {
      case .inviting: inviteAgain(peer, at: now)
      case .resetting: resetAgain(peer, at: now)
      case .connected: attend(peer, at: now)
      }
    }
    for index in leaving.indices where now >= leaving[index].next {
      leaving[index].tries -= 1
      leaving[index].next = now + NetworkMIDI2Peer.resetInterval
      send([.bye(.userTerminated, text: "")], to: leaving[index].address)
    }
    leaving.removeAll { $0.tries <= 0 }
  }

  private mutating func attend(_ peer: NetworkMIDI2Peer, at now: UInt64) {
    if peer.unansweredPings > NetworkMIDI2Peer.maximumUnansweredPings {
      send([.bye(.timeout, text: "")], to: peer)
      return lose(peer, at: now)
    }
    if now >= peer.lastHeard + NetworkMIDI2Peer.silence {
      play(peer.incoming.silence(), of: peer, at: now)
    }
    if now >= peer.nextPing { ping(peer, at: now) }
    let isHeard = now < peer.lastHeard + NetworkMIDI2Peer.probeInterval
    let (request, packets) = peer.incoming.tick(isHeard: isHeard, at: now)
    play(packets, of: peer, at: now)
    switch request {
    case .commands(let first, let count)?:
      send([.retransmitRequest(first: first, count: count)], to: peer)
    case .reset?: reset(peer, at: now)
    case nil: break
    }
    if peer.isOpen { flush(peer, at: now) }
  }

  /// Pings a peer, unless it was heard a moment ago.
  private mutating func ping(_ peer: NetworkMIDI2Peer, at now: UInt64) {
    defer { peer.planPing(at: now) }
    let interval = peer.incoming.isSounding ? NetworkMIDI2Peer.probeInterval : .max
    if peer.isConfirmed, peer.roundTrip != nil, now < peer.lastHeard + min(interval, 2_000_000_000)
    {
      return
    }
    if peer.pingID != nil { peer.unansweredPings += 1 }
    sendPing(to: peer, at: now)
  }

  mutating func sendPing(to peer: NetworkMIDI2Peer, at now: UInt64) {
    send([makePing(to: peer, at: now)], to: peer)
  }

  mutating func makePing(to peer: NetworkMIDI2Peer, at now: UInt64) -> Command {
    let id = UInt32.random(in: 1 ... .max, using: &random)
    (peer.pingID, peer.pingSentAt) = (id, now)
    return .ping(id)
  }

  /// Makes both sides restart at number 0.
  mutating func reset(_ peer: NetworkMIDI2Peer, at now: UInt64) {
    // A peer would mistake a second reset for a duplicate of the first one.
    if let last = peer.resetAt, now < last + 2_000_000_000 { return }
    (peer.phase, peer.resets, peer.resetAt) = (.resetting, 0, now)
    peer.outgoing.reset()
    play(peer.incoming.reset(), of: peer, at: now)
    resetAgain(peer, at: now)
  }

  private mutating func resetAgain(_ peer: NetworkMIDI2Peer, at now: UInt64) {
    guard peer.resets < NetworkMIDI2Peer.maximumResets else { return lose(peer, at: now) }
    peer.resets += 1
    peer.nextReset = now + NetworkMIDI2Peer.resetInterval
    send([.sessionReset], to: peer)
  }
}

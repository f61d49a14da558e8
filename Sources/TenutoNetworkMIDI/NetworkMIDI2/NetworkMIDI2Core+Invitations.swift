extension NetworkMIDI2Core {
  /// The lifetime of a challenge, and the time for which a host is ignored after three failures.
  private static let challengeLifetime: UInt64 = 15_000_000_000
  private static let blockTime: UInt64 = 10_000_000_000
  private static let maximumFailures = 3
  private static let maximumChallenges = 16
  private static let maximumStrangers = 256
  /// Room for any answer, for an address that has been confirmed.
  private static let confirmedRoom = 200

  mutating func receiveInvitation(
    _ command: Command, from address: NetworkAddress, at now: UInt64
  ) {
    switch command {
    case .invitation(let introduction, let abilities):
      guard listens(to: address, at: now) else { return }
      invited(by: introduction, abilities, address, at: now)
    case .authenticatedInvitation(let digest):
      guard listens(to: address, at: now) else { return }
      answered(digest, nil, address, at: now)
    case .userInvitation(let digest, let user):
      guard listens(to: address, at: now) else { return }
      answered(digest, user, address, at: now)
    default:
      guard let peer = peer(at: address), peer.phase == .inviting else { return }
      receiveReply(command, from: peer, at: now)
    }
  }

  // MARK: - As a host

  /// Returns whether invitations from an address are accepted for processing.
  private mutating func listens(to address: NetworkAddress, at now: UInt64) -> Bool {
    blocked = blocked.filter { $0.value > now }
    return blocked[address.host] == nil && limiter.allows(address.host, at: now)
  }

  /// Credits the bytes of a datagram to its peer or its host, which limits the answers.
  mutating func credit(_ byteCount: Int, of address: NetworkAddress) {
    if let peer = peer(at: address) {
      peer.credit = min(peer.credit + byteCount, 1 << 16)
    } else {
      if credits.count >= Self.maximumStrangers { credits = [:] }
      credits[address.host] = min(credits[address.host, default: 0] + byteCount, 4096)
    }
  }

  /// Returns how many bytes may be sent to an unconfirmed address.
  private func credit(of address: NetworkAddress) -> Int {
    peer(at: address)?.credit ?? credits[address.host, default: 0]
  }

  /// Answers an address, once it has sent at least as many bytes.
  mutating func reply(_ commands: [Command], to address: NetworkAddress) {
    if let peer = peer(at: address) { return send(commands, to: peer) }
    let bytes = NetworkMIDI2Packet(commands).encoded
    let credit = credits[address.host, default: 0]
    guard bytes.count <= credit else { return }
    credits[address.host] = credit - bytes.count
    effects.append(.send(bytes, .control, address))
  }

  private mutating func invited(
    by introduction: Command.Introduction, _ abilities: Command.Abilities,
    _ address: NetworkAddress, at now: UInt64
  ) {
    if let peer = peer(at: address) {
      // Both sides invited each other, the answer was lost, or the invitation was duplicated.
      let isOld = peer.isConfirmed && now > peer.connectedAt + 1_500_000_000
      if peer.phase == .inviting || !isOld { return admit(peer, introduction, at: now) }
      remove(peer, at: now)
    }
    if policy == .noOne {
      reply([.bye(.userDidNotAccept, text: "")], to: address)
    } else if let credentials {
      guard abilities.isSuperset(of: credentials.abilities) else {
        reply([.bye(.noMatchingAuthentication, text: "")], to: address)
        return
      }
      challenge(introduction, address, at: now)
    } else if policy == .anyone || contactHosts.contains(address.host) {
      admit(nil, introduction, address, at: now)
    } else {
      if waiting.add(address, name: introduction.name, at: now) {
        effects.append(.requestsChanged)
      }
      let room = credit(of: address) - 8
      reply([.pending(self.introduction.fitting(room))], to: address)
    }
  }

  /// Challenges a client; a repeated invitation gets the same challenge again.
  private mutating func challenge(
    _ introduction: Command.Introduction, _ address: NetworkAddress, at now: UInt64
  ) {
    challenges.removeAll { now > $0.time + Self.challengeLifetime }
    if let open = challenges.first(where: { $0.address == address }) {
      return ask(open, .first)
    }
    if challenges.count >= Self.maximumChallenges { challenges.removeFirst() }
    let nonce = NetworkMIDI2Credentials.nonce(using: &random)
    let open = OpenChallenge(
      address: address, nonce: nonce, introduction: introduction,
      pingID: UInt32.random(in: 1 ... .max, using: &random), time: now)
    challenges.append(open)
    ask(open, .first)
  }

  /// Challenges a client, in no more bytes than it has sent until its address is confirmed.
  ///
  /// An invitation may be too short for a challenge and never be repeated. A ping is half as long,
  /// and its answer confirms the address. A client without credit for a ping gets a request to
  /// wait.
  private mutating func ask(_ open: OpenChallenge, _ state: Command.Challenge.State) {
    let credit = open.isConfirmed ? Self.confirmedRoom : credit(of: open.address)
    let room = credit - 24
    guard room >= 0 else {
      return askBriefly(open, credit)
    }
    let challenge = Command.Challenge(
      nonce: open.nonce, state: state, introduction: introduction.fitting(room))
    let command: Command
    if case .user = credentials {
      command = .userAuthenticationRequired(challenge)
    } else {
      command = .authenticationRequired(challenge)
    }
    if open.isConfirmed {
      send([command], to: open.address)
    } else {
      reply([command], to: open.address)
    }
  }

  private mutating func askBriefly(_ open: OpenChallenge, _ credit: Int) {
    guard credit < 12 else { return reply([.ping(open.pingID)], to: open.address) }
    // Once: later invitations add up to the credit for a ping.
    guard let index = challenges.firstIndex(where: { $0.address == open.address }),
      !challenges[index].isToldToWait
    else { return }
    challenges[index].isToldToWait = true
    reply([.pending(.init())], to: open.address)
  }

  /// Handles the answer to a ping that replaced a challenge.
  mutating func confirmChallenge(of address: NetworkAddress, _ id: UInt32) {
    guard
      let index = challenges.firstIndex(where: {
        $0.address == address && $0.pingID == id && !$0.isConfirmed
      })
    else { return }
    challenges[index].isConfirmed = true
    ask(challenges[index], .first)
  }

  private mutating func answered(
    _ digest: [UInt8], _ user: String?, _ address: NetworkAddress, at now: UInt64
  ) {
    if let peer = peer(at: address), peer.phase == .connected, peer.isAuthenticated {
      return admit(peer, .init(name: peer.name), at: now)
    }
    guard let credentials, policy != .noOne,
      let index = challenges.firstIndex(where: { $0.address == address })
    else {
      reply([.bye(.noPriorInvitation, text: "")], to: address)
      return
    }
    let open = challenges[index]
    if isUser(user), credentials.isRight(digest, for: open.nonce) {
      challenges.remove(at: index)
      admit(nil, open.introduction, address, isAuthenticated: true, at: now)
      return
    }
    challenges[index].failures += 1
    if challenges[index].failures >= Self.maximumFailures {
      challenges.remove(at: index)
      blocked[address.host] = now + Self.blockTime
      let reason: Command.ByeReason = isUser(user) ? .authenticationFailed : .unknownUser
      reply([.bye(reason, text: "")], to: address)
    } else {
      challenges[index].nonce = NetworkMIDI2Credentials.nonce(using: &random)
      ask(challenges[index], isUser(user) ? .wrongDigest : .unknownUser)
    }
  }

  private func isUser(_ name: String?) -> Bool {
    switch credentials {
    case .user(let user, _)?: user == name
    default: name == nil
    }
  }

  /// Accepts a client, in no more bytes than it has sent; a ping confirms its address.
  private mutating func admit(
    _ known: NetworkMIDI2Peer?, _ introduction: Command.Introduction,
    _ address: NetworkAddress? = nil, isAuthenticated: Bool = false, at now: UInt64
  ) {
    guard let address = known?.address ?? address else { return }
    guard known != nil || peers.count < Self.maximumPeers else {
      reply([.bye(.tooManySessions, text: "")], to: address)
      return
    }
    let credit = credits.removeValue(forKey: address.host) ?? 0
    let peer = known ?? makePeer(address, isInvited: false, at: now)
    peer.isAuthenticated = peer.isAuthenticated || isAuthenticated
    // The right digest proves the address: the nonce was sent there.
    peer.isConfirmed = peer.isConfirmed || isAuthenticated
    if known == nil { peer.credit = credit }
    waiting.remove(address.host)
    // The ping, eight bytes, takes precedence over the names: without its answer a client that only
    // receives would get no music.
    let room = peer.isConfirmed ? Self.confirmedRoom : peer.credit - 8
    let hasPing = room >= 8
    let names = self.introduction.fitting(hasPing ? room - 8 : room)
    let acceptance = Command.accepted(names)
    if peer.phase == .inviting { connected(peer, introduction.name, at: now) }
    send(hasPing ? [acceptance, makePing(to: peer, at: now)] : [acceptance], to: peer)
  }

  // MARK: - As a client

  private mutating func receiveReply(
    _ command: Command, from peer: NetworkMIDI2Peer, at now: UInt64
  ) {
    switch command {
    case .accepted(let introduction):
      connected(peer, introduction.name, at: now)
      sendPing(to: peer, at: now)
      flush(at: now)
    // The host's user may take any time to decide.
    case .pending: peer.invitations = 0
    case .authenticationRequired(let challenge): answer(challenge, isUser: false, peer, at: now)
    case .userAuthenticationRequired(let challenge): answer(challenge, isUser: true, peer, at: now)
    default: break
    }
  }

  private mutating func answer(
    _ challenge: Command.Challenge, isUser: Bool, _ peer: NetworkMIDI2Peer, at now: UInt64
  ) {
    guard challenge.state == .first else {
      send([.bye(.invitationCanceled, text: "")], to: peer)
      return giveUp(peer, "The peer has another secret or password.", at: now)
    }
    guard let credentials, credentials.abilities == (isUser ? .user : .secret) else {
      send([.bye(.invitationCanceled, text: "")], to: peer)
      return giveUp(peer, "The peer asks for a secret or a password.", at: now)
    }
    let digest = credentials.digest(of: challenge.nonce)
    if case .user(let name, _) = credentials {
      peer.answer = .userInvitation(digest, user: name)
    } else {
      peer.answer = .authenticatedInvitation(digest)
    }
    peer.name = challenge.introduction.name
    inviteAgain(peer, at: now)
  }
}

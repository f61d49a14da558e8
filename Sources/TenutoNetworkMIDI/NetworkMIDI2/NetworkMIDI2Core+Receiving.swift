internal import TenutoMIDI

extension NetworkMIDI2Core {
  package mutating func receive(
    _ bytes: [UInt8], from address: NetworkAddress, on port: SessionPort, at now: UInt64
  ) {
    guard let packet = try? NetworkMIDI2Packet(parsing: bytes), !packet.items.isEmpty else {
      return
    }
    if let peer = peer(at: address) {
      peer.lastHeard = now
      peer.unansweredPings = 0
    }
    credit(bytes.count, of: address)
    var data: [Command.Data] = []
    for item in packet.items {
      switch item {
      case .command(.data(let command)): data.append(command)
      case .command(let command):
        receive(command, from: address, at: now)
      case .unreadable(let header, let error): refuse(header, error, address, at: now)
      }
    }
    if !data.isEmpty { receive(data, from: address, at: now) }
    if let peer = peer(at: address), peer.phase == .connected {
      if !peer.isConfirmed, now >= peer.pingSentAt + 250_000_000 { sendPing(to: peer, at: now) }
      if peer.incoming.isSounding, peer.nextPing > now + NetworkMIDI2Peer.probeInterval {
        peer.planPing(at: now)
      }
    }
  }

  private mutating func receive(
    _ data: [Command.Data], from address: NetworkAddress, at now: UInt64
  ) {
    guard let peer = peer(at: address), peer.phase != .inviting else {
      return answerStranger(.bye(.notEstablished, text: ""), address, at: now)
    }
    // Data commands from before a reset are obsolete.
    guard peer.phase == .connected else { return }
    play(peer.incoming.receive(data, at: now), of: peer, at: now)
  }

  /// Answers a host that is not a peer, in no more bytes than it has sent, and at a limited rate.
  private mutating func answerStranger(
    _ command: Command, _ address: NetworkAddress, at now: UInt64
  ) {
    if limiter.allows(address.host, at: now) { reply([command], to: address) }
  }

  /// Notifies a peer that a command was not understood; other hosts get no answer.
  private mutating func refuse(
    _ header: UInt32, _ error: PacketError, _ address: NetworkAddress, at now: UInt64
  ) {
    guard let peer = peer(at: address), limiter.allows(address.host, at: now) else { return }
    let reason: Command.RefusalReason = error == .unknownCommand ? .notSupported : .malformed
    send([.notUnderstood(reason, header: header, text: "")], to: peer)
  }

  private mutating func receive(
    _ command: Command, from address: NetworkAddress, at now: UInt64
  ) {
    switch command {
    case .invitation, .authenticatedInvitation, .userInvitation, .accepted, .pending,
      .authenticationRequired, .userAuthenticationRequired:
      receiveInvitation(command, from: address, at: now)
    case .bye(let reason, let text): ended(reason, text, address, at: now)
    case .byeReply: confirmedLeaving(address)
    case .ping(let id):
      if let peer = peer(at: address) {
        answerPing(id, of: peer, at: now)
      } else {
        answerStranger(.pingReply(id), address, at: now)
      }
    case .pingReply(let id) where peer(at: address) == nil: confirmChallenge(of: address, id)
    default:
      guard let peer = peer(at: address), peer.phase != .inviting else { return }
      receive(command, from: peer, at: now)
    }
  }

  /// Handles a command of a peer.
  private mutating func receive(
    _ command: Command, from peer: NetworkMIDI2Peer, at now: UInt64
  ) {
    switch command {
    case .pingReply(let id):
      peer.takePingReply(id, at: now)
      if let owed = peer.owedPingReply { send([.pingReply(owed)], to: peer) }
      peer.owedPingReply = nil
      flush(at: now)
    case .retransmitRequest(let first, let count):
      guard peer.isOpen else { return }
      guard let datagrams = peer.outgoing.repeated(from: first, count: count, at: now) else {
        return send([.retransmitError(first: first, reason: 1)], to: peer)
      }
      for bytes in datagrams { effects.append(.send(bytes, .control, peer.address)) }
    case .retransmitError(let first, _):
      play(peer.incoming.cannotRepeat(first, at: now), of: peer, at: now)
    case .sessionReset: resetByPeer(peer, at: now)
    case .sessionResetReply:
      guard peer.phase == .resetting else { return }
      peer.phase = .connected
      flush(at: now)
    case .notUnderstood(let reason, let header, _):
      let isRetransmit = header >> 24 == 0x80
      if isRetransmit, reason == .notSupported { peer.incoming.canRepeat = false }
    default: break
    }
  }

  /// Answers a ping, and pings a peer whose address is not confirmed.
  ///
  /// The peer may send nothing but this ping. If there is credit for one command only, this side's
  /// ping goes first, and the answer follows the peer's own.
  private mutating func answerPing(_ id: UInt32, of peer: NetworkMIDI2Peer, at now: UInt64) {
    if peer.isConfirmed { return send([.pingReply(id)], to: peer) }
    if peer.credit >= 20 {
      return send([.pingReply(id), makePing(to: peer, at: now)], to: peer)
    }
    peer.owedPingReply = id
    sendPing(to: peer, at: now)
  }

  private mutating func resetByPeer(_ peer: NetworkMIDI2Peer, at now: UInt64) {
    // The answer may have been lost, or the datagram duplicated.
    let isDouble = peer.resetAt.map { now < $0 + 1_000_000_000 } ?? false
    if !isDouble {
      peer.resetAt = now
      peer.outgoing.reset()
      play(peer.incoming.reset(), of: peer, at: now)
    }
    peer.phase = .connected
    send([.sessionResetReply], to: peer)
  }

  private mutating func ended(
    _ reason: Command.ByeReason, _ text: String, _ address: NetworkAddress,
    at now: UInt64
  ) {
    challenges.removeAll { $0.address == address }
    waiting.remove(address.host)
    guard let peer = peer(at: address) else {
      return answerStranger(.byeReply, address, at: now)
    }
    send([.byeReply], to: peer)
    switch reason {
    case .timeout, .notEstablished, .noPendingSession, .tooManySessions, .noPriorInvitation,
      Command.ByeReason(rawValue: 0x02), Command.ByeReason(rawValue: 0x03),
      Command.ByeReason(rawValue: 0x07):
      lose(peer, at: now)
    case .userTerminated where peer.phase != .inviting:
      wanted.remove(peer.address)
      remove(peer, at: now)
    default: giveUp(peer, Self.sentence(reason, text), at: now)
    }
  }

  /// Returns the reason for a declined session as a sentence.
  private static func sentence(_ reason: Command.ByeReason, _ text: String) -> String {
    switch reason {
    case .userDidNotAccept: "The peer has refused; let it accept this host first."
    case .authenticationFailed: "The peer has another secret or password."
    case .unknownUser: "The peer does not know this user."
    case .noMatchingAuthentication: "The peer asks for a secret or a password."
    default:
      text.isEmpty ? "The peer declined the session." : "The peer declined the session: \(text)"
    }
  }
}

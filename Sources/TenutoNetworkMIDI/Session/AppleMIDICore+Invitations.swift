extension AppleMIDICore {
  mutating func invited(
    by introduction: AppleMIDICommand.Introduction, byteCount: Int, from address: NetworkAddress,
    on port: SessionPort, at now: UInt64
  ) {
    guard limiter.allows(address.host, at: now) else { return }
    func isCaller(_ peer: SessionPeer) -> Bool {
      peer.role == .listener && peer.token == introduction.token
        && peer.ssrcs.contains(introduction.ssrc) && peer.controlAddress.host == address.host
    }
    let known = peers.values.first(where: isCaller)
    if port == .data {
      guard let known, known.phase == .awaitingData || known.dataAddress == address else { return }
      peers[known.id]?.dataAddress = address
      if known.phase == .awaitingData {
        heard(known.id, at: now)
        connected(known.id, at: now)
      }
      return answer(introduction, byteCount, .data, address)
    }
    // The answer may have been lost.
    if let known, known.controlAddress == address {
      return answer(introduction, byteCount, .control, address)
    }
    guard introduction.ssrc != ssrc, isAllowed(introduction, address, at: now) else { return }
    // A restarted host may keep its number; its previous connection is over.
    for peer in peers.values where peer.ssrcs.contains(introduction.ssrc) {
      guard peer.controlAddress.host == address.host else {
        return reject(introduction, address)
      }
      remove(peer.id, at: now)
    }
    guard peers.count < Self.maximumPeers else { return reject(introduction, address) }
    let id = makePeer(.listener, introduction.token, address, at: now)
    peers[id]?.ssrcs = [introduction.ssrc]
    peers[id]?.name = introduction.name
    waiting.remove(address.host)
    answer(introduction, byteCount, .control, address)
  }

  mutating func isAllowed(
    _ introduction: AppleMIDICommand.Introduction, _ address: NetworkAddress, at now: UInt64
  ) -> Bool {
    switch policy {
    case .anyone: return true
    case .contacts where contactHosts.contains(address.host): return true
    case .noOne:
      reject(introduction, address)
      return false
    case .contacts:
      // Without an answer the host asks again for 12 s, in which the user may accept it.
      if waiting.add(address, name: introduction.name, at: now) { effects.append(.requestsChanged) }
      return false
    }
  }

  mutating func reject(
    _ introduction: AppleMIDICommand.Introduction, _ address: NetworkAddress
  ) {
    let refusal = AppleMIDICommand.Introduction(token: introduction.token, ssrc: ssrc)
    effects.append(.send(AppleMIDICommand.rejection(refusal).encoded, .control, address))
  }

  /// Accepts an invitation, in no more bytes than it has.
  mutating func answer(
    _ introduction: AppleMIDICommand.Introduction, _ byteCount: Int, _ port: SessionPort,
    _ address: NetworkAddress
  ) {
    let room = byteCount - 17
    let shortName = String(decoding: name.utf8(atMost: max(room, 0)), as: UTF8.self)
    let acceptance = AppleMIDICommand.Introduction(
      token: introduction.token, ssrc: ssrc, name: shortName.isEmpty ? nil : shortName)
    effects.append(.send(AppleMIDICommand.acceptance(acceptance).encoded, port, address))
  }

  /// Returns the peer whose invitation this answers.
  func invited(
    _ token: UInt32, _ address: NetworkAddress, _ port: SessionPort
  ) -> SessionPeer? {
    peers.values.first { peer in
      peer.role == .initiator && peer.token == token
        && (port == .control
          ? peer.phase == .invitingControl && peer.controlAddress == address
          : peer.phase == .invitingData && peer.dataAddress == address)
    }
  }

  mutating func accepted(
    by introduction: AppleMIDICommand.Introduction, _ address: NetworkAddress,
    _ port: SessionPort, at now: UInt64
  ) {
    guard let peer = invited(introduction.token, address, port) else { return }
    let isDouble = peers.values.contains {
      $0.id != peer.id && $0.ssrcs.contains(introduction.ssrc)
    }
    // Equal numbers cannot be told apart, so this side chooses another one and asks again.
    if introduction.ssrc == ssrc || isDouble {
      if introduction.ssrc == ssrc { ssrc = UInt32.random(in: 1 ... .max, using: &random) }
      leave(peer.id, at: now)
      wanted.retry(address, at: now)
      return
    }
    heard(peer.id, at: now)
    if !peer.ssrcs.contains(introduction.ssrc) { peer.ssrcs.append(introduction.ssrc) }
    if let name = introduction.name { peers[peer.id]?.name = name }
    peers[peer.id]?.invitations = 0
    if port == .control {
      peers[peer.id]?.phase = .invitingData
      inviteAgain(peer.id, at: now)
    } else {
      connected(peer.id, at: now)
    }
  }

  mutating func rejected(
    by introduction: AppleMIDICommand.Introduction, _ address: NetworkAddress,
    _ port: SessionPort, at now: UInt64
  ) {
    guard let peer = invited(introduction.token, address, port) else { return }
    wanted.remove(peer.controlAddress)
    effects.append(
      .failed(peer.controlAddress, "The peer has refused; let it accept this host first."))
    remove(peer.id, at: now)
  }
}

extension AppleMIDICore {
  /// Handles a datagram.
  package mutating func receive(
    _ bytes: [UInt8], from address: NetworkAddress, on port: SessionPort, at now: UInt64
  ) {
    if AppleMIDICommand.isCommand(bytes) {
      guard let command = try? AppleMIDICommand(parsing: bytes) else { return }
      receive(command, byteCount: bytes.count, from: address, on: port, at: now)
    } else if port == .data {
      receivePacket(bytes, from: address, at: now)
    }
  }

  private mutating func receivePacket(
    _ bytes: [UInt8], from address: NetworkAddress, at now: UInt64
  ) {
    guard let (number, ssrc) = RTPMIDIPacket.identity(of: bytes),
      let peer = sender(ssrc, address), let packet = peer.packet(bytes, number)
    else { return }
    peer.lastHeard = now
    var events = peer.incoming.receive(packet, clock: peer.clock, at: now)
    if events.contains(where: \.isSysEx) { events = permitted(events, of: peer) }
    play(events, of: peer.id)
    if peer.nextClock > now + 500_000_000, peer.incoming.isSounding { peer.planClock(at: now) }
    flush(peer, at: now)
  }

  /// Plays messages; those of packets that were received together become one effect.
  private mutating func play(_ events: [IncomingStream.Event], of id: Int) {
    guard !events.isEmpty else { return }
    guard case .play(var before, id)? = effects.last else {
      return effects.append(.play(events, peer: id))
    }
    effects.removeLast()
    before += events
    effects.append(.play(before, peer: id))
  }

  /// Returns events without the System Exclusive messages that the peer may not send.
  private func permitted(
    _ events: [IncomingStream.Event], of peer: SessionPeer
  ) -> [IncomingStream.Event] {
    let limit = sysExPermission(of: peer).received
    return events.compactMap { event in
      guard case .sysEx(let segment) = event.message else { return event }
      return peer.sysExReceived.filter(segment, limit: limit).map {
        IncomingStream.Event(time: event.time, message: .sysEx($0))
      }
    }
  }

  /// The System Exclusive messages that pass between the session and a peer.
  func sysExPermission(of peer: SessionPeer) -> SysExPermission {
    sysExPermission(of: peer.controlAddress.host, isKnown: peer.role == .initiator)
  }

  mutating func heard(_ id: Int, at now: UInt64) { peers[id]?.lastHeard = now }

  /// Returns the peer with the stream number and the address of a datagram.
  func connectedPeer(
    _ ssrc: UInt32, _ address: NetworkAddress, _ port: SessionPort
  ) -> Int? {
    peer(of: ssrc, address, port)?.id
  }

  /// The peer that sent a packet: most often the sender of the last one.
  private mutating func sender(_ ssrc: UInt32, _ address: NetworkAddress) -> SessionPeer? {
    if let lastSender, lastSender.isHeard(as: ssrc, at: address, on: .data) { return lastSender }
    lastSender = peer(of: ssrc, address, .data)
    return lastSender
  }

  private func peer(
    of ssrc: UInt32, _ address: NetworkAddress, _ port: SessionPort
  ) -> SessionPeer? {
    peers.values.first { $0.isHeard(as: ssrc, at: address, on: port) }
  }

  mutating func receive(
    _ command: AppleMIDICommand, byteCount: Int, from address: NetworkAddress,
    on port: SessionPort, at now: UInt64
  ) {
    switch command {
    case .invitation(let introduction):
      invited(by: introduction, byteCount: byteCount, from: address, on: port, at: now)
    case .acceptance(let introduction): accepted(by: introduction, address, port, at: now)
    case .rejection(let introduction): rejected(by: introduction, address, port, at: now)
    case .end(let introduction):
      // The token from macOS differs from that of the invitation.
      let peer = peers.values.first { peer in
        peer.ssrcs.contains(introduction.ssrc)
          && address == (port == .control ? peer.controlAddress : peer.dataAddress)
      }
      guard let peer else { return }
      wanted.remove(peer.controlAddress)
      remove(peer.id, at: now)
    case .clock(let clock):
      guard let id = connectedPeer(clock.ssrc, address, port), port == .data else { return }
      receive(clock, from: id, at: now)
    case .feedback(let ssrc, let number):
      guard let id = connectedPeer(ssrc, address, port) else { return }
      heard(id, at: now)
      peers[id]?.outgoing.acknowledge(number)
      flush(id, at: now)
    case .bitRateLimit(let ssrc, let rate):
      guard let id = connectedPeer(ssrc, address, port) else { return }
      peers[id]?.outgoing.bitRateLimit = rate
    }
  }

  mutating func receive(_ clock: AppleMIDICommand.Clock, from id: Int, at now: UInt64) {
    guard let peer = peers[id] else { return }
    heard(id, at: now)
    let ticks = now / ClockEstimate.tick
    var answer = clock
    answer.ssrc = peer.outgoing.ssrc
    answer.count += 1
    switch clock.count {
    case 0:
      answer.times.second = ticks
      peers[id]?.clockAnswered = now
      // A peer that asks may be unsure whether notes are still on; a guard packet resolves that.
      peers[id]?.outgoing.planGuard(at: now)
    case 1:
      guard let asked = peer.clockAsked, asked / ClockEstimate.tick == clock.times.first else {
        return
      }
      answer.times.third = ticks
      peers[id]?.clockAsked = nil
      peers[id]?.unansweredClocks = 0
      peers[id]?.answersClock = true
      peers[id]?.clock.add(sent: asked, ticks: clock.times.second, received: now)
    default:
      guard let answered = peer.clockAnswered,
        answered / ClockEstimate.tick == clock.times.second
      else { return }
      peers[id]?.clockAnswered = nil
      peers[id]?.clock.add(
        asked: clock.times.first, answered: answered, heard: clock.times.third)
      return
    }
    effects.append(.send(AppleMIDICommand.clock(answer).encoded, .data, peer.dataAddress))
    flush(id, at: now)
  }
}

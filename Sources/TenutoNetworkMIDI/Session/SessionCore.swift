/// An AppleMIDI session without sockets and without a clock: datagrams and times go in, datagrams
/// and events come out.
///
/// Thread: one at a time. Times are nanoseconds of one clock that never runs backwards.
package struct SessionCore: Sendable {
  /// Who may take part without having been invited.
  package enum Policy: Sendable, Equatable {
    /// No host.
    case noOne
    /// The hosts of `contactHosts`; others wait until they are accepted.
    case contacts
    /// All.
    case anyone
  }

  /// What a session does to the outside.
  package enum Effect: Sendable, Equatable {
    /// Sends a datagram.
    case send([UInt8], SessionPort, NetworkAddress)
    /// Plays messages of a peer.
    case play([IncomingStream.Event], peer: Int)
    /// Tells that a peer has come, gone or got another name.
    case peersChanged
    /// Tells that a host waits for being accepted.
    case requestsChanged
    /// Tells that an invitation had no success, in a sentence.
    case failed(NetworkAddress, String)
  }

  /// A host that wants to take part, and has not been accepted.
  package struct Request: Sendable, Equatable {
    /// Its control address.
    package let address: NetworkAddress
    /// The name that it gives itself.
    package let name: String?
    /// When it asked last.
    package var time: UInt64
  }

  /// The most peers of a session.
  package static let maximumPeers = 8
  /// The most hosts that wait.
  private static let maximumRequests = 16
  /// How long a request is remembered that is not repeated.
  private static let requestLifetime: UInt64 = 15_000_000_000

  /// The name that peers see.
  package var name: String
  /// Who may take part.
  package var policy: Policy
  /// The hosts that `contacts` lets take part, by their addresses.
  package var contactHosts: Set<[UInt8]> = []
  /// The hosts that may send System Exclusive messages, and are sent some: those that this side has
  /// invited are of the contacts too.
  package var sysExPolicy = Policy.contacts
  /// Which delays jitter buffers have.
  package var bufferRange: ClosedRange<UInt64> = 1_000_000...50_000_000
  /// The hosts that wait for being accepted.
  package private(set) var requests: [Request] = []

  var peers: [Int: SessionPeer] = [:]
  var effects: [Effect] = []
  private var ssrc: UInt32
  private var limiter = ReplyLimiter()
  private var random: any RandomNumberGenerator & Sendable
  private var nextID = 1
  /// The hosts that are invited again when they are lost, with the tries since.
  private var wanted: [NetworkAddress: (tries: Int, next: UInt64?)] = [:]

  /// Creates a session without peers.
  package init(
    name: String, policy: Policy = .contacts,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.name = name
    self.policy = policy
    self.random = random
    ssrc = 0
    ssrc = UInt32.random(in: 1 ... .max, using: &self.random)
  }

  /// Returns what is to be done, and forgets it.
  package mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  /// When `tick(at:)` is to be called, nil while nothing waits.
  package var deadline: UInt64? {
    var first = UInt64.max
    for peer in peers.values { first = min(first, peer.deadline) }
    for want in wanted.values { first = min(first, want.next ?? .max) }
    return first == .max ? nil : first
  }
}

// MARK: - What the user asks for

extension SessionCore {
  /// Invites a host, and again whenever it is lost, until `disconnect(_:at:)`.
  package mutating func connect(to address: NetworkAddress, at now: UInt64) {
    wanted[address] = (0, nil)
    guard !peers.values.contains(where: { $0.controlAddress == address }) else { return }
    invite(address, at: now)
  }

  /// Ends the connection with a host, and does not invite it any more.
  package mutating func disconnect(_ address: NetworkAddress, at now: UInt64) {
    wanted[address] = nil
    for peer in peers.values where peer.controlAddress == address { leave(peer.id, at: now) }
  }

  /// Ends all connections.
  package mutating func disconnectAll(at now: UInt64) {
    wanted = [:]
    for id in peers.keys.sorted() { leave(id, at: now) }
  }

  /// Lets a host take part that waits for it; it is connected when it asks again.
  package mutating func accept(_ host: [UInt8]) { contactHosts.insert(host) }

  /// Sends a message of a time to all peers; false if one takes no more.
  package mutating func send(_ message: RTPMIDIMessage, time: UInt64) -> Bool {
    var isTaken = true
    for id in peers.keys where peers[id]?.phase == .connected {
      if case .sysEx = message, !allowsSysEx(id) { continue }
      if peers[id]?.outgoing.enqueue(message, time: time) == false { isTaken = false }
    }
    return isTaken
  }

  /// Sends what waits, at once.
  package mutating func flush(at now: UInt64) {
    for id in peers.keys.sorted() where peers[id]?.phase == .connected { flush(id, at: now) }
  }

  private mutating func flush(_ id: Int, at now: UInt64) {
    guard let address = peers[id]?.dataAddress else { return }
    for packet in peers[id]?.outgoing.flush(at: now) ?? [] {
      effects.append(.send(packet, .data, address))
    }
    if let number = peers[id]?.incoming.takeFeedback(at: now), let peer = peers[id] {
      let feedback = AppleMIDICommand.feedback(ssrc: peer.outgoing.ssrc, sequenceNumber: number)
      effects.append(.send(feedback.encoded, .control, peer.controlAddress))
    }
  }
}

// MARK: - Peers come and go

extension SessionCore {
  private mutating func makePeer(
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

  private mutating func invite(_ address: NetworkAddress, at now: UInt64) {
    wanted[address]?.next = nil
    guard peers.count < Self.maximumPeers else {
      return effects.append(
        .failed(address, "A session has \(Self.maximumPeers) peers at most; disconnect one."))
    }
    let token = UInt32.random(in: 0 ... .max, using: &random)
    inviteAgain(makePeer(.initiator, token, address, at: now), at: now)
  }

  private mutating func inviteAgain(_ id: Int, at now: UInt64) {
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

  private func introduction(to peer: SessionPeer) -> AppleMIDICommand.Introduction {
    AppleMIDICommand.Introduction(token: peer.token, ssrc: peer.outgoing.ssrc, name: name)
  }

  private mutating func connected(_ id: Int, at now: UInt64) {
    peers[id]?.phase = .connected
    peers[id]?.planClock(at: now)
    if let address = peers[id]?.controlAddress, wanted[address] != nil {
      wanted[address] = (0, nil)
    }
    if peers[id]?.role == .initiator { askClock(id, at: now) }
    effects.append(.peersChanged)
  }

  /// Tells a peer that it is over.
  private mutating func leave(_ id: Int, at now: UInt64) {
    guard let peer = peers[id] else { return }
    var goodbye = introduction(to: peer)
    goodbye.name = nil
    effects.append(.send(AppleMIDICommand.end(goodbye).encoded, .control, peer.controlAddress))
    remove(id, at: now)
  }

  /// Ends all notes of a peer, and forgets it.
  private mutating func remove(_ id: Int, at now: UInt64) {
    let events = peers[id]?.incoming.silence(at: now) ?? []
    if !events.isEmpty { effects.append(.play(events, peer: id)) }
    peers[id] = nil
    effects.append(.peersChanged)
  }

  /// Forgets a peer that is not heard any more, and invites it again later: 1 s, 2 s … 30 s.
  private mutating func lose(_ id: Int, at now: UInt64) {
    guard let address = peers[id]?.controlAddress else { return }
    remove(id, at: now)
    guard let want = wanted[address] else { return }
    let seconds = min(1 << UInt64(min(want.tries, 5)), 30)
    wanted[address] = (want.tries + 1, now + UInt64(seconds) * 1_000_000_000)
    effects.append(.failed(address, "The peer does not answer; it is tried again in \(seconds) s."))
  }
}

// MARK: - Time

extension SessionCore {
  /// Does what is due.
  package mutating func tick(at now: UInt64) {
    requests.removeAll { now > $0.time + Self.requestLifetime }
    for (address, want) in wanted {
      if let next = want.next, next <= now { invite(address, at: now) }
    }
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

  private mutating func attend(_ id: Int, at now: UInt64) {
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

  private mutating func askClock(_ id: Int, at now: UInt64) {
    guard let peer = peers[id] else { return }
    defer { peers[id]?.planClock(at: now) }
    // What has just been heard need not be asked whether it is there.
    let isProbe = peer.role == .listener || peer.clockCount >= SessionPeer.quickClocks
    if isProbe, peer.incoming.isSounding, now < peer.lastHeard + SessionPeer.probeInterval {
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

// MARK: - Datagrams

extension SessionCore {
  /// Takes a datagram.
  package mutating func receive(
    _ bytes: [UInt8], from address: NetworkAddress, on port: SessionPort, at now: UInt64
  ) {
    if AppleMIDICommand.isCommand(bytes) {
      guard let command = try? AppleMIDICommand(parsing: bytes) else { return }
      receive(command, byteCount: bytes.count, from: address, on: port, at: now)
    } else if port == .data, let packet = try? RTPMIDIPacket(parsing: bytes) {
      receive(packet, from: address, at: now)
    }
  }

  private mutating func receive(
    _ packet: RTPMIDIPacket, from address: NetworkAddress, at now: UInt64
  ) {
    guard let id = connectedPeer(packet.ssrc, address, .data), let clock = peers[id]?.clock else {
      return
    }
    heard(id, at: now)
    var events = peers[id]?.incoming.receive(packet, clock: clock, at: now) ?? []
    if !allowsSysEx(id) {
      events.removeAll { if case .sysEx = $0.message { true } else { false } }
    }
    if !events.isEmpty { effects.append(.play(events, peer: id)) }
    if let peer = peers[id], peer.incoming.isSounding, peer.nextClock > now + 500_000_000 {
      peers[id]?.planClock(at: now)
    }
    flush(id, at: now)
  }

  private func allowsSysEx(_ id: Int) -> Bool {
    guard let peer = peers[id] else { return false }
    switch sysExPolicy {
    case .noOne: return false
    case .anyone: return true
    case .contacts:
      return peer.role == .initiator || contactHosts.contains(peer.controlAddress.host)
    }
  }

  private mutating func heard(_ id: Int, at now: UInt64) { peers[id]?.lastHeard = now }

  /// The peer whose number and address both are those of a datagram.
  private func connectedPeer(
    _ ssrc: UInt32, _ address: NetworkAddress, _ port: SessionPort
  ) -> Int? {
    peers.values.first { peer in
      peer.phase == .connected && peer.ssrcs.contains(ssrc)
        && address == (port == .control ? peer.controlAddress : peer.dataAddress)
    }?.id
  }

  private mutating func receive(
    _ command: AppleMIDICommand, byteCount: Int, from address: NetworkAddress,
    on port: SessionPort, at now: UInt64
  ) {
    switch command {
    case .invitation(let introduction):
      invited(by: introduction, byteCount: byteCount, from: address, on: port, at: now)
    case .acceptance(let introduction): accepted(by: introduction, address, port, at: now)
    case .rejection(let introduction): rejected(by: introduction, address, port, at: now)
    case .end(let introduction):
      // macOS sends another token than that of the invitation.
      let peer = peers.values.first { peer in
        peer.ssrcs.contains(introduction.ssrc)
          && address == (port == .control ? peer.controlAddress : peer.dataAddress)
      }
      guard let peer else { return }
      wanted[peer.controlAddress] = nil
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
      peers[id]?.bitRateLimit = rate
    }
  }

  private mutating func receive(_ clock: AppleMIDICommand.Clock, from id: Int, at now: UInt64) {
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
      // A peer that asks may wonder whether notes are still on: a guard packet tells it.
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

// MARK: - Invitations

extension SessionCore {
  private mutating func invited(
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
    // A host that begins anew keeps its number: what was before it is over.
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
    requests.removeAll { $0.address.host == address.host }
    answer(introduction, byteCount, .control, address)
  }

  private mutating func isAllowed(
    _ introduction: AppleMIDICommand.Introduction, _ address: NetworkAddress, at now: UInt64
  ) -> Bool {
    switch policy {
    case .anyone: return true
    case .contacts where contactHosts.contains(address.host): return true
    case .noOne:
      reject(introduction, address)
      return false
    case .contacts:
      // No answer: the host asks again for 12 s, in which the user may accept it.
      if let index = requests.firstIndex(where: { $0.address == address }) {
        requests[index].time = now
      } else if requests.count < Self.maximumRequests {
        requests.append(Request(address: address, name: introduction.name, time: now))
        effects.append(.requestsChanged)
      }
      return false
    }
  }

  private mutating func reject(
    _ introduction: AppleMIDICommand.Introduction, _ address: NetworkAddress
  ) {
    let refusal = AppleMIDICommand.Introduction(token: introduction.token, ssrc: ssrc)
    effects.append(.send(AppleMIDICommand.rejection(refusal).encoded, .control, address))
  }

  /// Accepts, in no more bytes than the invitation has.
  private mutating func answer(
    _ introduction: AppleMIDICommand.Introduction, _ byteCount: Int, _ port: SessionPort,
    _ address: NetworkAddress
  ) {
    let room = byteCount - 17
    let shortName = String(decoding: name.utf8(atMost: max(room, 0)), as: UTF8.self)
    let acceptance = AppleMIDICommand.Introduction(
      token: introduction.token, ssrc: ssrc, name: shortName.isEmpty ? nil : shortName)
    effects.append(.send(AppleMIDICommand.acceptance(acceptance).encoded, port, address))
  }

  /// The invitation that an answer is to.
  private func invited(
    _ token: UInt32, _ address: NetworkAddress, _ port: SessionPort
  ) -> SessionPeer? {
    peers.values.first { peer in
      peer.role == .initiator && peer.token == token
        && (port == .control
          ? peer.phase == .invitingControl && peer.controlAddress == address
          : peer.phase == .invitingData && peer.dataAddress == address)
    }
  }

  private mutating func accepted(
    by introduction: AppleMIDICommand.Introduction, _ address: NetworkAddress,
    _ port: SessionPort, at now: UInt64
  ) {
    guard let peer = invited(introduction.token, address, port) else { return }
    let isDouble = peers.values.contains {
      $0.id != peer.id && $0.ssrcs.contains(introduction.ssrc)
    }
    // Two with one number cannot be told apart: this side takes another one and asks again.
    if introduction.ssrc == ssrc || isDouble {
      if introduction.ssrc == ssrc { ssrc = UInt32.random(in: 1 ... .max, using: &random) }
      leave(peer.id, at: now)
      if let want = wanted[address], want.tries < 3 { wanted[address] = (want.tries + 1, now) }
      return
    }
    heard(peer.id, at: now)
    peers[peer.id]?.ssrcs.insert(introduction.ssrc)
    if let name = introduction.name { peers[peer.id]?.name = name }
    peers[peer.id]?.invitations = 0
    if port == .control {
      peers[peer.id]?.phase = .invitingData
      inviteAgain(peer.id, at: now)
    } else {
      connected(peer.id, at: now)
    }
  }

  private mutating func rejected(
    by introduction: AppleMIDICommand.Introduction, _ address: NetworkAddress,
    _ port: SessionPort, at now: UInt64
  ) {
    guard let peer = invited(introduction.token, address, port) else { return }
    wanted[peer.controlAddress] = nil
    effects.append(
      .failed(peer.controlAddress, "The peer has refused; let it accept this host first."))
    remove(peer.id, at: now)
  }
}

import NetworkSimulation
import TenutoCore
import TenutoMIDI
import TenutoMIDIMessages
import TestSupport
import Testing

@testable import TenutoNetworkMIDI

extension SimulatedNetwork where Core == NetworkMIDI2Core {
  init(seed: UInt64, _ credentials: [NetworkMIDI2Credentials?] = [nil, nil]) {
    self.init(seed: seed) { NetworkMIDI2Core(name: $0, policy: .anyone, random: $1) }
    for side in 0..<2 {
      sides[side].credentials = credentials[side]
      sides[side].productInstanceID = "serial \(side)"
    }
  }
}

struct NetworkMIDI2CoreTests {
  typealias Network = SimulatedNetwork<NetworkMIDI2Core>
  typealias Command = NetworkMIDI2Command

  @Test func anInvitationConnectsBothSides() {
    var network = Network(seed: 1)
    network.connect()
    network.run(Network.second)
    #expect(network.sides[0].status.map(\.isConnected) == [true])
    #expect(network.sides[0].status.first?.name == "side 1")
    #expect(network.sides[1].status.first?.name == "side 0")
    #expect(network.sides[1].status.first?.isInvited == false)
    #expect(network.sides[0].status.first?.roundTrip.map { $0 < 10_000_000 } == true)
    #expect(network.sides[1].peers.values.map(\.isConfirmed) == [true])
  }

  static let proofs: [NetworkMIDI2Credentials] = [.secret("abc"), .user("me", password: "abc")]

  @Test(arguments: proofs) func aClientWithTheSecretJoins(
    _ credentials: NetworkMIDI2Credentials
  ) {
    var network = Network(seed: 2, [credentials, credentials])
    // The secret decides, not the list.
    network.sides[1].policy = .contacts
    network.connect()
    network.run(3 * Network.second)
    #expect(network.sides[1].status.map(\.isConnected) == [true])
    network.send(.voice(0x90, 60, 100), from: 0)
    network.run(Network.second)
    #expect(network.synths[1].soundingNotes == 1)
  }

  static let wrong: [(NetworkMIDI2Credentials?, NetworkMIDI2Credentials, String)] = [
    (.secret("abd"), .secret("abc"), "another secret"),
    (.user("me", password: "x"), .user("me", password: "y"), "another secret or password"),
    (.user("you", password: "x"), .user("me", password: "x"), "another secret or password"),
    (nil, .secret("abc"), "asks for a secret"),
    (.secret("abc"), .user("me", password: "abc"), "asks for a secret"),
  ]

  @Test(arguments: wrong) func aWrongSecretIsRefused(
    _ client: NetworkMIDI2Credentials?, _ host: NetworkMIDI2Credentials, _ reason: String
  ) {
    var network = Network(seed: 3, [client, host])
    network.connect()
    network.run(5 * Network.second)
    #expect(network.sides.allSatisfy { $0.status.isEmpty })
    #expect(network.failures.count == 1)
    #expect(network.failures.first?.contains(reason) == true, "\(network.failures)")
  }

  /// After three wrong answers, a host is ignored for a while.
  @Test func guessesAreLimited() {
    var core = NetworkMIDI2Core(name: "host", policy: .anyone)
    core.credentials = .secret("right")
    let address = Network.addresses[0]
    var (challenges, byes) = (0, 0)
    for number in 0..<50 {
      let now = UInt64(number) * 150_000_000 + 1
      let invitation = Command.invitation(.init(name: "x"), abilities: .secret)
      let guess = Command.authenticatedInvitation(Array(repeating: UInt8(number), count: 32))
      for command in [invitation, guess] {
        core.receive(
          NetworkMIDI2Packet([command]).encoded, from: address, on: .control, at: now)
      }
      for case .send(let bytes, _, _) in core.takeEffects() {
        if bytes[4] == 0x12 { challenges += 1 }
        if bytes[4] == 0xF0 { byes += 1 }
      }
    }
    #expect(challenges <= 6 && byes == 1, "\(challenges) challenges, \(byes) goodbyes")
    #expect(core.status.isEmpty)
  }

  @Test func anUnknownHostWaitsForAcceptance() {
    var network = Network(seed: 4)
    network.sides[1].policy = .contacts
    network.connect()
    network.run(20 * Network.second, step: 5_000_000)
    #expect(network.sides[1].status.isEmpty)
    #expect(network.sides[1].requests.map(\.name) == ["side 0"])
    network.sides[1].accept(Network.addresses[0].host)
    network.run(2 * Network.second)
    #expect(network.sides[1].status.map(\.isConnected) == [true])
    #expect(network.sides[1].requests.isEmpty)
  }

  @Test func thePolicyNoOneRefusesAllHosts() {
    var network = Network(seed: 5)
    network.sides[1].policy = .noOne
    network.connect()
    network.run(Network.second)
    #expect(network.failures == ["The peer has refused; let it accept this host first."])
    #expect(network.sides[0].status.isEmpty)
  }

  @Test(arguments: [nil, NetworkMIDI2Credentials.secret("x")])
  func unknownHostsGetAtMostTheBytesThatTheySend(_ credentials: NetworkMIDI2Credentials?) {
    for length in 0...36 {
      var core = NetworkMIDI2Core(name: "a name that is rather long", policy: .anyone)
      core.credentials = credentials
      core.productInstanceID = "0123456789abcdef"
      var (came, went) = (0, 0)
      for number in 0..<20 {
        let header: [UInt8] = [0x4D, 0x49, 0x44, 0x49, 0x01, UInt8(length), 0, 3]
        let bytes = header + Array(repeating: 0x61, count: 4 * length)
        let now = UInt64(number) * Network.second + 1
        core.receive(bytes, from: Network.addresses[0], on: .control, at: now)
        _ = core.send([HostTimedUMP(hostTime: 0, ump: UMP(0x2090_3C40))])
        core.flush(at: now)
        core.tick(at: now)
        came += bytes.count
        for case .send(let bytes, _, _) in core.takeEffects() { went += bytes.count }
        #expect(went <= came, "\(length) words")
      }
      #expect(went > 0, "\(length) words get no answer at all")
    }
  }

  @Test func aNinthPeerIsRefused() {
    var core = NetworkMIDI2Core(name: "host", policy: .anyone)
    var answers: [UInt8] = []
    for number in UInt8(1)...9 {
      let invitation = NetworkMIDI2Packet([.invitation(.init(name: "x"), abilities: [])])
      core.receive(
        invitation.encoded, from: NetworkAddress(host: [10, 0, 0, number], port: 1), on: .control,
        at: 1)
      for case .send(let bytes, _, _) in core.takeEffects() { answers += [bytes[4], bytes[6]] }
    }
    #expect(core.status.count == 8)
    #expect(answers.suffix(2) == [0xF0, 0x40])
  }

  @Test(arguments: [5, 20]) func lostMessagesAreRecovered(loss: Int) {
    var network = Network(seed: UInt64(loss))
    network.connect()
    network.run(2 * Network.second)
    network.conditions.loss = loss
    network.conditions.duplicate = 5
    network.conditions.delay = 1_000_000...50_000_000
    var music = RandomMusic(seed: UInt64(loss))
    for burst in 0..<10 {
      for _ in 0..<100 {
        network.send(music.message(), from: 0)
        network.run(4_000_000)
      }
      if burst == 5 {
        network.conditions.isDown = true
        network.run(2 * Network.second)
        network.conditions.isDown = false
      }
      network.run(5 * Network.second)
      #expect(network.synths[1].differences(from: network.sent) == [], "burst \(burst)")
    }
    let counters = network.sides[1].status.first?.received
    #expect(counters.map { $0.lost > 0 && $0.recovered > 0 && $0.uncovered == 0 } == true)
  }

  /// A peer that resends nothing: losses are permanent, but no note hangs.
  @Test func aPeerWithoutRetransmissionLeavesNoNoteOn() {
    var stream = IncomingUMPStream()
    stream.canRepeat = false
    let on = Command.Data(number: 0, words: [0x2090_3C40])
    #expect(stream.receive([on], at: 1).count == 1)
    // The note off, number 1, is lost.
    #expect(stream.receive([.init(number: 2, words: [0x20B0_0701])], at: 2).isEmpty)
    let (request, packets) = stream.tick(isHeard: true, at: Network.second)
    #expect(request == nil)
    #expect(packets.map(\.word0) == [0x2080_3C40, 0x20B0_0701])
    #expect(stream.counters.uncovered == 1)
  }

  @Test func numbersWrapAt65535() {
    var (outgoing, incoming) = (OutgoingUMPStream(), IncomingUMPStream())
    var generator = SeededRandom(seed: 6)
    var heard: [UInt32] = []
    func take(_ datagrams: [[UInt8]], at now: UInt64) {
      for bytes in datagrams where !generator.chance(10) {
        let items = (try? NetworkMIDI2Packet(parsing: bytes))?.items ?? []
        let data = items.compactMap { item in
          if case .command(.data(let data)) = item { data } else { nil }
        }
        heard += incoming.receive(data, at: now).map(\.word0)
      }
      if case .commands(let first, let count)? = incoming.tick(isHeard: true, at: now).request {
        take(outgoing.repeated(from: first, count: count, at: now) ?? [], at: now)
      }
    }
    let count: UInt32 = 140_000
    for number in 0..<count {
      _ = outgoing.enqueue(UMP(0x1000_0000 | number))
      take(outgoing.flush(at: UInt64(number) * 1_000_000), at: UInt64(number) * 1_000_000)
    }
    for step in 0..<2000 {
      let now = UInt64(count) * 1_000_000 + UInt64(step) * 5_000_000
      take(outgoing.flush(at: now), at: now)
    }
    #expect(heard == (0..<count).map { 0x1000_0000 | $0 })
    #expect(incoming.counters.uncovered == 0)
  }

  @Test func aSessionResetRestartsBothSides() throws {
    var network = Network(seed: 7)
    network.connect()
    network.run(Network.second)
    network.send(.voice(0x90, 60, 100), from: 0)
    network.send(.voice(0x90, 62, 100), from: 1)
    network.run(Network.second)
    #expect(network.synths.map(\.soundingNotes) == [1, 1])
    network.conditions.loss = 30
    network.conditions.duplicate = 30
    let peer = try #require(network.sides[0].peers.values.first)
    network.sides[0].reset(peer, at: network.clock(0))
    network.run(3 * Network.second)
    #expect(network.synths.map(\.soundingNotes) == [0, 0])
    network.send(.voice(0x90, 64, 100), from: 0)
    network.send(.voice(0x90, 65, 100), from: 1)
    network.run(3 * Network.second)
    #expect(network.synths.map(\.soundingNotes) == [1, 1])
  }

  /// A peer with invalid sequence numbers is asked to restart.
  @Test func numbersOfAnotherSequenceAreReset() {
    var network = Network(seed: 8)
    network.connect()
    network.run(Network.second)
    for number in UInt8(0)..<10 { network.send(.voice(0xB0, 7, number), from: 0) }
    network.run(Network.second)
    network.sides[0].peers.values.first?.outgoing = OutgoingUMPStream(first: 30_000)
    for number in UInt8(0)..<20 {
      network.send(.voice(0xB0, 7, number), from: 0)
      network.run(20_000_000)
    }
    network.run(3 * Network.second)
    network.send(.voice(0xB0, 7, 99), from: 0)
    network.run(Network.second)
    #expect(network.synths[1].channels[0].controllers[7] == 99)
  }

  @Test func notesEndWithinTwoSecondsOfSilenceAndRestart() {
    var network = Network(seed: 9)
    network.connect()
    network.run(Network.second)
    network.send(.voice(0x90, 60, 100), from: 0)
    network.send(.voice(0xB0, 64, 127), from: 0)
    network.run(10 * Network.second)
    #expect(network.synths[1].soundingNotes == 1)
    network.conditions.isDown = true
    network.run(2 * Network.second)
    #expect(network.synths[1].soundingNotes == 0)
    #expect(network.synths[1].channels[0].controllers[64] == 0)
    network.conditions.isDown = false
    network.send(.voice(0xB0, 7, 1), from: 0)
    network.run(2 * Network.second)
    #expect(network.synths[1].soundingNotes == 1)
    #expect(network.synths[1].channels[0].controllers == network.sent.channels[0].controllers)
  }

  @Test func aLostPeerIsInvitedAgain() {
    var network = Network(seed: 10)
    network.connect()
    network.run(12 * Network.second, step: 5_000_000)
    network.conditions.isDown = true
    network.run(70 * Network.second, step: 5_000_000)
    #expect(network.sides.allSatisfy { $0.status.allSatisfy { !$0.isConnected } })
    network.conditions.isDown = false
    network.run(40 * Network.second, step: 5_000_000)
    #expect(network.sides[0].status.map(\.isConnected) == [true])
    network.send(.voice(0x90, 60, 100), from: 0)
    network.run(Network.second)
    #expect(network.synths[1].soundingNotes == 1)
    network.sides[0].disconnect(Network.addresses[1], at: network.clock(0))
    network.run(2 * Network.second)
    #expect(network.sides.allSatisfy { $0.status.isEmpty })
    #expect(network.synths[1].soundingNotes == 0)
  }

  static let endings: [(Command.ByeReason, isTriedAgain: Bool)] = [
    (.userTerminated, false), (.timeout, true), (.notEstablished, true),
    (.tooManySessions, true), (.userDidNotAccept, false), (.authenticationFailed, false),
  ]

  @Test(arguments: endings) func aGoodbyeIsAnsweredAndItsReasonObserved(
    _ reason: Command.ByeReason, isTriedAgain: Bool
  ) {
    var network = Network(seed: 11)
    network.connect()
    network.run(Network.second)
    let bye = NetworkMIDI2Packet([.bye(reason, text: "")]).encoded
    network.sides[0].receive(
      bye, from: Network.addresses[1], on: .control, at: network.clock(0))
    let answers = network.sides[0].takeEffects().compactMap { effect -> UInt8? in
      if case .send(let bytes, _, _) = effect { bytes[4] } else { nil }
    }
    #expect(answers == [0xF1])
    #expect(network.sides[0].status.isEmpty)
    network.run(3 * Network.second)
    #expect(network.sides[0].status.isEmpty == !isTriedAgain)
  }

  @Test func unknownHostsCannotFeedASession() {
    var network = Network(seed: 12)
    network.connect()
    network.run(Network.second)
    let spoofed = NetworkAddress(host: [10, 0, 0, 9], port: 5004)
    for command in [
      Command.data(.init(number: 0, words: [0x2090_3C40])), .bye(.userTerminated, text: ""),
      .sessionReset, .retransmitRequest(first: 0, count: 0), .accepted(.init(name: "me")),
    ] {
      network.sides[1].receive(
        NetworkMIDI2Packet([command]).encoded, from: spoofed, on: .control, at: network.clock(1))
    }
    let replies = network.sides[1].takeEffects()
    #expect(
      replies == [
        .send(
          NetworkMIDI2Packet([.bye(.notEstablished, text: "")]).encoded, .control, spoofed),
        .send(NetworkMIDI2Packet([.byeReply]).encoded, .control, spoofed),
      ])
    #expect(network.sides[1].status.map(\.isConnected) == [true])
  }

  /// A refusal is never refused: two incompatible hosts would exchange refusals forever.
  @Test func onlyUnknownCommandsAreRefused() {
    var network = Network(seed: 13)
    network.connect()
    network.run(Network.second)
    let signature: [UInt8] = [0x4D, 0x49, 0x44, 0x49]
    for (bytes, answer): ([UInt8], [UInt8]?) in [
      ([0x55, 0, 0, 0], [0x8F, 1, 1, 0, 0x55, 0, 0, 0]),
      ([0x20, 0, 0, 0], [0x8F, 1, 3, 0, 0x20, 0, 0, 0]),
      ([0x8F, 1, 1, 0, 0, 0, 0, 0], nil), ([0x7F, 1, 1, 0, 0, 0, 0, 0], nil),
    ] {
      network.sides[1].receive(
        signature + bytes, from: Network.addresses[0], on: .control, at: network.clock(1))
      let sent = network.sides[1].takeEffects()
      #expect(
        sent == (answer.map { [.send(signature + $0, .control, Network.addresses[0])] } ?? []))
    }
  }

  /// Commands in any order with any content from a connected peer: nothing traps, and output stays
  /// bounded.
  @Test(arguments: 0..<8 as Range<UInt64>) func arbitraryCommandsAreSafe(seed: UInt64) {
    var network = Network(seed: seed)
    network.connect()
    network.run(Network.second)
    var generator = SeededRandom(seed: seed)
    let commands = NetworkMIDI2PacketTests.vectors.map(\.0)
    var (came, went) = (0, 0)
    for _ in 0..<5000 {
      var bytes = NetworkMIDI2Packet(
        (0...Int.random(in: 0...2, using: &generator)).compactMap { _ in
          commands.randomElement(using: &generator)
        }
      ).encoded
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        let index = Int.random(in: 4..<bytes.count, using: &generator)
        bytes[index] = UInt8.random(in: 0...255, using: &generator)
      }
      came += bytes.count
      let now = network.clock(1)
      network.sides[1].receive(bytes, from: Network.addresses[0], on: .control, at: now)
      network.sides[1].tick(at: now)
      for case .send(let answer, _, _) in network.sides[1].takeEffects() {
        #expect(answer.count <= NetworkMIDI2Packet.maximumBytes)
        went += answer.count
      }
      #expect(network.sides[1].status.count <= 1)
    }
    #expect(went < 10 * came, "\(went) bytes answer \(came)")
  }

  @Test func requestsForLostPacketsAreLimited() {
    var stream = OutgoingUMPStream()
    for number in UInt64(0)..<3000 {
      _ = stream.enqueue(UMP(0x2090_3C40))
      _ = stream.flush(at: number * 1_000_000)
    }
    let now: UInt64 = 4 * Network.second
    var bytes = 0
    for _ in 0..<1000 {
      for datagram in stream.repeated(from: 0, count: 0, at: now) ?? [] {
        #expect(datagram.count <= NetworkMIDI2Packet.maximumBytes)
        bytes += datagram.count
      }
    }
    #expect(bytes > 0 && bytes < 80_000)
    #expect(stream.repeated(from: 3000, count: 1, at: now) == nil)
    #expect(stream.repeated(from: 0xFFFF, count: 1, at: now) == nil)
  }

  @Test func aPeerOfMIDI1GetsMIDI1() {
    var network = Network(seed: 14)
    network.connect()
    network.run(Network.second)
    let note = UMP(0x4090_3C00, 0xFFFF_0000)
    func play(_ ump: UMP, from side: Int) {
      _ = network.sides[side].send([HostTimedUMP(hostTime: 1, ump: ump)])
      network.sides[side].flush(at: network.clock(side))
      network.run(200_000_000)
    }
    play(note, from: 0)
    let configuration = StreamConfiguration(umpProtocol: .midi1, jitterReduction: [])
    let notification = StreamMessage.streamConfigurationNotification(configuration).ump
    play(notification, from: 1)
    #expect(network.delivered[0].map(\.ump) == [notification], "passed on as it is")
    play(note, from: 0)
    #expect(network.delivered[1].map(\.ump) == [note, UMP(0x2090_3C7F)])
  }

  @Test func aMebibyteOfSysExSurvivesLoss() throws {
    var network = Network(seed: 15)
    network.connect()
    network.run(Network.second)
    network.conditions.loss = 5
    let data = (0..<1 << 20).map { UInt8($0 * 7 & 0x7F) }
    let packets = try SysExPackets(sysEx7: data).map { HostTimedUMP(hostTime: 0, ump: $0) }
    let isTaken = network.sides[0].send(packets)
    #expect(isTaken)
    network.sides[0].flush(at: network.clock(0))
    for _ in 0..<60 where network.delivered[1].count < packets.count {
      network.run(Network.second)
    }
    #expect(network.delivered[1].map(\.ump) == packets.map(\.ump))
  }
}

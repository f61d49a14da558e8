import NetworkSimulation
import TenutoCore
import TenutoMIDI
import Testing

@testable import TenutoNetworkMIDI

struct AppleMIDICoreTests {
  typealias Network = SimulatedNetwork<AppleMIDICore>

  @Test func anInvitationConnectsBothSides() {
    var network = Network(seed: 1)
    network.connect()
    network.run(Network.second)
    #expect(network.sides[0].status.map(\.isConnected) == [true])
    #expect(network.sides[1].status.map(\.isConnected) == [true])
    #expect(network.sides[0].status.first?.name == "side 1")
    #expect(network.sides[1].status.first?.isInvited == false)
  }

  @Test func invitationsContinueThroughLossAndEndAfterTwelve() {
    var network = Network(seed: 2)
    network.conditions.isDown = true
    network.connect()
    network.run(11 * Network.second)
    #expect(network.datagramCount == 12)
    #expect(network.sides[0].status.count == 1)
    network.run(1 * Network.second)
    #expect(network.failures.count == 1)
    network.conditions.isDown = false
    network.run(3 * Network.second)
    #expect(network.sides[1].status.map(\.isConnected) == [true])
  }

  @Test func anUnknownHostWaitsForAcceptance() {
    var network = Network(seed: 3)
    network.sides[1].policy = .contacts
    network.connect()
    network.run(3 * Network.second)
    #expect(network.sides[1].status.isEmpty)
    #expect(network.sides[1].requests.map(\.name) == ["side 0"])
    network.sides[1].accept(Network.addresses[0].host)
    network.run(2 * Network.second)
    #expect(network.sides[1].status.map(\.isConnected) == [true])
    #expect(network.sides[1].requests.isEmpty)
  }

  @Test func thePolicyNoOneRefusesAllHosts() {
    var network = Network(seed: 4)
    network.sides[1].policy = .noOne
    network.connect()
    network.run(Network.second)
    #expect(network.failures == ["The peer has refused; let it accept this host first."])
    #expect(network.sides[0].status.isEmpty)
  }

  @Test func anAnswerIsNeverLongerThanTheInvitation() {
    var core = AppleMIDICore(name: "a name that is rather long", policy: .anyone)
    let address = Network.addresses[0]
    for name in [nil, "x", "somebody", "a name that is longer than the other one's name is"] {
      let invitation = AppleMIDICommand.invitation(
        .init(token: UInt32(name?.utf8.count ?? 0), ssrc: 5, name: name)
      ).encoded
      core.receive(invitation, from: address, on: .control, at: 1)
      for effect in core.takeEffects() {
        guard case .send(let bytes, _, _) = effect else { continue }
        #expect(bytes.count <= invitation.count)
      }
    }
  }

  @Test func aFloodOfInvitationsGetsTenAnswersPerSecond() {
    var core = AppleMIDICore(name: "x", policy: .noOne)
    for number in 0..<1000 {
      let invitation = AppleMIDICommand.invitation(.init(token: UInt32(number), ssrc: 5))
      core.receive(invitation.encoded, from: Network.addresses[0], on: .control, at: 5)
    }
    #expect(core.takeEffects().count == 10)
    for number in 0..<1000 {
      let host: [UInt8] = [10, 1, UInt8(number >> 8), UInt8(number & 0xFF)]
      let invitation = AppleMIDICommand.invitation(.init(token: UInt32(number), ssrc: 5))
      core.receive(
        invitation.encoded, from: NetworkAddress(host: host, port: 9), on: .control, at: 6)
    }
    #expect(core.takeEffects().count == 90)
  }

  @Test func unknownHostsCannotEndOrFeedASession() throws {
    var network = Network(seed: 5)
    network.connect()
    network.run(Network.second)
    let ssrc = try #require(network.sides[1].peers.values.first?.ssrcs.first)
    let spoofed = NetworkAddress(host: [10, 0, 0, 9], port: 5004)
    let now = network.clock(1)
    let end = AppleMIDICommand.end(.init(token: 1, ssrc: ssrc)).encoded
    network.sides[1].receive(end, from: spoofed, on: .control, at: now)
    let note = RTPMIDIPacket(
      sequenceNumber: 1, timestamp: 0, ssrc: ssrc, commands: [.init(.voice(0x90, 60, 1))])
    network.sides[1].receive(note.encoded, from: spoofed.dataAddress, on: .data, at: now)
    let other = AppleMIDICommand.end(.init(token: 1, ssrc: ssrc &+ 1)).encoded
    network.sides[1].receive(other, from: Network.addresses[0], on: .control, at: now)
    #expect(network.sides[1].takeEffects().isEmpty)
    #expect(network.sides[1].status.map(\.isConnected) == [true])
    // The goodbye of macOS has another token than the invitation.
    network.sides[1].receive(end, from: Network.addresses[0], on: .control, at: now)
    #expect(network.sides[1].status.isEmpty)
  }

  @Test func feedbackForUnsentPacketsIsIgnored() {
    for count in 0..<3 {
      for number in [UInt16(0), 1, 0x7FFF, 0x8000, 0xFFFF] {
        var stream = OutgoingStream(ssrc: 1, first: 0)
        for _ in 0..<count {
          _ = stream.enqueue(.voice(0x90, 60, 1), time: 5)
          _ = stream.flush(at: 5)
        }
        stream.acknowledge(number)
        // Only an acknowledgement of the last packet leaves nothing to repeat.
        let isLast = count > 0 && Int(number) == count - 1
        #expect((stream.deadline == nil) == (isLast || count == 0), "\(number) of \(count)")
      }
    }
  }

  @Test func sixQuickClocksPrecedeOneEveryTenSeconds() {
    var network = Network(seed: 6)
    network.connect()
    network.run(10 * Network.second, step: 5_000_000)
    let quick = network.datagramCount - 4
    #expect(quick == 6 * 3)
    network.run(60 * Network.second, step: 5_000_000)
    #expect(network.datagramCount - 4 - quick == 6 * 3)
    #expect(network.sides[1].status.first?.roundTrip.map { $0 < 20_000_000 } == true)
  }

  @Test func notesEndWithinTwoSecondsOfSilence() {
    var network = Network(seed: 7)
    network.connect()
    network.run(Network.second)
    network.send(.voice(0x90, 60, 100), from: 0)
    network.send(.voice(0xB0, 64, 127), from: 0)
    network.run(5 * Network.second)
    #expect(network.synths[1].soundingNotes == 1)
    network.conditions.isDown = true
    network.run(2 * Network.second)
    #expect(network.synths[1].soundingNotes == 0)
    #expect(network.synths[1].channels[0].controllers[64] == 0)
    network.conditions.isDown = false
    network.send(.voice(0xB0, 7, 1), from: 0)
    network.run(2 * Network.second)
    #expect(network.synths[1].channels[0].controllers == network.sent.channels[0].controllers)
  }

  @Test func aLostPeerIsInvitedAgain() {
    var network = Network(seed: 8)
    network.connect()
    network.run(12 * Network.second, step: 5_000_000)
    network.conditions.isDown = true
    network.run(70 * Network.second, step: 5_000_000)
    #expect(network.sides[0].status.first?.isConnected != true)
    network.conditions.isDown = false
    network.run(40 * Network.second, step: 5_000_000)
    #expect(network.sides[0].status.map(\.isConnected) == [true])
    network.send(.voice(0x90, 60, 100), from: 0)
    network.run(Network.second)
    #expect(network.synths[1].soundingNotes == 1)
    network.sides[0].disconnect(Network.addresses[1], at: network.clock(0))
    network.run(Network.second)
    #expect(network.sides.allSatisfy { $0.status.isEmpty })
    #expect(network.synths[1].soundingNotes == 0)
  }

  @Test(arguments: [5, 20])
  func lostMessagesAreRecovered(loss: Int) {
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
      // Guard packets repeat the content of a burst's last packets.
      network.run(3 * Network.second)
      #expect(network.synths[1].differences(from: network.sent) == [], "burst \(burst)")
    }
  }

  /// A lower zone of MPE: each note has a channel with its own pitch, pressure and timbre.
  @Test func lostMessagesOfMPEZonesAreRecovered() {
    var network = Network(seed: 31)
    network.connect()
    network.run(2 * Network.second)
    network.conditions.loss = 20
    func select(_ channel: UInt8, _ parameter: UInt8, _ value: UInt8) {
      for (number, value): (UInt8, UInt8) in [(101, 0), (100, parameter), (6, value)] {
        network.send(.voice(0xB0 | channel, number, value), from: 0)
      }
    }
    // The zone's seven members, and their range of 48 semitones.
    select(0, 6, 7)
    for member in UInt8(1)...7 { select(member, 0, 48) }
    var generator = SeededRandom(seed: 32)
    for number in UInt8(0)..<200 {
      let member = 1 + number % 7
      if number >= 7 { network.send(.voice(0x80 | member, 40 + number % 50, 0), from: 0) }
      network.send(.voice(0xE0 | member, 0, .random(in: 0...127, using: &generator)), from: 0)
      network.send(.voice(0x90 | member, 40 + (number + 7) % 50, 100), from: 0)
      network.send(.voice(0xD0 | member, .random(in: 0...127, using: &generator)), from: 0)
      network.send(.voice(0xB0 | member, 74, .random(in: 0...127, using: &generator)), from: 0)
      network.run(10_000_000)
    }
    network.run(3 * Network.second)
    #expect(network.synths[1].differences(from: network.sent) == [])
    #expect(network.synths[1].soundingNotes == 7)
    #expect(network.synths[1].channels[0].parameters == ["false [0, 6]": [7, -1, 0]])
    #expect(network.synths[1].channels[1].parameters == ["false [0, 0]": [48, -1, 0]])
    let received = network.sides[1].status[0].received
    #expect(received.lost > 50 && received.recovered > 50, "\(received)")
  }

  @Test func aMebibyteOfSysExSurvivesLoss() {
    var network = Network(seed: 9)
    network.connect()
    network.run(2 * Network.second)
    network.conditions.loss = 5
    let data = (0..<1 << 20).map { UInt8($0 * 7 & 0x7F) }
    network.send(sysEx: data)
    network.send(.voice(0x90, 60, 100), from: 0)
    for _ in 0..<300 where network.synths[1].sysEx.isEmpty { network.run(Network.second) }
    network.run(2 * Network.second)
    #expect(network.synths[1].sysEx == [data])
    #expect(network.synths[1].soundingNotes == 1)
  }
}

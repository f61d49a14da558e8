import NetworkSimulation
import TenutoMIDI
import Testing

@testable import TenutoNetworkMIDI

/// Peculiarities of other implementations, each as the datagrams that the implementation sends.
struct QuirkTests {
  private static let noteOn: [UInt8] = [0x90, 60, 100]

  // MARK: - macOS and iOS

  @Test func theGoodbyeOfMacOSHasAnyToken() {
    var peer = ForeignPeer()
    peer.join(token: 0x1234)
    peer.play(Self.noteOn)
    #expect(peer.core.status.map(\.isConnected) == [true])
    peer.send(ForeignPeer.command("BY", [2, 0, peer.ssrc]))
    #expect(peer.core.status.isEmpty)
    #expect(peer.messages == [.voice(0x90, 60, 100), .voice(0x80, 60, 64)])
  }

  /// macOS keeps its number after a restart, without notice.
  @Test func aRestartedHostHasTheSameNumber() {
    var peer = ForeignPeer()
    peer.join(token: 1)
    peer.play(Self.noteOn)
    peer.join(token: 2, from: NetworkAddress(host: ForeignPeer.address.host, port: 50_004))
    #expect(peer.core.status.map(\.isConnected) == [true])
    #expect(peer.core.status.map(\.address.port) == [50_004])
    #expect(peer.messages.last == .voice(0x80, 60, 64), "the old connection's note has ended")
  }

  @Test func anotherHostWithATakenNumberIsRefused() {
    var peer = ForeignPeer()
    peer.join(token: 1)
    peer.join(token: 2, from: NetworkAddress(host: [10, 0, 0, 8], port: 5004))
    #expect(peer.core.status.map(\.address) == [ForeignPeer.address])
    #expect(peer.commands("NO").count == 1)
  }

  /// Two sides that have chosen the same number at random.
  @Test func anInvitedHostWithTheOwnNumberIsInvitedUnderAnother() throws {
    var peer = ForeignPeer()
    peer.core.connect(to: ForeignPeer.address, at: peer.now)
    peer.wait(1)
    let first = try #require(peer.commands("IN").first)
    // The answer repeats version, token and number.
    peer.send([0xFF, 0xFF, 0x4F, 0x4B] + first[4..<16] + "Peer\0".utf8)
    #expect(peer.commands("BY").count == 1)
    peer.wait(1)
    let second = try #require(peer.commands("IN").last)
    #expect(second[12..<16] != first[12..<16])
    for port in [SessionPort.control, .data] {
      let token = try #require(peer.commands("IN").last)[8..<12]
      peer.send([0xFF, 0xFF, 0x4F, 0x4B, 0, 0, 0, 2] + token + [7, 7, 7, 7], on: port)
    }
    #expect(peer.core.status.map(\.isConnected) == [true])
  }

  static let names: [[UInt8]] = [
    [], [0], Array("iPad".utf8), Array("iPad\0\0".utf8), [0xFF, 0xFE, 0],
  ]

  @Test(arguments: names) func aNameMayBeMissingOrUnterminated(name: [UInt8]) {
    var peer = ForeignPeer()
    peer.join(name: name)
    #expect(peer.core.status.map(\.isConnected) == [true])
  }

  /// macOS ignores notes of packets whose time stands still or that claim a phantom status.
  @Test func timestampsAdvanceAndThePhantomBitIsClear() {
    var peer = ForeignPeer()
    peer.join()
    for number in 0..<20 {
      peer.hear(.voice(0x90, 60, 100))
      peer.wait(number == 10 ? 100 : 10)
    }
    let times = peer.packets.map { $0[4..<8].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
    #expect(times.count > 20, "guard packets too")
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(times)")
    #expect(peer.packets.allSatisfy { $0[12] & 0x10 == 0 })
  }

  /// A whole journal of all channels, far longer than an Ethernet frame.
  @Test func aPacketWithALongJournalIsRead() throws {
    var peer = ForeignPeer()
    peer.join()
    peer.play(Self.noteOn)
    var history = SentHistory(first: 2)
    for channel in UInt8(0)..<16 {
      for number in UInt8(0)..<50 {
        history.record(.voice(0x90 | channel, number, 1), in: 2)
        history.record(.voice(0xB0 | channel, 70 + number % 20, number), in: 2)
      }
    }
    var journal: [UInt8] = []
    history.journal(of: 3).write(to: &journal)
    #expect(journal.count > 2000)
    peer.play([0x80, 60, 0], flags: 0x40, journal: journal, skipping: 1)
    let notes = peer.messages.count {
      if case .short(let ump) = $0 { ump.opcode == 9 } else { false }
    }
    #expect(notes == 1 + 16 * 50)
  }

  // MARK: - rtpmidid and PipeWire

  /// rtpmidid sends a clock every 60 s, and nothing in between; one clock is lost.
  @Test(arguments: [true, false]) func oneClockPerMinuteKeepsASession(answersClock: Bool) {
    var peer = ForeignPeer()
    peer.join()
    for minute in 0..<10 {
      if minute != 5 || !answersClock { peer.askClock() }
      var count = peer.sent.count
      peer.wait(60_000, step: 20) { peer in
        guard answersClock, peer.sent.count > count, let question = peer.sent.last?.bytes else {
          return
        }
        count = peer.sent.count
        guard question.starts(with: [0xFF, 0xFF, 0x43, 0x4B]), question[8] == 0 else { return }
        peer.send(
          ForeignPeer.command("CK", [peer.ssrc], [1, 0, 0, 0]) + question[12..<20]
            + [UInt8](repeating: 0, count: 16), on: .data)
      }
      #expect(peer.core.status.map(\.isConnected) == [true], "minute \(minute)")
    }
  }

  /// Neither rtpmidid nor PipeWire sends a journal.
  @Test func aGapOfAStreamWithoutAJournalEndsItsNotes() {
    var peer = ForeignPeer()
    peer.join()
    peer.play(Self.noteOn)
    peer.play([0x90, 64, 100], skipping: 2)
    #expect(
      peer.messages == [.voice(0x90, 60, 100), .voice(0x80, 60, 64), .voice(0x90, 64, 100)])
    #expect(peer.core.status[0].received.lost == 2)
  }

  /// Several commands with delta times between them, with and without one before the first.
  @Test(arguments: [false, true]) func severalCommandsShareAPacket(hasFirstTime: Bool) {
    var peer = ForeignPeer()
    peer.join()
    let list: [UInt8] = [0x90, 60, 100, 0, 64, 100, 0, 0xF8, 0, 67, 100, 0, 0xB1, 7, 1]
    peer.play(hasFirstTime ? [0] + list : list, flags: hasFirstTime ? 0x20 : 0)
    #expect(
      peer.messages == [
        .voice(0x90, 60, 100), .voice(0x90, 64, 100), .system(0xF8), .voice(0x90, 67, 100),
        .voice(0xB1, 7, 1),
      ])
  }

  /// A lost answer is requested again, on both ports and while messages already pass.
  @Test func aRepeatedInvitationIsAnsweredAgain() {
    var peer = ForeignPeer()
    for _ in 0..<3 {
      peer.join()
      peer.play(Self.noteOn)
    }
    #expect(peer.commands("OK").count == 6)
    #expect(peer.core.status.count == 1)
    #expect(peer.messages == Array(repeating: .voice(0x90, 60, 100), count: 3))
  }

  /// PipeWire adds its name to a refusal.
  @Test func aRefusalMayHaveAName() throws {
    var peer = ForeignPeer()
    peer.core.connect(to: ForeignPeer.address, at: peer.now)
    peer.wait(1)
    let invitation = try #require(peer.commands("IN").first)
    peer.send(
      [0xFF, 0xFF, 0x4E, 0x4F, 0, 0, 0, 2] + invitation[8..<12] + [1, 2, 3, 4]
        + "PipeWire RTP session\0".utf8)
    #expect(peer.core.status.isEmpty)
    peer.wait(3000)
    #expect(peer.commands("IN").count == 1)
  }

  // MARK: - Windows' rtpMIDI and peers behind a router

  /// The acknowledged number is in the first half of a field of 32 bits.
  @Test func feedbackHasItsNumberFirst() throws {
    var peer = ForeignPeer()
    peer.join()
    peer.hear(.voice(0x90, 60, 100))
    let number = try #require(peer.packets.last)[2..<4]
    peer.send(ForeignPeer.command("RS", [peer.ssrc], number + [0, 0]))
    peer.wait(2000)
    #expect(peer.packets.count == 1, "no guard packet follows what is acknowledged")
  }

  /// rtpMIDI and macOS drop a host that requests no clock; `AppleMIDICoreTests` counts all six.
  @Test func anInvitedHostIsAskedForItsClockAtOnce() throws {
    var peer = ForeignPeer()
    peer.core.connect(to: ForeignPeer.address, at: peer.now)
    peer.wait(1)
    for port in [SessionPort.control, .data] {
      let token = try #require(peer.commands("IN").last)[8..<12]
      peer.send([0xFF, 0xFF, 0x4F, 0x4B, 0, 0, 0, 2] + token + [7, 7, 7, 7], on: port)
    }
    #expect(peer.commands("CK").count == 1)
    #expect(peer.sent.last?.port == .data)
  }

  @Test func theDataPortIsTheSourceOfItsInvitation() {
    var peer = ForeignPeer()
    let invitation = ForeignPeer.command("IN", [2, 1, peer.ssrc])
    peer.send(invitation)
    let elsewhere = NetworkAddress(host: ForeignPeer.address.host, port: 61_234)
    peer.core.receive(invitation, from: elsewhere, on: .data, at: peer.now)
    peer.hear(.voice(0x90, 60, 100))
    #expect(peer.sent.last?.to == elsewhere)
  }

  /// A peer at DIN speed: 31250 bits per second.
  @Test func theBitRateLimitIsObserved() throws {
    var peer = ForeignPeer()
    peer.join()
    peer.send(ForeignPeer.command("RL", [peer.ssrc, 31_250]))
    var expected = ReferenceSynth()
    for number in 0..<1000 {
      let message = RTPMIDIMessage.voice(0x90 | UInt8(number & 0xF), UInt8(number % 127), 100)
      expected.play(message)
      peer.hear(message)
    }
    var acknowledged = 0
    peer.wait(10_000) { peer in
      guard peer.packets.count > acknowledged, let packet = peer.packets.last else { return }
      acknowledged = peer.packets.count
      peer.send(ForeignPeer.command("RS", [peer.ssrc], packet[2..<4] + [0, 0]))
    }
    var synth = ReferenceSynth()
    var stream = ReceivedStream()
    for bytes in peer.packets {
      for command in stream.receive(try RTPMIDIPacket(parsing: bytes))?.commands ?? [] {
        synth.play(command.message)
      }
    }
    #expect(synth == expected)
    let sent = peer.stream
    #expect(sent.count > 5)
    for (packet, next) in zip(sent, sent.dropFirst()) {
      let rate = Double(packet.bytes.count * 8) / (Double(next.time - packet.time) / 1e9)
      #expect(rate <= 31_250, "\(packet.bytes.count) bytes")
    }
  }

  // MARK: - Arduino-AppleMIDI

  /// Its time may be 0 in all packets, which are played on arrival.
  @Test func notesWithTimeZeroArePlayedAtOnce() {
    var peer = ForeignPeer()
    peer.join()
    peer.askClock()
    #expect(peer.core.status[0].roundTrip != nil)
    for _ in 0..<10 {
      peer.wait(600)
      peer.play(Self.noteOn)
      #expect(peer.played.last?.time == peer.now)
    }
    #expect(peer.played.count == 10)
    #expect(peer.core.status[0].late == 0)
  }

  /// It sends packets of 24 bytes: a System Exclusive message in many pieces.
  @Test func aSystemExclusiveMessageMaySpanManyPackets() {
    var peer = ForeignPeer()
    peer.core.sysExPolicy = .anyone
    peer.join()
    let data = (0..<100).map { UInt8($0) }
    for start in stride(from: 0, to: 100, by: 10) {
      let isLast = start == 90
      peer.play(
        [start == 0 ? 0xF0 : 0xF7] + data[start..<start + 10] + [isLast ? 0xF7 : 0xF0])
    }
    var synth = ReferenceSynth()
    for message in peer.messages { synth.play(message) }
    #expect(synth.sysEx == [data])
  }

  /// It acknowledges once a second, others never: the journal covers the last seconds.
  @Test func aPeerWithoutFeedbackGetsJournalsOfAFewSeconds() throws {
    var peer = ForeignPeer()
    peer.join()
    for number in 0..<600 {
      peer.hear(.voice(0x90, UInt8(number / 5), 1))
      peer.wait(20)
    }
    let last = try RTPMIDIPacket(parsing: try #require(peer.packets.last))
    let logs = try #require(last.journal?.channels.first?.notes?.logs)
    // Ten notes a second; the marks are half a second apart.
    #expect((25...45).contains(logs.count), "\(logs.count)")
  }

  // MARK: - pymidi

  /// It has another number on each port, and announces a journal that it does not send.
  @Test func notesOfPymidiAreReceived() throws {
    var peer = ForeignPeer()
    peer.core.connect(to: ForeignPeer.address, at: peer.now)
    peer.wait(1)
    for (port, number) in [(SessionPort.control, UInt8(7)), (.data, 8)] {
      let token = try #require(peer.commands("IN").last)[8..<12]
      peer.send(
        [0xFF, 0xFF, 0x4F, 0x4B, 0, 0, 0, 2] + token + Array(repeating: number, count: 4)
          + "pymidi\0".utf8, on: port)
    }
    peer.ssrc = 0x0808_0808
    peer.play(Self.noteOn, flags: 0x40)
    peer.play([0x80, 60, 0], flags: 0x40, skipping: 1)
    #expect(peer.messages.first == .voice(0x90, 60, 100))
    #expect(peer.messages.last == .voice(0x80, 60, 0))
  }

  /// A malformed journal invalidates its packet; a peer whose journals are all malformed is
  /// received nevertheless.
  @Test func aPeerWithMalformedJournalsRecoversAfterALoss() {
    var peer = ForeignPeer()
    peer.join()
    // A channel journal that ends early.
    let malformed: [UInt8] = [0x20, 0, 0, 0, 9]
    peer.play(Self.noteOn)
    peer.play([0x90, 61, 1], flags: 0x40, journal: malformed)
    #expect(peer.messages.count == 2, "a packet in its turn does not need its journal")
    peer.play([0x90, 62, 1], flags: 0x40, journal: malformed, skipping: 1)
    peer.play([0x90, 63, 1], flags: 0x40, journal: malformed)
    #expect(peer.messages.count == 2)
    peer.play([0x90, 64, 1], flags: 0x40, journal: malformed)
    #expect(
      peer.messages.suffix(3) == [
        .voice(0x80, 60, 64), .voice(0x80, 61, 64), .voice(0x90, 64, 1),
      ])
    peer.play([0x90, 65, 1], flags: 0x40, journal: malformed)
    #expect(peer.messages.last == .voice(0x90, 65, 1))
  }
}

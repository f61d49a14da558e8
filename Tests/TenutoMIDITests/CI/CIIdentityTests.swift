import TenutoMIDIMessages
import Testing

@Suite struct CIIdentityTests {
  @Test func aDeviceWithOurNumberMakesBothChange() throws {
    var generator = SeededGenerator(seed: 1)
    var twins = (0..<2).map { model in
      var same = SeededGenerator(seed: 9)
      return CIDevice(configuration: .testing(UInt14(model)), using: &same)
    }
    let old = twins[0].muid
    #expect(twins[1].muid == old)
    let hello = try twins[0].discover(now: 0)
    let output = twins[1].receive(hello.messages[0].payload, now: 0, using: &generator)
    #expect(output.messages.map(\.body) == [.invalidate(old)])
    #expect(output.messages.map(\.source) == [old])
    #expect(output.events == [.identityChanged(twins[1].muid)])
    #expect(twins[1].muid != old)
    let changed = twins[0].receive(output.messages[0].payload, now: 0, using: &generator)
    #expect(changed.messages.isEmpty)
    #expect(changed.events == [.abandoned(hello.id), .identityChanged(twins[0].muid)])
    #expect(twins[0].muid != old && twins[0].muid != twins[1].muid)
  }

  @Test func twoPeersWithOneNumberAreInvalidated() throws {
    var talk = CIConversation()
    try talk.discover()
    let peer = try #require(talk.first.peers[talk.second.muid])
    var other = peer.discovery
    other.identity.model = 99
    let reply = CIMessage(.discoveryReply(other), from: peer.muid, to: talk.first.muid)
    let output = talk.first.receive(reply.payload, now: 0, using: &talk.generator)
    #expect(output.messages.map(\.body) == [.invalidate(peer.muid)])
    #expect(output.events == [.peerLost(peer.muid)])
  }

  @Test func requestsToALostDeviceAreAbandoned() throws {
    var talk = CIConversation()
    try talk.discover()
    let peer = talk.second.muid
    let request = try talk.first.inquire(.processInquiry, of: peer, now: 0)
    let farewell = talk.second.message(.invalidate(peer), to: .broadcast)
    let output = talk.first.receive(farewell.payload, now: 0, using: &talk.generator)
    #expect(output.events == [.abandoned(request.id), .peerLost(peer)])
    #expect(talk.first.peers.isEmpty)
    #expect(throws: CIDeviceError.unknownPeer) {
      _ = try talk.first.inquire(.processInquiry, of: peer, now: 0)
    }
  }

  @Test func messagesToOthersAndFromNoSenderAreIgnored() throws {
    var talk = CIConversation()
    try talk.discover()
    let other = talk.second.message(.processInquiry, to: MUID(5))
    #expect(talk.first.receive(other.payload, now: 0, using: &talk.generator) == CIOutput.none)
    let nobody = CIMessage(.processInquiry, from: .broadcast, to: talk.first.muid)
    #expect(
      talk.first.receive(nobody.payload, now: 0, using: &talk.generator).events
        == [.dropped(.unusableIdentity, from: .broadcast)])
    let identityRequest: [UInt8] = [0x7E, 0x7F, 0x06, 0x01]
    #expect(talk.first.receive(identityRequest, now: 0, using: &talk.generator) == CIOutput.none)
  }

  @Test func malformedInquiriesAreRefusedAndRefusalsAreNot() throws {
    var talk = CIConversation()
    try talk.discover()
    let inquiry = talk.second.message(.endpointInquiry(0), to: talk.first.muid)
    let output = talk.first.receive(
      inquiry.payload.dropLast(), now: 0, using: &talk.generator)
    #expect(
      output.messages.map(\.body) == [
        .refuse(CIAcknowledgement(subID2: 0x72, status: .malformed))
      ])
    let longer = talk.first.receive(
      inquiry.payload + [0], now: 0, using: &talk.generator)
    #expect(longer.messages == output.messages)
    var ancient = inquiry
    ancient.version = 0
    let version = talk.first.receive(ancient.payload, now: 0, using: &talk.generator)
    #expect(
      version.messages.map(\.body) == [
        .refuse(CIAcknowledgement(subID2: 0x72, status: .versionNotSupported))
      ])
    #expect(
      version.events == [.dropped(.malformed(.unsupportedVersion), from: talk.second.muid)])
    let reply = talk.second.message(.processReply(1), to: talk.first.muid)
    let silent = talk.first.receive(reply.payload.dropLast(), now: 0, using: &talk.generator)
    #expect(silent.messages.isEmpty)
    #expect(
      silent.events == [.dropped(.malformed(.truncated), from: talk.second.muid)])
    let unknown = talk.second.message(.other(subID2: 0x55, []), to: talk.first.muid)
    let refused = talk.first.receive(unknown.payload, now: 0, using: &talk.generator)
    #expect(refused.messages.map(\.body.subID2) == [0x7F])
    let toAll = talk.second.message(.other(subID2: 0x55, []), to: .broadcast)
    #expect(talk.first.receive(toAll.payload, now: 0, using: &talk.generator) == CIOutput.none)
    let long = talk.second.message(
      .other(subID2: 0x55, [UInt8](repeating: 0, count: 5000)), to: talk.first.muid)
    #expect(
      talk.first.receive(long.payload, now: 0, using: &talk.generator).events
        == [.dropped(.tooLong, from: talk.second.muid)])
  }
}

extension CIOutput {
  /// Nothing sent and no events.
  static var none: CIOutput {
    var generator = SeededGenerator(seed: 0)
    var device = CIDevice(configuration: .testing(0), using: &generator)
    return device.advance(to: 0)
  }
}

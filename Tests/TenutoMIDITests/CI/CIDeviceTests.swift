import TenutoMIDIMessages
import Testing

@Suite struct CIDeviceTests {
  private let profile = ProfileID(0x7E, 0, 1, 1, 1)

  @Test func devicesFindEachOther() throws {
    var talk = CIConversation()
    try talk.discover()
    let second = try #require(talk.first.peers[talk.second.muid])
    #expect(second.discovery.identity == talk.second.configuration.identity)
    #expect(second.discovery.functionBlock == 0x7F)
    #expect(talk.second.peers[talk.first.muid] != nil)
    #expect(talk.firstEvents == [.peerFound(second)])
    #expect(talk.first.openRequestCount == 1)
    let output = talk.first.advance(to: try #require(talk.first.nextDeadline))
    guard case .discoveryEnded = output.events.first else {
      Issue.record("\(output)")
      return
    }
    #expect(talk.first.nextDeadline == nil)
  }

  @Test func serialNumberIsAnswered() throws {
    var configuration = CIConfiguration.testing(2)
    configuration.productInstanceID = "SN-1"
    var talk = CIConversation(second: configuration)
    try talk.discover()
    let request = try talk.first.inquire(.endpointInquiry(0), of: talk.second.muid, now: 0)
    try talk.send(request.messages)
    #expect(bodies(talk.firstEvents, request) == [.endpointReply(0, Array("SN-1".utf8))])
    let other = try talk.first.inquire(.endpointInquiry(1), of: talk.second.muid, now: 0)
    try talk.send(other.messages)
    #expect(
      talk.firstEvents.last
        == .refused(other.id, CIAcknowledgement(subID2: 0x72, status: .notSupported)))
  }

  @Test func profilesAreListedAndSwitched() throws {
    var talk = CIConversation()
    var drum = CIProfile(profile, address: .channel(9))
    drum.details = [0x41: [1, 2]]
    _ = talk.second.addProfile(CIProfile(ProfileID(1, 2, 3, 4, 5)))
    _ = talk.second.addProfile(drum)
    try talk.discover()
    let peer = talk.second.muid
    let list = try talk.first.inquire(.profileInquiry, of: peer, now: 0)
    try talk.send(list.messages)
    #expect(
      bodies(talk.firstEvents, list) == [
        .profileReply(enabled: [], disabled: [profile]),
        .profileReply(enabled: [], disabled: [ProfileID(1, 2, 3, 4, 5)]),
      ])
    let on = try talk.first.inquire(
      .setProfileOn(CIProfileSwitch(profile, channelCount: 1)), of: peer, address: .channel(9),
      now: 0)
    try talk.send(on.messages)
    #expect(
      bodies(talk.firstEvents, on) == [
        .profileEnabled(CIProfileSwitch(profile, channelCount: 1))
      ])
    drum.isEnabled = true
    drum.channelCount = 1
    #expect(talk.secondEvents.last == .profileSwitched(drum, by: talk.first.muid))
    let details = try talk.first.inquire(
      .profileDetailsInquiry(profile, target: 0x41), of: peer, address: .channel(9), now: 0)
    try talk.send(details.messages)
    #expect(
      bodies(talk.firstEvents, details) == [
        .profileDetailsReply(profile, target: 0x41, [1, 2])
      ])
    #expect(talk.first.openRequestCount == 1, "only the discovery is open")
  }

  @Test func missingProfilesAreRefused() throws {
    var talk = CIConversation()
    try talk.discover()
    let on = try talk.first.inquire(
      .setProfileOn(CIProfileSwitch(profile)), of: talk.second.muid, now: 0)
    try talk.send(on.messages)
    let refusal = CIAcknowledgement(
      subID2: 0x22, status: .profileNotSupported, details: profile)
    #expect(talk.firstEvents.last == .refused(on.id, refusal))
    #expect(talk.second.removeProfile(profile, address: .group) == nil)
  }

  @Test func changesOfProfilesAreReported() throws {
    var talk = CIConversation()
    try talk.discover()
    let added = talk.first.addProfile(CIProfile(profile))
    let enabled = talk.first.setProfile(profile, address: .functionBlock, isEnabled: true)
    let removed = talk.first.removeProfile(profile, address: .functionBlock)
    let notices = [added, enabled, removed].compactMap { $0 }
    #expect(notices.count == 3)
    try talk.send(notices)
    #expect(
      Array(talk.secondEvents.suffix(3)) == notices.map { .notice($0) })
  }

  @Test func stateIsReported() throws {
    var talk = CIConversation()
    try talk.discover()
    let wanted = CIMessageReport(systemMessages: 7, channelMessages: 0x3F, noteMessages: 0x1F)
    let inquiry = try talk.first.inquire(
      .reportInquiry(control: 0x7F, wanted), of: talk.second.muid, address: .channel(0), now: 0)
    try talk.send(inquiry.messages)
    guard case .reportRequest(let request) = talk.secondEvents.last else {
      Issue.record("\(talk.secondEvents)")
      return
    }
    let answers = [talk.second.beginReport(request, wanted), talk.second.endReport(request)]
    for answer in answers {
      talk.firstEvents +=
        talk.first.receive(answer.payload, now: 0, using: &talk.generator).events
    }
    #expect(bodies(talk.firstEvents, inquiry) == [.reportBegin(wanted), .reportEnd])
    #expect(talk.first.openRequestCount == 1, "only the discovery is open")
    let abilities = try talk.first.inquire(.processInquiry, of: talk.second.muid, now: 0)
    try talk.send(abilities.messages)
    #expect(bodies(talk.firstEvents, abilities) == [.processReply(1)])
  }

  @Test func devicesOfVersionOneAreUnderstood() throws {
    var old = CIConfiguration.testing(2)
    old.version = 1
    var talk = CIConversation(second: old)
    _ = talk.second.addProfile(CIProfile(profile))
    try talk.discover()
    let peer = try #require(talk.first.peers[talk.second.muid])
    #expect(peer.version == 1)
    #expect(peer.discovery.outputPathID == nil)
    let on = try talk.first.inquire(
      .setProfileOn(CIProfileSwitch(profile, channelCount: 3)), of: peer.muid, now: 0)
    #expect(on.messages.map(\.version) == [1])
    try talk.send(on.messages)
    #expect(bodies(talk.firstEvents, on) == [.profileEnabled(CIProfileSwitch(profile))])
    let unknown = try talk.first.inquire(.endpointInquiry(9), of: peer.muid, now: 0)
    try talk.send(unknown.messages)
    #expect(talk.firstEvents.last == .refused(unknown.id, nil))
  }

  /// The answers to a request.
  private func bodies(_ events: [CIEvent], _ request: CIRequest) -> [CIBody] {
    events.compactMap {
      guard case .reply(let id, let message) = $0, id == request.id else { return nil }
      return message.body
    }
  }
}

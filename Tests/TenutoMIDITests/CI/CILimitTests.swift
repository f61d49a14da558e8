import TenutoMIDIMessages
import Testing

@Suite struct CILimitTests {
  @Test func piecesOutOfOrderAreRefused() throws {
    var talk = try conversation()
    let messages = try request(&talk, byteCount: 500)
    try talk.send([messages[0], messages[2]])
    #expect(talk.secondEvents.last == .dropped(.chunkOutOfSequence, from: talk.first.muid))
    guard case .refused(_, let refusal) = talk.firstEvents.last else {
      Issue.record("\(talk.firstEvents)")
      return
    }
    #expect(refusal?.status == .chunkOutOfSequence)
  }

  @Test func longBodiesAreRefused() throws {
    var limits = CILimits()
    limits.propertyByteCount = 300
    var talk = try conversation(limits)
    try talk.send(request(&talk, byteCount: 300))
    #expect(!talk.secondEvents.contains(.dropped(.propertyTooLong, from: talk.first.muid)))
    try talk.send(Array(request(&talk, byteCount: 301)))
    #expect(talk.secondEvents.contains(.dropped(.propertyTooLong, from: talk.first.muid)))
  }

  @Test func allBodiesTogetherAreLimited() throws {
    var limits = CILimits()
    limits.totalPropertyByteCount = 250
    var talk = try conversation(limits)
    for _ in 0..<2 { try talk.send([request(&talk, byteCount: 500)[0]]) }
    #expect(!talk.secondEvents.contains(.dropped(.propertyTooLong, from: talk.first.muid)))
    try talk.send([request(&talk, byteCount: 500)[0]])
    #expect(talk.secondEvents.last == .dropped(.propertyTooLong, from: talk.first.muid))
    // The first two have timed out, and there is room again.
    let expired = talk.second.advance(to: limits.timeout)
    #expect(
      expired.events == [UInt8](0..<2).map { _ in .dropped(.timedOut, from: talk.first.muid) })
    try talk.send([request(&talk, byteCount: 500)[0]])
    #expect(talk.secondEvents.last == .dropped(.propertyTooLong, from: talk.first.muid))
  }

  @Test func openMessagesAreLimited() throws {
    var limits = CILimits()
    limits.openPropertyCount = 2
    var talk = try conversation(limits)
    for _ in 0..<3 { try talk.send([request(&talk, byteCount: 500)[0]]) }
    #expect(talk.secondEvents.last == .dropped(.tooManyProperties, from: talk.first.muid))
    let short = try request(&talk, byteCount: 3)
    try talk.send(short)
    guard case .propertyRequest = talk.secondEvents.last else {
      Issue.record("a message of one piece needs no room")
      return
    }
  }

  @Test func requestsAreLimited() throws {
    var own = CIConfiguration.testing(1)
    own.limits.openRequestCount = 3
    var talk = CIConversation(first: own)
    try talk.discover()
    let peer = talk.second.muid
    for _ in 0..<2 { _ = try talk.first.inquire(.processInquiry, of: peer, now: 0) }
    #expect(throws: CIDeviceError.tooManyRequests) {
      _ = try talk.first.inquire(.processInquiry, of: peer, now: 0)
    }
    #expect(throws: CIDeviceError.notAnInquiry) {
      _ = try talk.first.inquire(.processReply(1), of: peer, now: 0)
    }
  }

  @Test func requestsKeepToThePeersSimultaneousLimit() throws {
    var second = CIConfiguration.testing(2)
    second.simultaneousPropertyRequests = 2
    var talk = CIConversation(second: second)
    talk.answer = { _ in nil }
    try talk.discover()
    let peer = talk.second.muid
    let abilities = CIPropertyCapabilities(simultaneousRequests: 1)
    try talk.send(talk.first.inquire(.propertyInquiry(abilities), of: peer, now: 0).messages)
    for _ in 0..<2 {
      try talk.send(talk.first.requestProperty(.get, header: [], of: peer, now: 0).messages)
    }
    #expect(throws: CIDeviceError.tooManyRequests) {
      _ = try talk.first.requestProperty(.get, header: [], of: peer, now: 0)
    }
  }

  @Test func peersAreLimited() throws {
    var own = CIConfiguration.testing(1)
    own.limits.peerCount = 4
    var generator = SeededGenerator(seed: 1)
    var device = CIDevice(configuration: own, using: &generator)
    for number in 0..<10 as Range<UInt32> {
      let discovery = CIDiscovery(
        identity: own.identity, categories: [], maximumSysExSize: 128)
      let message = CIMessage(
        .discovery(discovery), from: MUID(UInt28(number)), to: .broadcast, version: 1)
      let output = device.receive(message.payload, now: 0, using: &generator)
      #expect(output.messages.count == 1, "everybody is answered")
    }
    #expect(device.peers.count == 4)
  }

  private func conversation(_ limits: CILimits = CILimits()) throws -> CIConversation {
    var small = CIConfiguration.testing(2)
    small.maximumSysExSize = 128
    small.limits = limits
    var talk = CIConversation(second: small)
    try talk.discover()
    return talk
  }

  private func request(_ talk: inout CIConversation, byteCount: Int) throws -> [CIMessage] {
    let body = [UInt8](repeating: 1, count: byteCount)
    return try talk.first.requestProperty(
      .set, header: [], body: body, of: talk.second.muid, now: 0
    ).messages
  }
}

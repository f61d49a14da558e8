import TenutoMIDIMessages
import Testing

@Suite struct CIHostileTests {
  /// Random and mutated messages never trap, and stored and sent data stays bounded.
  @Test func hostileMessagesAreSurvived() throws {
    var generator = SeededGenerator(seed: 11)
    var configuration = CIConfiguration.testing(1)
    configuration.productInstanceID = "SN"
    configuration.limits.peerCount = 8
    var talk = CIConversation(first: configuration)
    for address in [.functionBlock, .group, .channel(3)] as [CIAddress] {
      _ = talk.first.addProfile(CIProfile(ProfileID(1, 1, 1, 1, 1), address: address))
    }
    try talk.discover()
    var answerCount = 0
    for turn in 0..<randomCaseCount(release: 100_000) {
      if turn % 50 == 0 { ask(&talk, now: UInt64(turn)) }
      let payload = hostile(talk.first, &generator)
      let output = talk.first.receive(payload, now: UInt64(turn), using: &generator)
      answerCount += output.messages.count
      guard output.messages.count <= 4, talk.first.peers.count <= 8,
        talk.first.openRequestCount <= 32
      else {
        Issue.record("\(payload) makes \(output)")
        return
      }
      if turn % 1000 == 999 { _ = talk.first.advance(to: .max) }
    }
    #expect(answerCount > randomCaseCount(release: 100_000) / 10, "most of it was ignored")
  }

  /// Keeps requests open, which hostile answers may match.
  private func ask(_ talk: inout CIConversation, now: UInt64) {
    guard let peer = talk.first.peers.keys.min(by: { $0.value < $1.value }) else { return }
    _ = try? talk.first.requestProperty(.get, header: [], of: peer, now: now)
    _ = try? talk.first.inquire(.profileInquiry, of: peer, now: now)
  }

  /// A message to the device, from one of few senders, with random fields.
  private func hostile(_ device: CIDevice, _ generator: inout SeededGenerator) -> [UInt8] {
    let known = Array(device.peers.keys).sorted { $0.value < $1.value }
    let source =
      known.isEmpty || generator.next() % 4 == 0
      ? MUID(UInt28(generator.next() % 16)) : known[Int(generator.next() % UInt64(known.count))]
    let subIDs: [UInt8] = [0x70, 0x71, 0x72, 0x73, 0x7D, 0x7E, 0x7F, 0x3F]
    let choice = generator.byte()
    let subID2 = choice < 64 ? subIDs[Int(choice) % 8] : 0x20 + choice % 0x26
    let body = generator.bytes(count: Int(generator.next() % 40)).map {
      $0 & (generator.next() & 1 == 0 ? 0x03 : 0x7F)
    }
    let message = CIMessage(
      .other(subID2: UInt7(truncatingIfNeeded: subID2), body), from: source,
      to: generator.next() % 8 == 0 ? .broadcast : device.muid,
      address: CIAddress(rawValue: UInt7(truncatingIfNeeded: generator.byte() | 0x7C)),
      version: UInt7(truncatingIfNeeded: generator.byte() & 3))
    var payload = message.payload
    if generator.next() % 8 == 0, let place = payload.indices.randomElement(using: &generator) {
      payload[place] = generator.byte()
    }
    return payload
  }
}

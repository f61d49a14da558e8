import TenutoMIDIMessages
import Testing

@Suite struct CIPropertyExchangeTests {
  /// Bodies of any length arrive complete, for any limits of the two devices.
  @Test func propertiesGoBothWays() throws {
    var sizes = SeededGenerator(seed: 5)
    for seed in 0..<UInt64(randomCaseCount(release: 400)) {
      var first = CIConfiguration.testing(1)
      var second = CIConfiguration.testing(2)
      first.maximumSysExSize = UInt28(128 + sizes.next() % 900)
      second.maximumSysExSize = UInt28(128 + sizes.next() % 900)
      var talk = CIConversation(seed: seed, first: first, second: second)
      talk.answer = { request in
        let doubled: [UInt8] = request.body + request.body
        return ([0x22] + request.header, doubled)
      }
      try talk.discover()
      try exchange(&talk, &sizes)
    }
  }

  /// Several simultaneous requests, with chunks interleaved at random.
  private func exchange(_ talk: inout CIConversation, _ sizes: inout SeededGenerator) throws {
    var queues: [[CIMessage]] = []
    var expected: [CIRequestID: [UInt8]] = [:]
    for kind in [.get, .set, .subscription, .set] as [CIPropertyKind] {
      let body = sizes.bytes(count: Int(sizes.next() % 4000)).map { $0 & 0x7F }
      let request = try talk.first.requestProperty(
        kind, header: [0x7B, 0x7D], body: body, of: talk.second.muid, now: 0)
      queues.append(request.messages)
      expected[request.id] = body + body
      let limit = talk.second.configuration.maximumSysExSize.intValue
      #expect(request.messages.allSatisfy { $0.payload.count + 2 <= limit })
    }
    while !queues.isEmpty {
      let index = Int(sizes.next() % UInt64(queues.count))
      try talk.send([queues[index].removeFirst()])
      if queues[index].isEmpty { queues.remove(at: index) }
    }
    for case .propertyReply(let id, let header, let body) in talk.firstEvents {
      #expect(header == [0x22, 0x7B, 0x7D])
      #expect(expected.removeValue(forKey: id) == body)
    }
    #expect(expected.isEmpty)
    #expect(!talk.secondEvents.contains { if case .dropped = $0 { true } else { false } })
  }

  @Test func headersThatDoNotFitCannotBeSent() throws {
    var small = CIConfiguration.testing(2)
    small.maximumSysExSize = 128
    var talk = CIConversation(second: small)
    try talk.discover()
    let peer = talk.second.muid
    let room = 128 - 24
    let fits = [UInt8](repeating: 0x20, count: room)
    #expect(throws: Never.self) {
      _ = try talk.first.requestProperty(.get, header: fits, of: peer, now: 0)
    }
    #expect(throws: CIDeviceError.headerTooLong) {
      _ = try talk.first.requestProperty(.get, header: fits + [0x20], of: peer, now: 0)
    }
    #expect(throws: CIDeviceError.notSevenBit) {
      _ = try talk.first.requestProperty(.get, header: [0x80], of: peer, now: 0)
    }
    #expect(throws: CIDeviceError.notAnInquiry) {
      _ = try talk.first.requestProperty(.getReply, header: [], of: peer, now: 0)
    }
    #expect(throws: CIDeviceError.bodyTooLong) {
      let body = [UInt8](repeating: 0, count: room * 16384)
      _ = try talk.first.requestProperty(.set, header: [], body: body, of: peer, now: 0)
    }
    #expect(throws: CIDeviceError.unknownPeer) {
      _ = try talk.first.requestProperty(.get, header: [], of: .broadcast, now: 0)
    }
  }

  @Test func aRequestWithoutAnswerTimesOut() throws {
    var talk = CIConversation()
    talk.answer = { _ in nil }
    try talk.discover()
    let request = try talk.first.requestProperty(
      .get, header: [0x7B, 0x7D], of: talk.second.muid, now: 10)
    try talk.send(request.messages)
    let timeout = talk.first.configuration.limits.timeout
    #expect(!talk.first.advance(to: 9 + timeout).events.contains(.timedOut(request.id)))
    let output = talk.first.advance(to: 10 + timeout)
    #expect(output.events == [.timedOut(request.id)])
    #expect(output.messages.map(\.body.subID2) == [0x7F])
    guard case .propertyRequest(let late) = talk.secondEvents.last else {
      Issue.record("\(talk.secondEvents)")
      return
    }
    let answer = try talk.second.answer(late, header: [])[0]
    let dropped = talk.first.receive(answer.payload, now: 20, using: &talk.generator)
    #expect(dropped.events == [.dropped(.unexpected, from: talk.second.muid)])
  }

  @Test func aDeviceMayAskForTime() throws {
    var talk = CIConversation()
    talk.answer = { _ in nil }
    try talk.discover()
    let request = try talk.first.requestProperty(
      .get, header: [], of: talk.second.muid, now: 0)
    try talk.send(request.messages)
    guard case .propertyRequest(let slow) = talk.secondEvents.last else {
      Issue.record("\(talk.secondEvents)")
      return
    }
    let wait = try #require(talk.second.wait(slow, hundredsOfMilliseconds: 100))
    _ = talk.first.receive(wait.payload, now: 1_000_000_000, using: &talk.generator)
    #expect(!talk.first.advance(to: 10_999_999_999).events.contains(.timedOut(request.id)))
    let refusal = talk.second.refuse(slow, status: .busy)
    let output = talk.first.receive(refusal.payload, now: 2, using: &talk.generator)
    #expect(
      output.events == [
        .refused(
          request.id,
          CIAcknowledgement(
            subID2: 0x34, status: .busy, details: ProfileID(slow.requestID, 0, 0, 0, 0)))
      ])
  }

  @Test func aRequestCanBeCancelled() throws {
    var small = CIConfiguration.testing(2)
    small.maximumSysExSize = 128
    var talk = CIConversation(second: small)
    try talk.discover()
    let body = [UInt8](repeating: 1, count: 500)
    let request = try talk.first.requestProperty(
      .set, header: [], body: body, of: talk.second.muid, now: 0)
    try talk.send([request.messages[0]])
    try talk.send(talk.first.cancel(request.id))
    #expect(talk.secondEvents.last == .dropped(.givenUpBySender, from: talk.first.muid))
    #expect(talk.first.cancel(request.id).isEmpty)
    try talk.send([request.messages[1]])
    #expect(talk.secondEvents.last == .dropped(.chunkOutOfSequence, from: talk.first.muid))
  }
}

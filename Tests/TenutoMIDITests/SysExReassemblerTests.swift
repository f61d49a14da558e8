import TenutoMIDI
import Testing

/// Passes packets, and returns the complete messages and the losses.
private func receive(
  _ packets: [UMP], _ reassembler: inout SysExReassembler
) -> (messages: [SysExMessage], errors: [SysExError]) {
  let arrivals = packets.map { reassembler.receive($0) }
  return (arrivals.compactMap(\.message), arrivals.compactMap(\.error))
}

private func receive(_ packets: [UMP]) -> (messages: [SysExMessage], errors: [SysExError]) {
  var reassembler = SysExReassembler()
  return receive(packets, &reassembler)
}

private let seven = SysExStream(.sysEx7)
private let address = MixedDataSetAddress(manufacturerID: 1, deviceID: 2, subID1: 3, subID2: 4)

@Suite struct SysExReassemblerTests {
  /// Lengths at which other implementations are known to lose bytes, and 1 MiB.
  @Test(
    arguments: [
      0, 1, 4, 5, 6, 7, 12, 13, 14, 254, 255, 256, 257, 2047, 2048, 2049, 65_535, 65_536, 65_537,
      1 << 20,
    ])
  func everyLengthRoundTrips(count: Int) throws {
    let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let low = payload.map { $0 & 0x7F }
    let stream7 = receive(Array(try SysExPackets(sysEx7: low, group: 2)))
    let name7 = SysExStream(.sysEx7, group: 2)
    #expect(stream7.messages == [SysExMessage(stream: name7, payload: low)])
    let stream8 = receive(Array(SysExPackets(sysEx8: payload, streamID: 9, group: 3)))
    let name8 = SysExStream(.sysEx8(id: 9), group: 3)
    #expect(stream8.messages == [SysExMessage(stream: name8, payload: payload)])
    let set = receive(
      Array(try SysExPackets(mixedDataSet: payload, address: address, id: 4, chunkBytes: 1000)))
    let setName = SysExStream(.mixedDataSet(id: 4))
    #expect(set.messages == [SysExMessage(stream: setName, payload: payload, address: address)])
    #expect((stream7.errors + stream8.errors + set.errors).isEmpty)
  }

  @Test func severalMessagesInOneBufferStaySeparate() {
    let short: [UInt8] = [0xF0, 1, 0xF7, 0xF0, 2, 0xF7, 0xF7]
    let packets = parseAll(short + [0xF0, 3, 4, 5, 6, 7, 8, 9, 0xF7])
    let payloads = receive(packets).messages.map(\.payload)
    #expect(payloads == [[1], [2], [3, 4, 5, 6, 7, 8, 9]])
  }

  @Test func realtimeAndUtilityStandInside() {
    let packets = parseAll([0xF0, 1, 2, 3, 4, 5, 6, 0xF8, 7, 8, 0xFE, 0xF7])
    let withTime = packets.flatMap { [$0, UMP(0x0020_1234)] }
    let result = receive(withTime)
    #expect(result.messages.map(\.payload) == [[1, 2, 3, 4, 5, 6, 7, 8]])
    #expect(result.errors.isEmpty)
  }

  @Test func streamsOfAllKindsAndGroupsInterleave() throws {
    var random = SeededGenerator(seed: 26)
    var sources: [(SysExMessage, [UMP])] = []
    for group in UInt8(0)...15 {
      let payload = random.bytes(count: Int.random(in: 0...200, using: &random))
      let low = payload.map { $0 & 0x7F }
      let name = SysExStream(.sysEx7, group: group)
      let packets = Array(try SysExPackets(sysEx7: low, group: group))
      sources.append((SysExMessage(stream: name, payload: low), packets))
      for id in UInt8(0)...1 {
        let name = SysExStream(.sysEx8(id: id), group: group)
        let packets = Array(SysExPackets(sysEx8: payload, streamID: id, group: group))
        sources.append((SysExMessage(stream: name, payload: payload), packets))
        let set = SysExStream(.mixedDataSet(id: id), group: group)
        let chunks = Array(
          try SysExPackets(
            mixedDataSet: payload, address: address, id: id, group: group, chunkBytes: 50))
        sources.append((SysExMessage(stream: set, payload: payload, address: address), chunks))
      }
    }
    let expected = Set(sources.map(\.0))
    var queues = sources.map { $0.1[...] }
    var mixed: [UMP] = []
    while !queues.isEmpty {
      let index = Int.random(in: queues.indices, using: &random)
      mixed.append(queues[index].removeFirst())
      if queues[index].isEmpty { queues.remove(at: index) }
    }
    var reassembler = SysExReassembler(limits: SysExLimits(openStreams: 80))
    let result = receive(mixed, &reassembler)
    #expect(Set(result.messages) == expected && result.errors.isEmpty)
    #expect(reassembler.openStreams == 0 && reassembler.totalBytes == 0)
  }

  @Test(arguments: [UMP(0x2090_3C01), UMP(0x10F6_0000), UMP(0x4090_3C00, 1)])
  func aMessageOfTheGroupCutsSevenBits(ump: UMP) {
    let packets = parseAll([0xF0, 1, 2, 3, 4, 5, 6, 7, 8, 0xF7])
    let result = receive([packets[0], ump, packets[1]])
    #expect(result.messages.isEmpty)
    #expect(result.errors == [.interrupted(seven), .notBegun(seven)])
    var other = ump
    other.moveToGroup(1)
    #expect(receive([packets[0], other, packets[1]]).messages.count == 1)
  }

  @Test func aStartCutsAndCounts() {
    let first = parseAll([0xF0, 1, 2, 3, 4, 5, 6, 7, 0xF7])
    let result = receive([first[0], UMP(0x3001_0900)])
    #expect(result.messages.map(\.payload) == [[9]] && result.errors == [.interrupted(seven)])
    let again = receive([first[0], first[0], first[1]])
    #expect(again.messages.map(\.payload) == [[1, 2, 3, 4, 5, 6, 7]])
  }

  @Test func aContinuationWithoutAStartIsReportedOnce() {
    let rest = [UMP(0x3022_0102), UMP(0x3022_0102), UMP(0x3031_0100), UMP(0x3001_0500)]
    let result = receive(rest)
    #expect(result.errors == [.notBegun(seven)])
    #expect(result.messages.map(\.payload) == [[5]])
  }

  @Test(arguments: [
    UMP(0x3007_0000), UMP(0x3046_0000), UMP(0x30F0_0000), UMP(0x3002_0180), UMP(0x3001_F700),
    UMP(0x3006_0102, 0x0304_05F7),
  ])
  func malformedSevenBitsAreDroppedToTheirEnd(ump: UMP) {
    let packets = parseAll([0xF0, 1, 2, 3, 4, 5, 6, 7, 8, 0xF7, 0xF0, 9, 0xF7])
    let result = receive([packets[0], ump, packets[1], packets[2]])
    #expect(result.errors == [.malformed(seven)])
    #expect(result.messages.map(\.payload) == [[9]])
  }

  @Test(arguments: [UMP(0x5000_0700), UMP(0x500F_0700), UMP(0x5041_0700), UMP(0x50A1_0700)])
  func malformedEightBitsAreDropped(ump: UMP) {
    let stream = SysExStream(.sysEx8(id: 7))
    let whole = Array(SysExPackets(sysEx8: Array(0..<20), streamID: 7))
    let result = receive([whole[0], ump, whole[1], UMP(0x5002_0703)])
    #expect(result.errors == [.malformed(stream)])
    #expect(result.messages == [SysExMessage(stream: stream, payload: [3])])
  }

  @Test func aByteBehindTheCountIsNotRead() {
    #expect(receive([UMP(0x3001_05F7, 0xFFFF_FFFF)]).messages.map(\.payload) == [[5]])
  }

  @Test func limitsHold() throws {
    let packets = Array(try SysExPackets(sysEx7: [UInt8](repeating: 1, count: 20)))
    var short = SysExReassembler(limits: SysExLimits(messageBytes: 19))
    let tooLong = receive(packets + packets, &short)
    #expect(tooLong.messages.isEmpty)
    #expect(tooLong.errors == [.messageTooLong(seven), .messageTooLong(seven)])
    #expect(short.totalBytes == 0 && short.openStreams == 0)
    var exact = SysExReassembler(limits: SysExLimits(messageBytes: 20))
    #expect(receive(packets + packets, &exact).messages.count == 2)
    var few = SysExReassembler(limits: SysExLimits(openStreams: 1))
    var other = packets
    for index in other.indices { other[index].moveToGroup(1) }
    let streams = receive([packets[0]] + other + packets[1...], &few)
    #expect(streams.errors == [.tooManyStreams(SysExStream(.sysEx7, group: 1))])
    #expect(streams.messages.count == 1)
    var little = SysExReassembler(limits: SysExLimits(totalBytes: 11))
    let total = receive([packets[0], other[0]] + packets[1...], &little)
    #expect(total.errors.first == .tooManyBytes(SysExStream(.sysEx7, group: 1)))
  }

  @Test func silenceEndsAMessage() throws {
    var reassembler = SysExReassembler(limits: SysExLimits(timeout: 100))
    let packets = Array(try SysExPackets(sysEx7: Array(0..<20)))
    _ = reassembler.receive(packets[0], at: 1000)
    _ = reassembler.receive(packets[1], at: 1100)
    #expect(reassembler.expire(at: 1200) == nil)
    #expect(reassembler.expire(at: 1201) == .timedOut(seven))
    #expect(reassembler.expire(at: 1201) == nil && reassembler.totalBytes == 0)
    let late = packets[2...].map { reassembler.receive($0, at: 1300) }
    #expect(late.allSatisfy { $0 == SysExArrival() })
    #expect(reassembler.receive(UMP(0x3001_0500), at: 1400).message?.payload == [5])
  }

  @Test func chunksComeInOrderAndWhole() throws {
    let set = SysExStream(.mixedDataSet(id: 0))
    let packets = Array(
      try SysExPackets(mixedDataSet: Array(0..<30), address: address, chunkBytes: 14))
    var swapped = packets
    swapped.swapAt(2, 4)
    #expect(receive(swapped).errors == [.chunkOutOfOrder(set)])
    #expect(receive(Array(packets[2...])).errors == [.notBegun(set)])
    var early = packets
    early.remove(at: 1)
    #expect(receive(early).errors == [.chunkOutOfOrder(set)])
    var doubled = packets
    doubled.insert(packets[1], at: 1)
    #expect(receive(doubled).errors == [.malformed(set)])
    let again = receive(Array(packets[..<3]) + packets)
    #expect(again.messages.count == 1 && again.errors == [.interrupted(set)])
  }

  @Test func resetForgetsAll() throws {
    var reassembler = SysExReassembler()
    _ = reassembler.receive(UMP(0x3016_0102, 0x0304_0506))
    reassembler.reset()
    #expect(reassembler.openStreams == 0 && reassembler.totalBytes == 0)
    #expect(reassembler.receive(UMP(0x3031_0100)).error == .notBegun(seven))
  }

  @Test func randomPacketsKeepTheCount() {
    var random = SeededGenerator(seed: 27)
    var reassembler = SysExReassembler(
      limits: SysExLimits(messageBytes: 50, openStreams: 8, totalBytes: 100))
    for _ in 0..<randomCaseCount(release: 200_000) {
      var ump = random.ump()
      ump.word0 = ump.word0 & 0x00F3_03FF | (random.byte() & 1 == 0 ? 0x3000_0000 : 0x5000_0000)
      let arrival = reassembler.receive(ump)
      #expect((arrival.message?.payload.count ?? 0) <= 50)
      #expect(reassembler.openStreams <= 8 && (0...100).contains(reassembler.totalBytes))
    }
  }
}

import TenutoMIDI
import Testing

/// A realistic stream: mostly complete messages, with running status, realtime, parameters, banks
/// and SysEx, and occasional invalid bytes.
func likelyStream(_ random: inout SeededGenerator, messages: Int) -> [UInt8] {
  var stream: [UInt8] = []
  var status: UInt8 = 0
  for _ in 0..<messages {
    switch random.byte() % 32 {
    case 0: stream.append(UInt8.random(in: 0xF8...0xFF, using: &random))
    case 1: stream += [0xF0] + random.bytes(count: Int(random.byte() % 20)).map { $0 & 0x7F }
    case 2: stream.append(random.byte())
    case 3: stream.append(0xF7)
    case 4:
      let channel = random.byte() & 1
      stream += [0xB0 | channel, 101, 0, 100, random.byte() & 3, 6, random.byte() & 0x7F]
      if random.byte() & 1 == 0 { stream += [38, random.byte() & 0x7F] }
      status = 0xB0 | channel
    case 5:
      stream += [0xB0, 0, random.byte() & 0x7F, 32, random.byte() & 0x7F, 0xC0, 5]
      status = 0xC0
    default:
      let next = 0x80 | random.byte() % 0x70
      if next != status || random.byte() & 1 == 0 { stream.append(next) }
      status = next
      stream += random.bytes(count: next & 0xE0 == 0xC0 ? 1 : 2).map { $0 & 0x7F }
    }
  }
  return stream
}

/// Translates a stream byte by byte, by the slow path.
private func slowly(_ stream: [UInt8], group: UInt8) -> [UMP] {
  var parser = MIDI1Parser(group: group)
  var translator = MIDI1ToMIDI2Translator(group: group)
  return stream.flatMap { byte in parser.parse(byte).map { translator.translate($0).array } ?? [] }
}

/// Passes a stream in chunks of random sizes to a buffer of `room` packets.
private func inChunks(
  _ stream: [UInt8], room: Int, _ random: inout SeededGenerator,
  _ take: (Span<UInt8>, inout OutputSpan<UMP>) -> Int
) -> [UMP] {
  var packets: [UMP] = []
  var rest = stream[...]
  while !rest.isEmpty {
    let chunk = rest.prefix(Int.random(in: 1...40, using: &random))
    var taken = 0
    packets += [UMP](capacity: room) { output in taken = take(chunk.span, &output) }
    rest = rest.dropFirst(taken)
  }
  return packets
}

extension [UMP] {
  init(capacity: Int, _ body: (inout OutputSpan<UMP>) -> Void) {
    unsafe self.init(unsafeUninitializedCapacity: capacity) { buffer, count in
      var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
      body(&output)
      count = unsafe output.finalize(for: buffer)
    }
  }
}

@Suite struct MIDI1StreamTests {
  @Test func wholeBuffersParseAsByteByByte() {
    var random = SeededGenerator(seed: 20)
    for _ in 0..<randomCaseCount(release: 5_000) {
      let stream = likelyStream(&random, messages: 60)
      var parser = MIDI1Parser(group: 9)
      let packets = inChunks(stream, room: 7, &random) { parser.parse($0, into: &$1) }
      #expect(packets == parseAll(stream, group: 9))
    }
  }

  @Test func wholeBuffersTranslateAsParserAndTranslatorDo() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<randomCaseCount(release: 10_000) {
      let stream = likelyStream(&random, messages: 60)
      var translator = MIDI1StreamTranslator(group: 5)
      let room = Int.random(in: 2...70, using: &random)
      let packets = inChunks(stream, room: room, &random) { translator.translate($0, into: &$1) }
      #expect(packets == slowly(stream, group: 5))
    }
  }

  @Test func singleBytesTranslateAsParserAndTranslatorDo() {
    var random = SeededGenerator(seed: 26)
    for round in 0..<randomCaseCount(release: 10_000) {
      let stream =
        round % 2 == 0 ? likelyStream(&random, messages: 60) : random.bytes(count: 100)
      var translator = MIDI1StreamTranslator(group: 5)
      #expect(stream.flatMap { translator.translate($0).array } == slowly(stream, group: 5))
    }
  }

  @Test func randomBytesTranslateAsParserAndTranslatorDo() {
    var random = SeededGenerator(seed: 22)
    for _ in 0..<randomCaseCount(release: 10_000) {
      let stream = random.bytes(count: 100)
      var translator = MIDI1StreamTranslator(group: 0)
      let packets = inChunks(stream, room: 50, &random) { translator.translate($0, into: &$1) }
      #expect(packets == slowly(stream, group: 0))
    }
  }

  /// Every status with every pair of data bytes takes the fast path; the slow path is the oracle.
  @Test func everyChannelMessageTakesTheShortWayRight() {
    for status in UInt8(0x80)...0xEF where status & 0xF == 3 {
      for first in UInt8(0)...127 {
        let stream = (0..<128).flatMap { [status, first, $0] as [UInt8] }
        var translator = MIDI1StreamTranslator(group: 1)
        let packets = [UMP](capacity: 1000) { _ = translator.translate(stream.span, into: &$0) }
        #expect(packets == slowly(stream, group: 1))
      }
    }
  }

  @Test func aFullBufferEndsTheCallAndLosesNothing() {
    let stream: [UInt8] = [0x90, 60, 1, 61, 2, 62, 3, 63, 4]
    var translator = MIDI1StreamTranslator()
    var taken = 0
    let first = [UMP](capacity: 3) { taken = translator.translate(stream.span, into: &$0) }
    let rest = Array(stream[taken...])
    let second = [UMP](capacity: 3) { taken += translator.translate(rest.span, into: &$0) }
    #expect(first.count >= 2 && taken == stream.count)
    #expect(first + second == slowly(stream, group: 0))
    #expect([UMP](capacity: 1) { taken = translator.translate(stream.span, into: &$0) } == [])
    #expect(taken == 0)
  }

  @Test func aWaitingParameterIsSentBeforeANoteInAWholeBuffer() {
    let prefix: [UInt8] = [0xB2, 101, 0, 100, 0, 6, 2]
    let notes: [UInt8] = [0x91, 60, 64, 0x92, 61, 64, 0x93, 62, 64, 0x94, 63, 64]
    var translator = MIDI1StreamTranslator(group: 4)
    let first = [UMP](capacity: 20) { _ = translator.translate(prefix.span, into: &$0) }
    #expect(first.isEmpty && translator.waitingChannels == 0b100)
    let second = [UMP](capacity: 20) { _ = translator.translate(notes.span, into: &$0) }
    #expect(second.map(\.opcode) == [9, 2, 9, 9, 9])
    #expect(translator.waitingChannels == 0)
  }

  @Test func resetForgetsRunningStatusAndParameters() {
    var translator = MIDI1StreamTranslator(group: 4)
    for byte in [0xB0, 101, 0, 100, 0, 6, 2] as [UInt8] { _ = translator.translate(byte) }
    translator.reset()
    #expect(translator.waitingChannels == 0 && translator.flush(channel: 0) == nil)
    #expect(translator.group == 4)
    let data: [UInt8] = [6, 3, 38, 0, 7, 1]
    let rest = [UMP](capacity: 9) {
      _ = translator.translate(data.span, into: &$0)
    }
    #expect(rest == [])
  }
}

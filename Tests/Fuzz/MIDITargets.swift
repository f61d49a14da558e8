internal import TenutoMIDI

extension FuzzTarget {
  static var midi: [FuzzTarget] {
    [
      FuzzTarget(name: "midi1-stream", run: parseStream),
      FuzzTarget(name: "sysex", run: packSysEx),
      FuzzTarget(name: "ump", run: readPackets),
      FuzzTarget(name: "translation", run: translate),
    ]
  }

  /// A stream gives the same result in two chunks; written bytes are the same messages.
  private static func parseStream(_ input: [UInt8]) {
    var reader = InputReader(input)
    let cut = Int(reader.byte())
    let stream = reader.all()
    var parser = MIDI1Parser(group: UInt8(cut & 15))
    let whole = stream.compactMap { parser.parse($0) }
    var first = MIDI1Parser(group: UInt8(cut & 15))
    let before = stream.prefix(cut).compactMap { first.parse($0) }
    var second = first
    let after = stream.dropFirst(cut).compactMap { second.parse($0) }
    check(before + after == whole, "a stream in chunks is another stream")

    var again = MIDI1Parser(group: UInt8(cut & 15))
    let bytes = whole.flatMap { MIDI1Bytes($0).array }
    let reread = bytes.compactMap { again.parse($0) }
    check(
      reread.filter { $0.messageType == 2 } == whole.filter { $0.messageType == 2 },
      "messages are not the same after they were bytes")
  }

  /// A system exclusive message round-trips through packets.
  private static func packSysEx(_ input: [UInt8]) {
    let data = input.map { $0 & 0x7F }
    var parser = MIDI1Parser()
    let packets = ([0xF0] + data + [0xF7]).compactMap { parser.parse($0) }
    check(
      packets.flatMap { MIDI1Bytes($0).array } == [0xF0] + data + [0xF7],
      "a message is not put together as it was taken apart")
  }

  /// A decoded packet is encoded with the same meaning.
  private static func readPackets(_ input: [UInt8]) {
    for packet in packets(input) {
      let event = VoiceEvent(packet)
      check(VoiceEvent(event.ump(group: packet.group)) == event, "\(packet) is read as \(event)")
      check((1...4).contains(packet.wordCount), "a packet has no words")
      check(MIDI1Bytes(packet).array.count <= 8, "a packet has too many bytes")
    }
  }

  private static func translate(_ input: [UInt8]) {
    var up = MIDI1ToMIDI2Translator()
    let down = MIDI2ToMIDI1Translator()
    for packet in packets(input) {
      for message in up.translate(packet).array where message.messageType == 4 {
        for old in down.translate(message).array {
          check(old.messageType == 2, "what is translated is \(old)")
        }
      }
      _ = down.translate(packet)
    }
    for channel in 0..<16 as Range<UInt8> { _ = up.flush(channel: channel) }
  }

  private static func packets(_ input: [UInt8]) -> [UMP] {
    var reader = InputReader(input)
    var packets: [UMP] = []
    while !reader.isEmpty {
      packets.append(UMP(reader.number(), reader.number(), reader.number(), reader.number()))
    }
    return packets
  }
}

internal import TenutoMIDI
internal import TenutoMIDIMessages

extension FuzzTarget {
  static var umpMessages: [FuzzTarget] {
    [
      FuzzTarget(name: "ump-message", run: carryMessages),
      FuzzTarget(name: "ump-text", run: assembleTexts),
      FuzzTarget(name: "ump-endpoint", run: learnEndpoint),
    ]
  }

  /// Any packet round-trips, and everything that receivers derive from it is a valid message.
  private static func carryMessages(_ input: [UInt8]) {
    for packet in umps(input) {
      check(UMPMessage(packet).ump == packet, "\(packet) is not carried as it is")
      let lenient = UMPMessage(ignoringReserved: packet)
      check(UMPMessage(lenient.ump) == lenient, "\(packet) is read as \(lenient)")
    }
  }

  /// Texts stay within the limits, and can be sent.
  private static func assembleTexts(_ input: [UInt8]) {
    var lyrics = FlexDataTextAssembler(limits: TextLimits(byteCount: 64, openTextCount: 4))
    var names = StreamTextAssembler()
    for packet in umps(input) {
      let message = UMPMessage(ignoringReserved: packet)
      if let text = lyrics.take(message) {
        // Each invalid UTF-8 byte becomes three bytes.
        check(text.text.utf8.count <= 3 * 64, "a text is too long")
        var again = FlexDataTextAssembler()
        let same = text.packets.compactMap { again.take(UMPMessage($0)) }
        check(same == [text], "\(text) is not sent as it is")
      }
      if let name = names.take(message) {
        check(name.text.utf8.count <= 3 * 98, "a name is too long")
      }
    }
  }

  /// An observed description can be sent to another observer.
  private static func learnEndpoint(_ input: [UInt8]) {
    var observer = UMPEndpointObserver()
    for packet in umps(input) {
      observer.take(UMPMessage(ignoringReserved: packet))
      var endpoint = observer.endpoint
      check(endpoint.functionBlocks.count <= 32, "there are too many blocks")
      check(endpoint.answer(UMPMessage(packet)).count <= 600, "there are too many answers")
    }
  }

  private static func umps(_ input: [UInt8]) -> [UMP] {
    var reader = InputReader(input)
    var packets: [UMP] = []
    while !reader.isEmpty {
      packets.append(UMP(reader.number(), reader.number(), reader.number(), reader.number()))
    }
    return packets
  }
}

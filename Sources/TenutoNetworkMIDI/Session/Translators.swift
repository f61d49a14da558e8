internal import TenutoMIDI

/// Converts peers' messages into packets; System Exclusive messages of several peers do not mix.
struct IncomingTranslator: Sendable {
  private var parsers: [Int: MIDI1Parser] = [:]

  mutating func translate(_ events: [IncomingStream.Event], of peer: Int) -> [HostTimedUMP] {
    var packets: [HostTimedUMP] = []
    for event in events {
      switch event.message {
      case .short(let ump): packets.append(HostTimedUMP(hostTime: event.time, ump: ump))
      case .sysEx(let segment):
        for ump in translate(segment, of: peer) {
          packets.append(HostTimedUMP(hostTime: event.time, ump: ump))
        }
      }
    }
    return packets
  }

  private mutating func translate(_ segment: SysExSegment, of peer: Int) -> [UMP] {
    var parser = segment.isFirst ? MIDI1Parser() : parsers[peer] ?? MIDI1Parser()
    var packets: [UMP] = []
    if segment.isFirst { _ = parser.parse(0xF0) }
    for byte in segment.data {
      if let packet = parser.parse(byte) { packets.append(packet) }
    }
    switch segment.ending {
    case .open: parsers[peer] = parser
    case .cancelled: parsers[peer] = nil
    case .complete, .completeWithoutF7:
      parsers[peer] = nil
      if let packet = parser.parse(0xF7) { packets.append(packet) }
    }
    return packets
  }
}

/// Converts packets into MIDI 1.0 messages.
struct OutgoingTranslator: Sendable {
  private var translator = ProtocolTranslator(to: .midi1)
  private var writer = MIDI1Writer()

  mutating func translate(_ packet: UMP) -> [RTPMIDIMessage] {
    translator.translate(packet).array.compactMap { ump in
      let bytes = writer.write(ump).array
      guard let first = bytes.first, let last = bytes.last else { return nil }
      guard ump.messageType == 0x3 else {
        return .short(UMP(ump.word0 & 0xF0FF_FFFF))
      }
      let data = bytes.filter { $0 < 0x80 }
      return .sysEx(
        SysExSegment(isFirst: first == 0xF0, ending: last == 0xF7 ? .complete : .open, data: data))
    }
  }
}

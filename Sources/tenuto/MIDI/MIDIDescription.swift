import TenutoMIDI

/// Describes MIDI packets in words.
enum MIDIDescription {
  /// Returns a line; nil for a part of a System Exclusive message.
  static func text(_ ump: UMP) -> String? {
    switch VoiceEvent(ump) {
    case .noteOn(let channel, let note, let velocity):
      "\(place(channel))note on       \(name(note))  velocity \(velocity >> 9)"
    case .noteOff(let channel, let note, let velocity):
      "\(place(channel))note off      \(name(note))  velocity \(velocity >> 9)"
    case .polyPressure(let channel, let note, let value):
      "\(place(channel))key pressure  \(name(note))  \(seven(value))"
    case .controlChange(let channel, let controller, let value):
      "\(place(channel))controller    \(number(controller))  \(seven(value))"
    case .programChange(let channel, let program, _):
      "\(place(channel))program       \(number(program))"
    case .channelPressure(let channel, let value):
      "\(place(channel))pressure      \(seven(value))"
    case .pitchBend(let channel, let value):
      "\(place(channel))pitch bend    \(Int(MIDIScaling.down32To14(value)) - 8192)"
    case .systemRealTime(let status): realtime(status)
    default: other(ump)
    }
  }

  /// Returns the bytes of a packet, or its words if it has no MIDI 1.0 bytes.
  static func bytes(_ ump: UMP) -> String {
    let bytes = MIDI1Bytes(ump).array
    guard bytes.isEmpty else { return hexadecimal(bytes) }
    return [ump.word0, ump.word1, ump.word2, ump.word3].prefix(ump.wordCount)
      .map { padded(String($0, radix: 16, uppercase: true), to: 8) }.joined(separator: " ")
  }

  /// Returns bytes as two hexadecimal digits each.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { padded(String($0, radix: 16, uppercase: true), to: 2) }.joined(separator: " ")
  }

  private static func padded(_ digits: String, to width: Int) -> String {
    String(repeating: "0", count: width - digits.count) + digits
  }

  private static func place(_ channel: UInt8) -> String {
    "channel \("\(channel + 1)".padded(to: 2))  "
  }

  private static func name(_ note: UInt8) -> String {
    "\(NoteName.name(of: note).padded(to: 4)) \(number(note))"
  }

  private static func number(_ value: UInt8) -> String { "\(value)".indented(to: 3) }

  private static func seven(_ value: UInt32) -> String { number(MIDIScaling.down32To7(value)) }

  private static func realtime(_ status: UInt8) -> String {
    switch status {
    case 0xF8: "clock"
    case 0xFA: "start"
    case 0xFB: "continue"
    case 0xFC: "stop"
    case 0xFE: "active sensing"
    default: "system reset"
    }
  }

  private static func other(_ ump: UMP) -> String? {
    guard ump.messageType == 0x1 else { return ump.messageType == 0x3 ? nil : "packet" }
    switch ump.status {
    case 0xF1: return "time code     \(number(ump.data1))"
    case 0xF2: return "song position \(Int(ump.data2) << 7 | Int(ump.data1))"
    case 0xF3: return "song select   \(number(ump.data1))"
    case 0xF6: return "tune request"
    default: return "system        \(hexadecimal([ump.status]))"
    }
  }
}

internal import TenutoMIDI

/// Parses the MIDI list of a packet (RFC 6295, section 3).
struct MIDIListReader {
  private var reader: DatagramReader
  private var running: UInt8 = 0
  private var offset: UInt32 = 0
  private(set) var commands: [RTPMIDICommand] = []

  init(_ reader: DatagramReader) { self.reader = reader }

  /// Parses the whole list; `hasFirstDelta` is the header's Z bit.
  mutating func read(hasFirstDelta: Bool) throws(PacketError) {
    var hasDelta = hasFirstDelta
    while !reader.isAtEnd {
      if hasDelta { offset &+= try reader.variableLength() }
      hasDelta = true
      // The last delta time may have no command.
      if !reader.isAtEnd { try readCommand() }
    }
  }

  private mutating func readCommand() throws(PacketError) {
    let first = try reader.byte()
    switch first {
    case 0xF8...: appendRealtime(first)
    case 0xF0, 0xF7: try readSysEx(isFirst: first == 0xF0)
    case 0xF1...: try readCommon(first)
    case 0x80...: try readVoice(first, firstData: nil)
    default:
      guard running != 0 else { throw .badValue }
      try readVoice(running, firstData: first)
    }
  }

  private mutating func readVoice(_ status: UInt8, firstData: UInt8?) throws(PacketError) {
    running = status
    let data1 = if let firstData { firstData } else { try data() }
    let data2 = status & 0xE0 == 0xC0 ? 0 : try data()
    append(type: 2, status, data1, data2)
  }

  private mutating func readCommon(_ status: UInt8) throws(PacketError) {
    running = 0
    switch status {
    case 0xF1, 0xF3: try append(type: 1, status, data(), 0)
    case 0xF2: try append(type: 1, status, data(), data())
    case 0xF6: append(type: 1, status, 0, 0)
    // F4 and F5 are undefined: they are dropped with their data.
    default: while let next = reader.peeked, next < 0x80 { _ = try reader.byte() }
    }
  }

  private mutating func readSysEx(isFirst: Bool) throws(PacketError) {
    running = 0
    var segment = SysExSegment(isFirst: isFirst, ending: .open, data: [])
    while true {
      let next = try reader.byte()
      switch next {
      case ..<0x80: segment.data.append(next)
      case 0xF0: break
      case 0xF7: segment.ending = .complete
      case 0xF5: segment.ending = .completeWithoutF7
      case 0xF4: segment.ending = .cancelled
      // Realtime messages belong between segments, but some senders put them inside.
      case 0xF8...: appendRealtime(next)
      default: throw .badValue
      }
      if (0xF0...0xF7).contains(next) { break }
    }
    commands.append(RTPMIDICommand(offset: offset, .sysEx(segment)))
  }

  private mutating func data() throws(PacketError) -> UInt8 {
    let value = try reader.byte()
    guard value < 0x80 else { throw .badValue }
    return value
  }

  private mutating func appendRealtime(_ status: UInt8) {
    if status != 0xF9, status != 0xFD { append(type: 1, status, 0, 0) }
  }

  private mutating func append(type: UInt8, _ status: UInt8, _ data1: UInt8, _ data2: UInt8) {
    let ump = UMP(messageType: type, group: 0, status: status, data1: data1, data2: data2)
    commands.append(RTPMIDICommand(offset: offset, .short(ump)))
  }
}

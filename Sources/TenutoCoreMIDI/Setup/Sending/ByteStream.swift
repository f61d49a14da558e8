internal import TenutoMIDI

/// Sorts the MIDI 1.0 bytes of packet lists into packets to be sent at their times and long SysEx.
///
/// A SysEx may be spread over packets and lists; it is sent when complete.
struct ByteStream: Sendable {
  /// A unit that is sent as a whole.
  enum Piece: Sendable {
    case events([HostTimedUMP])
    case sysEx([UInt8])
  }

  /// Longer SysEx without a later time is sent in parts, as the output has room.
  private static var longest: Int { 768 }

  private var parser = MIDI1Parser()
  private var sysEx: [UInt8] = []
  private var pieces: [Piece] = []
  private var events: [HostTimedUMP] = []

  /// Takes the bytes of one packet.
  mutating func take(_ bytes: some Sequence<UInt8>, at time: MIDITimeStamp) {
    for byte in bytes {
      switch byte {
      case 0xF8...: parse(byte, at: time)
      case 0xF0: sysEx = [byte]
      case 0xF7 where !sysEx.isEmpty:
        sysEx.append(byte)
        endSysEx(at: time)
      case ..<0x80 where !sysEx.isEmpty: sysEx.append(byte)
      default:
        // Another status cuts a SysEx off; a receiver would drop it, too.
        sysEx = []
        parse(byte, at: time)
      }
    }
  }

  /// Returns completed messages, in order of arrival.
  mutating func takePieces() -> [Piece] {
    endEvents()
    defer { pieces = [] }
    return pieces
  }

  private mutating func parse(_ byte: UInt8, at time: MIDITimeStamp) {
    if let ump = parser.parse(byte) { events.append(HostTimedUMP(hostTime: time, ump: ump)) }
  }

  private mutating func endSysEx(at time: MIDITimeStamp) {
    if sysEx.count > Self.longest, time <= mach_absolute_time() {
      endEvents()
      pieces.append(.sysEx(sysEx))
    } else {
      for byte in sysEx { parse(byte, at: time) }
    }
    sysEx = []
  }

  private mutating func endEvents() {
    if !events.isEmpty { pieces.append(.events(events)) }
    events = []
  }
}

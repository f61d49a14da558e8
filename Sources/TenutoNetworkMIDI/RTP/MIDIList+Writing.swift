internal import TenutoMIDI

/// Writes the MIDI list of a packet (RFC 6295, section 3).
struct MIDIListWriter {
  private(set) var bytes: [UInt8] = []
  private var running: UInt8 = 0
  private var offset: UInt32 = 0

  /// Whether the list begins with a delta time: the header's Z bit.
  private(set) var hasFirstDelta = false

  private var isEmpty = true

  /// Writes a command; offsets must not decrease.
  mutating func write(_ command: RTPMIDICommand) {
    let delta = min(command.offset &- offset, 0x0FFF_FFFF)
    if isEmpty { hasFirstDelta = delta > 0 }
    if !isEmpty || delta > 0 { bytes.append(variableLength: delta) }
    isEmpty = false
    offset = command.offset
    switch command.message {
    case .short(let ump): write(MIDI1Bytes(ump))
    case .sysEx(let segment): write(segment)
    }
  }

  private mutating func write(_ message: MIDI1Bytes) {
    guard message.count > 0 else { return }
    let status = message[0]
    let isRepeated = status == running
    for index in (isRepeated ? 1 : 0)..<message.count { bytes.append(message[index]) }
    // Realtime messages keep the running status; all other system messages cancel it.
    if status < 0xF8 { running = status < 0xF0 ? status : 0 }
  }

  private mutating func write(_ segment: SysExSegment) {
    running = 0
    bytes.append(segment.isFirst ? 0xF0 : 0xF7)
    bytes += segment.data
    switch segment.ending {
    case .open: bytes.append(0xF0)
    case .complete: bytes.append(0xF7)
    case .completeWithoutF7: bytes.append(0xF5)
    case .cancelled: bytes.append(0xF4)
    }
  }
}

extension VoiceEvent {
  /// Decodes a packet, scaling MIDI 1.0 values up.
  ///
  /// Thread: any. Each packet is decoded alone: control changes that select or set an RPN stay
  /// control changes, which `MIDI1ToMIDI2Translator` combines.
  @_noLocks
  public init(_ ump: UMP) {
    switch ump.messageType {
    case 0x4: self = Self.decodeMIDI2(ump)
    case 0x2: self = Self.decodeMIDI1(ump)
    case 0x1: self = Self.decodeSystem(ump)
    default: self = .other(ump)
    }
  }

  @_noLocks
  private static func decodeSystem(_ ump: UMP) -> VoiceEvent {
    switch ump.status {
    case 0xF8, 0xFA, 0xFB, 0xFC, 0xFE, 0xFF: .systemRealTime(status: ump.status)
    default: .other(ump)
    }
  }

  @_noLocks
  private static func decodeMIDI1(_ ump: UMP) -> VoiceEvent {
    guard ump.isMIDI1Voice else { return .other(ump) }
    let channel = ump.channel
    let first = ump.data1
    let second = ump.data2 & 0x7F  // reserved, with any value, if the message has only one
    let scaled = MIDIScaling.up7To32(second)
    switch ump.opcode {
    case 0x8: return .noteOff(channel: channel, note: first, velocity: MIDIScaling.up7To16(second))
    case 0x9: return decodeMIDI1NoteOn(channel: channel, note: first, velocity: second)
    case 0xA: return .polyPressure(channel: channel, note: first, value: scaled)
    case 0xB: return .controlChange(channel: channel, controller: first, value: scaled)
    case 0xC: return .programChange(channel: channel, program: first, bank: .unchanged)
    case 0xD: return .channelPressure(channel: channel, value: MIDIScaling.up7To32(first))
    case 0xE:
      let wheel = UInt16(second) << 7 | UInt16(first)
      return .pitchBend(channel: channel, value: MIDIScaling.up14To32(wheel))
    default: return .other(ump)
    }
  }

  @_noLocks
  private static func decodeMIDI1NoteOn(channel: UInt8, note: UInt8, velocity: UInt8) -> VoiceEvent
  {
    // MIDI 1.0 encodes a note off as velocity 0 to save status bytes; it has no release velocity.
    velocity == 0
      ? .noteOff(channel: channel, note: note, velocity: 0x8000)
      : .noteOn(channel: channel, note: note, velocity: MIDIScaling.up7To16(velocity))
  }

  @_noLocks
  private static func decodeMIDI2(_ ump: UMP) -> VoiceEvent {
    let channel = ump.channel
    let first = ump.data1
    let value = ump.word1
    let velocity = UInt16(truncatingIfNeeded: value >> 16)
    switch ump.opcode {
    case 0x8: return .noteOff(channel: channel, note: first, velocity: velocity)
    case 0x9: return .noteOn(channel: channel, note: first, velocity: velocity)
    case 0xA: return .polyPressure(channel: channel, note: first, value: value)
    case 0xB: return .controlChange(channel: channel, controller: first, value: value)
    case 0xC: return decodeProgramChange(ump)
    case 0xD: return .channelPressure(channel: channel, value: value)
    case 0xE: return .pitchBend(channel: channel, value: value)
    default: return decodeMIDI2Controller(ump)
    }
  }

  @_noLocks
  private static func decodeMIDI2Controller(_ ump: UMP) -> VoiceEvent {
    let channel = ump.channel
    let first = ump.data1
    let index = ump.data2
    let value = ump.word1
    switch ump.opcode {
    case 0x0:
      return .registeredPerNoteController(channel: channel, note: first, index: index, value: value)
    case 0x1:
      return .assignablePerNoteController(channel: channel, note: first, index: index, value: value)
    case 0x2:
      return .registeredController(channel: channel, bank: first, index: index, value: value)
    case 0x3:
      return .assignableController(channel: channel, bank: first, index: index, value: value)
    case 0x6: return .perNotePitchBend(channel: channel, note: first, value: value)
    case 0xF: return .perNoteManagement(channel: channel, note: first, flags: index)
    default: return .other(ump)
    }
  }

  @_noLocks
  private static func decodeProgramChange(_ ump: UMP) -> VoiceEvent {
    let value = ump.word1
    let msb = UInt8(truncatingIfNeeded: value >> 8)
    let lsb = UInt8(truncatingIfNeeded: value)
    let bank: BankSelect = ump.data2 & 1 == 1 ? BankSelect(msb: msb, lsb: lsb) : .unchanged
    let program = UInt8(truncatingIfNeeded: value >> 24)
    return .programChange(channel: ump.channel, program: program, bank: bank)
  }
}

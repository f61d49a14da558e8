import TenutoMIDI
extension MIDI2VoiceMessage {
  @_noLocks
  init?(_ ump: UMP) {
    switch ump.opcode {
    case 0x8, 0x9: self = Self.note(ump)
    case 0xA: self = .polyPressure(note: ump.narrowData1, value: ump.word1)
    case 0xB: self = .controlChange(controller: ump.narrowData1, value: ump.word1)
    case 0xC: self = Self.program(ump)
    case 0xD: self = .channelPressure(ump.word1)
    case 0xE: self = .pitchBend(ump.word1)
    default:
      guard let message = Self.extended(ump) else { return nil }
      self = message
    }
  }

  /// Reads a message that is not a single message in MIDI 1.0.
  @_noLocks
  private static func extended(_ ump: UMP) -> MIDI2VoiceMessage? {
    let first = ump.narrowData1
    let index = ump.narrowData2
    let value = ump.word1
    switch ump.opcode {
    case 0x0: return .registeredPerNoteController(note: first, index: ump.data2, value: value)
    case 0x1: return .assignablePerNoteController(note: first, index: ump.data2, value: value)
    case 0x2: return .registeredController(bank: first, index: index, value: value)
    case 0x3: return .assignableController(bank: first, index: index, value: value)
    case 0x4:
      let change = Int32(bitPattern: value)
      return .relativeRegisteredController(bank: first, index: index, change: change)
    case 0x5:
      let change = Int32(bitPattern: value)
      return .relativeAssignableController(bank: first, index: index, change: change)
    case 0x6: return .perNotePitchBend(note: first, value: value)
    case 0xF: return .perNoteManagement(note: first, PerNoteManagement(rawValue: ump.data2))
    default: return nil
    }
  }

  @_noLocks
  private static func note(_ ump: UMP) -> MIDI2VoiceMessage {
    let attribute = UMPNoteAttribute(type: ump.data2, data: UInt16(truncatingIfNeeded: ump.word1))
    let velocity = UInt16(truncatingIfNeeded: ump.word1 >> 16)
    return ump.opcode == 0x9
      ? .noteOn(note: ump.narrowData1, velocity: velocity, attribute: attribute)
      : .noteOff(note: ump.narrowData1, velocity: velocity, attribute: attribute)
  }

  @_noLocks
  private static func program(_ ump: UMP) -> MIDI2VoiceMessage {
    let program = UInt7(truncatingIfNeeded: UInt8(truncatingIfNeeded: ump.word1 >> 24))
    guard ump.data2 & 1 == 1 else { return .programChange(program: program, bank: nil) }
    let bank = (ump.word1 >> 1) & 0x3F80 | ump.word1 & 0x7F
    return .programChange(
      program: program, bank: UInt14(truncatingIfNeeded: UInt16(truncatingIfNeeded: bank)))
  }
}

import TenutoMIDI
extension MIDIEvent {
  /// The packet of a channel voice message in MIDI 2.0, nil for other messages.
  var midi2VoicePacket: UMP? {
    switch self {
    case .noteOn(let event): Self.packet(event)
    case .noteOff(let event):
      Self.note(
        0x8, event.note, event.channel, event.group, event.attribute, event.velocity.midi2Value)
    case .notePressure(let event):
      Self.voice(
        0xA, event.channel, event.group, event.note.number.rawValue, 0, event.amount.midi2Value)
    case .cc(let event):
      Self.voice(
        0xB, event.channel, event.group, event.controller.number.rawValue, 0,
        event.value.midi2Value)
    case .programChange(let event): Self.packet(event)
    case .pressure(let event):
      Self.voice(0xD, event.channel, event.group, 0, 0, event.amount.midi2Value)
    case .pitchBend(let event):
      Self.voice(0xE, event.channel, event.group, 0, 0, event.value.midi2Value)
    default: midi2OnlyPacket
    }
  }

  /// The packet of a message that is not a single message in MIDI 1.0.
  private var midi2OnlyPacket: UMP? {
    switch self {
    case .noteCC(let event): Self.packet(event)
    case .notePitchBend(let event):
      Self.voice(
        0x6, event.channel, event.group, event.note.number.rawValue, 0, event.value.midi2Value)
    case .noteManagement(let event):
      Self.voice(
        0xF, event.channel, event.group, event.note.number.rawValue, event.flags.byte, 0)
    case .rpn(let event):
      Self.voice(
        event.change == .absolute ? 0x2 : 0x4, event.channel, event.group,
        event.number.msb.rawValue, event.number.lsb.rawValue, event.value)
    case .nrpn(let event):
      Self.voice(
        event.change == .absolute ? 0x3 : 0x5, event.channel, event.group,
        event.number.msb.rawValue, event.number.lsb.rawValue, event.value)
    default: nil
    }
  }

  private static func packet(_ event: NoteOn) -> UMP {
    // In MIDI 2.0 a note on with velocity 0 is not a note off, so the note off is explicit.
    event.isNoteOffInMIDI1
      ? note(0x8, event.note, event.channel, event.group, event.attribute, 0x8000)
      : note(
        0x9, event.note, event.channel, event.group, event.attribute, event.velocity.midi2Value)
  }

  private static func packet(_ event: NoteCC) -> UMP {
    let opcode: UInt8 = if case .registered = event.controller { 0x0 } else { 0x1 }
    return voice(
      opcode, event.channel, event.group, event.note.number.rawValue, event.controller.number,
      event.value.midi2Value)
  }

  private static func packet(_ event: ProgramChange) -> UMP {
    let program = UInt32(event.program.rawValue) << 24
    guard case .bankSelect(let bank) = event.bank else {
      return voice(0xC, event.channel, event.group, 0, 0, program)
    }
    let halves = UInt32(bank.rawValue >> 7) << 8 | UInt32(bank.rawValue & 0x7F)
    return voice(0xC, event.channel, event.group, 0, 1, program | halves)
  }

  private static func note(
    _ opcode: UInt8, _ note: MIDINote, _ channel: UInt4, _ group: UInt4,
    _ attribute: NoteAttribute, _ velocity: UInt16
  ) -> UMP {
    voice(
      opcode, channel, group, note.number.rawValue, attribute.attributeType,
      UInt32(velocity) << 16 | UInt32(attribute.attributeData))
  }

  private static func voice(
    _ opcode: UInt8, _ channel: UInt4, _ group: UInt4, _ data1: UInt8, _ data2: UInt8,
    _ value: UInt32
  ) -> UMP {
    UMP(
      messageType: 0x4, group: group.rawValue, status: opcode << 4 | channel.rawValue,
      data1: data1, data2: data2, word1: value)
  }
}

public import TenutoMIDI
extension MIDIEvent {
  /// Decodes one packet.
  ///
  /// Thread: control. A packet that is part of a longer SysEx is `.other`: `MIDIEventDecoder` joins
  /// them. Nothing is lost: a packet with values that its message does not have is `.other` too.
  public init(_ ump: UMP) {
    let event: MIDIEvent? =
      switch ump.messageType {
      case 0x0: Self.utility(ump)
      case 0x1: Self.system(ump)
      case 0x2: Self.midi1Voice(ump)
      case 0x4: Self.midi2Voice(ump)
      case 0x3, 0x5: Self.completeSysEx(ump)
      default: nil
      }
    self = event ?? .other(ump)
  }

  private static func utility(_ ump: UMP) -> MIDIEvent? {
    let time = UInt16(truncatingIfNeeded: ump.word0)
    switch ump.word0 >> 16 {
    case 0x0000 where time == 0: return .noOp()
    case 0x0010: return .jrClock(time: time)
    case 0x0020: return .jrTimestamp(time: time)
    default: return nil
    }
  }

  private static func system(_ ump: UMP) -> MIDIEvent? {
    let group = UInt4(truncatingIfNeeded: ump.group)
    switch ump.status {
    case 0xF1:
      return UInt7(exactly: ump.data1).map { .timecodeQuarterFrame(dataByte: $0, group: group) }
    case 0xF2:
      guard ump.data1 < 0x80, ump.data2 < 0x80 else { return nil }
      let beat = UInt14(truncatingIfNeeded: Int(ump.data2) << 7 | Int(ump.data1))
      return .songPositionPointer(midiBeat: beat, group: group)
    case 0xF3: return UInt7(exactly: ump.data1).map { .songSelect(number: $0, group: group) }
    case 0xF6: return .tuneRequest(group: group)
    case 0xF8: return .timingClock(group: group)
    case 0xFA: return .start(group: group)
    case 0xFB: return .continue(group: group)
    case 0xFC: return .stop(group: group)
    case 0xFE: return .activeSensing(group: group)
    case 0xFF: return .systemReset(group: group)
    default: return nil
    }
  }

  private static func completeSysEx(_ ump: UMP) -> MIDIEvent? {
    var reassembler = SysExReassembler()
    return reassembler.receive(ump).message.flatMap { MIDIEvent($0) }
  }

  /// Creates the event of a message, nil if its kind is unknown.
  init?(_ message: SysExMessage) {
    let group = UInt4(truncatingIfNeeded: message.stream.group)
    switch message.stream.kind {
    case .sysEx7: self.init(sysEx7Payload: message.payload, group: group)
    case .sysEx8(let id): self.init(sysEx8Payload: message.payload, streamID: id, group: group)
    case .mixedDataSet: return nil
    }
  }
}

extension MIDIEvent {
  private static func midi1Voice(_ ump: UMP) -> MIDIEvent? {
    guard let first = UInt7(exactly: ump.data1), let second = UInt7(exactly: ump.data2) else {
      return nil
    }
    let channel = UInt4(truncatingIfNeeded: ump.channel)
    let group = UInt4(truncatingIfNeeded: ump.group)
    switch ump.opcode {
    case 0x8: return .noteOff(first, velocity: .midi1(second), channel: channel, group: group)
    case 0x9: return .noteOn(first, velocity: .midi1(second), channel: channel, group: group)
    case 0xA:
      return .notePressure(note: first, amount: .midi1(second), channel: channel, group: group)
    case 0xB: return .cc(first, value: .midi1(second), channel: channel, group: group)
    case 0xC: return .programChange(program: first, channel: channel, group: group)
    case 0xD: return .pressure(amount: .midi1(first), channel: channel, group: group)
    case 0xE:
      let wheel = UInt14(truncatingIfNeeded: Int(second.rawValue) << 7 | Int(first.rawValue))
      return .pitchBend(value: .midi1(wheel), channel: channel, group: group)
    default: return nil
    }
  }

  private static func midi2Voice(_ ump: UMP) -> MIDIEvent? {
    let channel = UInt4(truncatingIfNeeded: ump.channel)
    let group = UInt4(truncatingIfNeeded: ump.group)
    let value = ump.word1
    switch ump.opcode {
    case 0xC: return programChange(ump, channel, group)
    case 0xD: return .pressure(amount: .midi2(value), channel: channel, group: group)
    case 0xE: return .pitchBend(value: .midi2(value), channel: channel, group: group)
    default: break
    }
    guard let first = UInt7(exactly: ump.data1) else { return nil }
    switch ump.opcode {
    case 0x8, 0x9: return note(ump, MIDINote(first), channel, group)
    case 0xA:
      return .notePressure(note: first, amount: .midi2(value), channel: channel, group: group)
    case 0xB: return .cc(first, value: .midi2(value), channel: channel, group: group)
    case 0x2, 0x3, 0x4, 0x5: return parameter(ump, first, channel, group)
    default: return perNote(ump, MIDINote(first), channel, group)
    }
  }

  private static func note(
    _ ump: UMP, _ note: MIDINote, _ channel: UInt4, _ group: UInt4
  ) -> MIDIEvent {
    let velocity = NoteVelocity.midi2(UInt16(truncatingIfNeeded: ump.word1 >> 16))
    let attribute = NoteAttribute(type: ump.data2, data: UInt16(truncatingIfNeeded: ump.word1))
    return ump.opcode == 0x9
      ? .noteOn(note, velocity: velocity, attribute: attribute, channel: channel, group: group)
      : .noteOff(note, velocity: velocity, attribute: attribute, channel: channel, group: group)
  }

  private static func programChange(
    _ ump: UMP, _ channel: UInt4, _ group: UInt4
  ) -> MIDIEvent? {
    let value = ump.word1
    guard let program = UInt7(exactly: value >> 24), ump.data2 <= 1 else { return nil }
    guard ump.data2 == 1 else {
      return .programChange(program: program, channel: channel, group: group)
    }
    guard let msb = UInt7(exactly: value >> 8 & 0xFF), let lsb = UInt7(exactly: value & 0xFF)
    else { return nil }
    return .programChange(
      program: program, bank: .bankSelect(msb: msb, lsb: lsb), channel: channel, group: group)
  }

  private static func parameter(
    _ ump: UMP, _ bank: UInt7, _ channel: UInt4, _ group: UInt4
  ) -> MIDIEvent? {
    guard let index = UInt7(exactly: ump.data2) else { return nil }
    let number = UInt7Pair(msb: bank, lsb: index)
    let change: MIDI2ParameterNumberChange = ump.opcode >= 0x4 ? .relative : .absolute
    return ump.opcode & 1 == 0
      ? .rpn(
        RPN(number: number, value: ump.word1, change: change, channel: channel, group: group))
      : .nrpn(
        NRPN(number: number, value: ump.word1, change: change, channel: channel, group: group))
  }

  private static func perNote(
    _ ump: UMP, _ note: MIDINote, _ channel: UInt4, _ group: UInt4
  ) -> MIDIEvent? {
    let value = NoteCC.Value.midi2(ump.word1)
    switch ump.opcode {
    case 0x0:
      let controller = NoteCC.PerNoteController.Registered(number: ump.data2)
      return .noteCC(
        note: note, controller: .registered(controller), value: value, channel: channel,
        group: group)
    case 0x1:
      return .noteCC(
        note: note, controller: .assignable(ump.data2), value: value, channel: channel,
        group: group)
    case 0x6: return .notePitchBend(note: note, value: value, channel: channel, group: group)
    case 0xF:
      guard ump.data2 <= 3 else { return nil }
      return .noteManagement(
        note: note, flags: Set(byte: ump.data2), channel: channel, group: group)
    default: return nil
    }
  }
}

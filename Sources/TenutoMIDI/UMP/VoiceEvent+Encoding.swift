extension VoiceEvent {
  /// The event as a packet of group 0.
  public var ump: UMP {
    @_noLocks get { ump(group: 0) }
  }

  /// Returns the event as a packet of `group`.
  ///
  /// Thread: any. A channel message becomes message type 4, a system message type 1; `other` is
  /// returned unchanged, with its own group, because some types have none.
  @_noLocks
  public func ump(group: UInt8) -> UMP {
    switch self {
    case .noteOn(let channel, let note, let velocity):
      return Self.voice(group, 0x9, channel, note, 0, UInt32(velocity) << 16)
    case .noteOff(let channel, let note, let velocity):
      return Self.voice(group, 0x8, channel, note, 0, UInt32(velocity) << 16)
    case .polyPressure(let channel, let note, let value):
      return Self.voice(group, 0xA, channel, note, 0, value)
    case .controlChange(let channel, let controller, let value):
      return Self.voice(group, 0xB, channel, controller, 0, value)
    case .programChange(let channel, let program, let bank):
      return Self.programChange(group, channel, program, bank)
    case .channelPressure(let channel, let value):
      return Self.voice(group, 0xD, channel, 0, 0, value)
    case .pitchBend(let channel, let value):
      return Self.voice(group, 0xE, channel, 0, 0, value)
    case .systemRealTime(let status):
      return UMP(messageType: 0x1, group: group, status: status, data1: 0, data2: 0)
    case .other(let ump):
      return ump
    default:
      return extendedUMP(group: group)
    }
  }

  /// Returns the packet of a message that MIDI 1.0 does not have as one message.
  @_noLocks
  private func extendedUMP(group: UInt8) -> UMP {
    switch self {
    case .registeredController(let channel, let bank, let index, let value):
      return Self.voice(group, 0x2, channel, bank, index, value)
    case .assignableController(let channel, let bank, let index, let value):
      return Self.voice(group, 0x3, channel, bank, index, value)
    case .perNotePitchBend(let channel, let note, let value):
      return Self.voice(group, 0x6, channel, note, 0, value)
    case .registeredPerNoteController(let channel, let note, let index, let value):
      return Self.voice(group, 0x0, channel, note, index, value)
    case .assignablePerNoteController(let channel, let note, let index, let value):
      return Self.voice(group, 0x1, channel, note, index, value)
    case .perNoteManagement(let channel, let note, let flags):
      return Self.voice(group, 0xF, channel, note, flags, 0)
    default:
      return UMP(0)  // unreachable: `ump(group:)` handles the other cases
    }
  }

  @_noLocks
  private static func programChange(
    _ group: UInt8, _ channel: UInt8, _ program: UInt8, _ bank: BankSelect
  ) -> UMP {
    let program = UInt32(program) << 24
    guard bank.isValid else { return voice(group, 0xC, channel, 0, 0, program) }
    return voice(group, 0xC, channel, 0, 1, program | UInt32(bank.msb) << 8 | UInt32(bank.lsb))
  }

  @_noLocks
  private static func voice(
    _ group: UInt8, _ opcode: UInt8, _ channel: UInt8, _ data1: UInt8, _ data2: UInt8,
    _ value: UInt32
  ) -> UMP {
    UMP(
      messageType: 0x4, group: group, status: opcode << 4 | channel & 0xF, data1: data1,
      data2: data2, word1: value)
  }
}

/// Translates MIDI 2.0 voice messages (type 4) into MIDI 1.0 voice messages (type 2).
///
/// It has no state: each message is complete. Its choices for cases in which implementations
/// differ:
///
/// - A note on whose velocity scales to 0 gets velocity 1: a note on never becomes a note off.
/// - A registered or assignable controller is four control changes: number, then value, each MSB
///   first. A program change with a bank is three messages, together.
/// - Messages that MIDI 1.0 cannot express are dropped: per-note and relative controllers, notes,
///   controllers and numbers above 127, and the control changes that MIDI 2.0 replaces by separate
///   messages (bank select, data entry, parameter selection) and forbids.
/// - Other message types pass unchanged.
///
/// The corresponding standard is M2-104-UM, "Default Translation".
public struct MIDI2ToMIDI1Translator: BitwiseCopyable, Sendable {
  /// Creates a translator.
  ///
  /// Thread: any.
  @_noLocks
  public init() {}

  /// Translates one packet into none, one, three or four.
  ///
  /// Thread: any.
  @_noLocks
  public func translate(_ ump: UMP) -> UMPBatch {
    guard ump.messageType == 0x4 else { return UMPBatch(ump) }
    let group = ump.group
    switch VoiceEvent(ump) {
    case .noteOn(let channel, let note, let velocity):
      let scaled = MIDIScaling.down16To7(velocity)
      return Self.voice(group, 0x9, channel, note, scaled == 0 ? 1 : scaled)
    case .noteOff(let channel, let note, let velocity):
      return Self.voice(group, 0x8, channel, note, MIDIScaling.down16To7(velocity))
    case .polyPressure(let channel, let note, let value):
      return Self.voice(group, 0xA, channel, note, MIDIScaling.down32To7(value))
    case .controlChange(let channel, let controller, let value):
      return Self.controlChange(group, channel, controller, value)
    case .channelPressure(let channel, let value):
      return Self.voice(group, 0xD, channel, MIDIScaling.down32To7(value), 0)
    case .pitchBend(let channel, let value):
      let wheel = MIDIScaling.down32To14(value)
      return Self.voice(group, 0xE, channel, Self.low(wheel), Self.high(wheel))
    default: return Self.translateCompound(ump)
    }
  }
}

extension MIDI2ToMIDI1Translator {
  /// Translates messages that become several in MIDI 1.0.
  @_noLocks
  private static func translateCompound(_ ump: UMP) -> UMPBatch {
    switch VoiceEvent(ump) {
    case .registeredController(let channel, let bank, let index, let value):
      guard bank < 0x80, index < 0x80 else { return UMPBatch() }
      return parameter(ump.group, channel, 101, bank, index, value)
    case .assignableController(let channel, let bank, let index, let value):
      guard bank < 0x80, index < 0x80 else { return UMPBatch() }
      return parameter(ump.group, channel, 99, bank, index, value)
    case .programChange(let channel, let program, let bank):
      return programChange(ump.group, channel, program, bank)
    default: return UMPBatch()
    }
  }

  @_noLocks
  private static func controlChange(
    _ group: UInt8, _ channel: UInt8, _ controller: UInt8, _ value: UInt32
  ) -> UMPBatch {
    switch controller {
    case 0, 6, 32, 38, 98, 99, 100, 101: UMPBatch()
    default: voice(group, 0xB, channel, controller, MIDIScaling.down32To7(value))
    }
  }

  /// Writes a parameter; `selector` is the controller of the number's MSB, and its LSB is one below.
  @_noLocks
  private static func parameter(
    _ group: UInt8, _ channel: UInt8, _ selector: UInt8, _ bank: UInt8, _ index: UInt8,
    _ value: UInt32
  ) -> UMPBatch {
    let entry = MIDIScaling.down32To14(value)
    var batch = UMPBatch()
    batch.append(message(group, 0xB, channel, selector, bank))
    batch.append(message(group, 0xB, channel, selector - 1, index))
    batch.append(message(group, 0xB, channel, 6, high(entry)))
    batch.append(message(group, 0xB, channel, 38, low(entry)))
    return batch
  }

  @_noLocks
  private static func programChange(
    _ group: UInt8, _ channel: UInt8, _ program: UInt8, _ bank: BankSelect
  ) -> UMPBatch {
    guard program < 0x80 else { return UMPBatch() }
    var batch = UMPBatch()
    if bank.isValid {
      batch.append(message(group, 0xB, channel, 0, bank.msb))
      batch.append(message(group, 0xB, channel, 32, bank.lsb))
    }
    batch.append(message(group, 0xC, channel, program, 0))
    return batch
  }
}

extension MIDI2ToMIDI1Translator {
  /// Returns one message, or nothing if its first data byte is invalid in MIDI 1.0.
  @_noLocks
  private static func voice(
    _ group: UInt8, _ opcode: UInt8, _ channel: UInt8, _ data1: UInt8, _ data2: UInt8
  ) -> UMPBatch {
    data1 < 0x80 ? UMPBatch(message(group, opcode, channel, data1, data2)) : UMPBatch()
  }

  @_noLocks
  private static func message(
    _ group: UInt8, _ opcode: UInt8, _ channel: UInt8, _ data1: UInt8, _ data2: UInt8
  ) -> UMP {
    let status = opcode << 4 | channel & 0xF
    return UMP(messageType: 0x2, group: group, status: status, data1: data1, data2: data2)
  }

  @_noLocks
  private static func high(_ value: UInt16) -> UInt8 {
    UInt8(truncatingIfNeeded: value >> 7)
  }

  @_noLocks
  private static func low(_ value: UInt16) -> UInt8 {
    UInt8(truncatingIfNeeded: value) & 0x7F
  }
}

internal import TenutoMIDI

/// Returns a MIDI 2.0 channel message as a packet.
///
/// Thread: any.
///
/// - Parameters:
///   - group: 0 to 15.
///   - status: A `MIDICVStatus`, 0 to 15.
///   - channel: 0 to 15.
///   - index: The low half of the first word: note, controller, options.
///   - value: The second word.
/// - Returns: The packet.
public func MIDI2ChannelVoiceMessage(
  _ group: UInt8, _ status: UInt8, _ channel: UInt8, _ index: UInt16, _ value: UInt32
) -> MIDIMessage_64 {
  let ump = UMP(
    messageType: 0x4, group: group, status: status << 4 | channel & 0xF,
    data1: UInt8(truncatingIfNeeded: index >> 8), data2: UInt8(truncatingIfNeeded: index),
    word1: value)
  return MIDIMessage_64(word0: ump.word0, word1: ump.word1)
}

private func message(
  _ group: UInt8, _ status: MIDICVStatus, _ channel: UInt8, _ first: UInt8, _ second: UInt8,
  _ value: UInt32
) -> MIDIMessage_64 {
  MIDI2ChannelVoiceMessage(
    group, UInt8(status.rawValue), channel, UInt16(first) << 8 | UInt16(second), value)
}

/// Returns a MIDI 2.0 note on; velocity 0 is the softest note, no note off.
///
/// Thread: any.
///
/// - Parameters:
///   - group: 0 to 15.
///   - channel: 0 to 15.
///   - noteNumber: 0 to 127.
///   - attributeType: A `MIDINoteAttribute`.
///   - attributeData: The data of that attribute type.
///   - velocity: 0 to 65535.
/// - Returns: The packet.
public func MIDI2NoteOn(
  _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ attributeType: UInt8,
  _ attributeData: UInt16, _ velocity: UInt16
) -> MIDIMessage_64 {
  let value = UInt32(velocity) << 16 | UInt32(attributeData)
  return message(group, .noteOn, channel, noteNumber, attributeType, value)
}

/// Returns a MIDI 2.0 note off; the parameters are those of `MIDI2NoteOn`.
///
/// Thread: any.
public func MIDI2NoteOff(
  _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ attributeType: UInt8,
  _ attributeData: UInt16, _ velocity: UInt16
) -> MIDIMessage_64 {
  let value = UInt32(velocity) << 16 | UInt32(attributeData)
  return message(group, .noteOff, channel, noteNumber, attributeType, value)
}

/// Returns a MIDI 2.0 pressure of one note.
///
/// Thread: any.
public func MIDI2PolyPressure(
  _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ value: UInt32
) -> MIDIMessage_64 {
  message(group, .polyPressure, channel, noteNumber, 0, value)
}

/// Returns a registered controller of one note.
///
/// Thread: any.
public func MIDI2RegisteredPNC(
  _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ index: UInt8, _ value: UInt32
) -> MIDIMessage_64 {
  message(group, .registeredPNC, channel, noteNumber, index, value)
}

/// Returns an assignable controller of one note.
///
/// Thread: any.
public func MIDI2AssignablePNC(
  _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ index: UInt8, _ value: UInt32
) -> MIDIMessage_64 {
  message(group, .assignablePNC, channel, noteNumber, index, value)
}

/// Returns a management message of one note; spelled as Core MIDI spells it.
///
/// Thread: any.
///
/// - Parameters:
///   - group: 0 to 15.
///   - channel: 0 to 15.
///   - noteNumber: 0 to 127.
///   - detachPNCs: Whether the note's controllers leave the notes that sound.
///   - resetPNCsToDefault: Whether they go back to their defaults.
/// - Returns: The packet.
public func MIDI2PerNoteManagment(
  _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ detachPNCs: Bool,
  _ resetPNCsToDefault: Bool
) -> MIDIMessage_64 {
  let options: UInt8 = (detachPNCs ? 2 : 0) | (resetPNCsToDefault ? 1 : 0)
  return message(group, .perNoteMgmt, channel, noteNumber, options, 0)
}

/// Returns a MIDI 2.0 control change.
///
/// Thread: any.
public func MIDI2ControlChange(
  _ group: UInt8, _ channel: UInt8, _ index: UInt8, _ value: UInt32
) -> MIDIMessage_64 {
  message(group, .controlChange, channel, index, 0, value)
}

/// Returns a registered controller (RPN).
///
/// Thread: any.
public func MIDI2RegisteredControl(
  _ group: UInt8, _ channel: UInt8, _ bank: UInt8, _ index: UInt8, _ value: UInt32
) -> MIDIMessage_64 {
  message(group, .registeredControl, channel, bank, index, value)
}

/// Returns an assignable controller (NRPN).
///
/// Thread: any.
public func MIDI2AssignableControl(
  _ group: UInt8, _ channel: UInt8, _ bank: UInt8, _ index: UInt8, _ value: UInt32
) -> MIDIMessage_64 {
  message(group, .assignableControl, channel, bank, index, value)
}

/// Returns a change of a registered controller, `value` in two's complement.
///
/// Thread: any.
public func MIDI2RelRegisteredControl(
  _ group: UInt8, _ channel: UInt8, _ bank: UInt8, _ index: UInt8, _ value: UInt32
) -> MIDIMessage_64 {
  message(group, .relRegisteredControl, channel, bank, index, value)
}

/// Returns a change of an assignable controller, `value` in two's complement.
///
/// Thread: any.
public func MIDI2RelAssignableControl(
  _ group: UInt8, _ channel: UInt8, _ bank: UInt8, _ index: UInt8, _ value: UInt32
) -> MIDIMessage_64 {
  message(group, .relAssignableControl, channel, bank, index, value)
}

/// Returns a MIDI 2.0 program change.
///
/// Thread: any.
///
/// - Parameters:
///   - group: 0 to 15.
///   - channel: 0 to 15.
///   - bankIsValid: Whether it selects the bank, too.
///   - program: 0 to 127.
///   - bank_msb: The high seven bits of the bank.
///   - bank_lsb: The low seven bits.
/// - Returns: The packet.
public func MIDI2ProgramChange(
  _ group: UInt8, _ channel: UInt8, _ bankIsValid: Bool, _ program: UInt8, _ bank_msb: UInt8,
  _ bank_lsb: UInt8
) -> MIDIMessage_64 {
  let value = UInt32(program) << 24 | UInt32(bank_msb) << 8 | UInt32(bank_lsb)
  return message(group, .programChange, channel, 0, bankIsValid ? 1 : 0, value)
}

/// Returns a MIDI 2.0 pressure of a channel.
///
/// Thread: any.
public func MIDI2ChannelPressure(
  _ group: UInt8, _ channel: UInt8, _ value: UInt32
) -> MIDIMessage_64 {
  message(group, .channelPressure, channel, 0, 0, value)
}

/// Returns a MIDI 2.0 pitch bend; 0x8000_0000 is the middle.
///
/// Thread: any.
public func MIDI2PitchBend(
  _ group: UInt8, _ channel: UInt8, _ value: UInt32
) -> MIDIMessage_64 {
  message(group, .pitchBend, channel, 0, 0, value)
}

/// Returns a pitch bend of one note; 0x8000_0000 is the middle.
///
/// Thread: any.
public func MIDI2PerNotePitchBend(
  _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ value: UInt32
) -> MIDIMessage_64 {
  message(group, .perNotePitchBend, channel, noteNumber, 0, value)
}

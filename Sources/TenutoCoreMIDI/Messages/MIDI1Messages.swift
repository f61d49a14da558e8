internal import TenutoMIDI

/// Returns the type of the packet that starts with `word`; `.invalid` for a type that is reserved.
///
/// Thread: any.
public func MIDIMessageTypeForUPWord(_ word: UInt32) -> MIDIMessageType {
  switch word >> 28 {
  case 0x0: .utility
  case 0x1: .system
  case 0x2: .channelVoice1
  case 0x3: .sysEx
  case 0x4: .channelVoice2
  case 0x5: .data128
  case 0xD: .flexData
  case 0xF: .stream
  default: .invalid
  }
}

/// Returns a MIDI 1.0 channel message as a packet.
///
/// Thread: any.
///
/// - Parameters:
///   - group: 0 to 15.
///   - status: A `MIDICVStatus`, 8 to 14.
///   - channel: 0 to 15.
///   - data1: 0 to 127.
///   - data2: 0 to 127, 0 in a message of one data byte.
/// - Returns: The packet.
public func MIDI1UPChannelVoiceMessage(
  _ group: UInt8, _ status: UInt8, _ channel: UInt8, _ data1: UInt8, _ data2: UInt8
) -> MIDIMessage_32 {
  UMP(
    messageType: 0x2, group: group, status: status << 4 | channel & 0xF, data1: data1 & 0x7F,
    data2: data2 & 0x7F
  ).word0
}

/// Returns a MIDI 1.0 note off as a packet.
///
/// Thread: any.
public func MIDI1UPNoteOff(
  _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ velocity: UInt8
) -> MIDIMessage_32 {
  MIDI1UPChannelVoiceMessage(group, 0x8, channel, noteNumber, velocity)
}

/// Returns a MIDI 1.0 note on as a packet.
///
/// Thread: any.
public func MIDI1UPNoteOn(
  _ group: UInt8, _ channel: UInt8, _ noteNumber: UInt8, _ velocity: UInt8
) -> MIDIMessage_32 {
  MIDI1UPChannelVoiceMessage(group, 0x9, channel, noteNumber, velocity)
}

/// Returns a MIDI 1.0 control change as a packet.
///
/// Thread: any.
public func MIDI1UPControlChange(
  _ group: UInt8, _ channel: UInt8, _ index: UInt8, _ data: UInt8
) -> MIDIMessage_32 {
  MIDI1UPChannelVoiceMessage(group, 0xB, channel, index, data)
}

/// Returns a MIDI 1.0 pitch bend as a packet, from its low and its high seven bits.
///
/// Thread: any.
public func MIDI1UPPitchBend(
  _ group: UInt8, _ channel: UInt8, _ lsb: UInt8, _ msb: UInt8
) -> MIDIMessage_32 {
  MIDI1UPChannelVoiceMessage(group, 0xE, channel, lsb, msb)
}

/// Returns a system message as a packet; `status` is the whole status byte.
///
/// Thread: any.
public func MIDI1UPSystemCommon(
  _ group: UInt8, _ status: UInt8, _ byte1: UInt8, _ byte2: UInt8
) -> MIDIMessage_32 {
  UMP(
    messageType: 0x1, group: group, status: status, data1: byte1 & 0x7F, data2: byte2 & 0x7F
  ).word0
}

/// Returns a part of a SysEx as a packet, from up to six data bytes without F0 and F7.
///
/// Thread: any.
///
/// - Parameters:
///   - group: 0 to 15.
///   - status: A `MIDISysExStatus`, 0 to 3.
///   - bytesUsed: How many of the bytes count, 0 to 6.
///   - byte1: 0 to 127, as are those that follow.
///   - byte2: The second.
///   - byte3: The third.
///   - byte4: The fourth.
///   - byte5: The fifth.
///   - byte6: The sixth.
/// - Returns: The packet.
public func MIDI1UPSysEx(
  _ group: UInt8, _ status: UInt8, _ bytesUsed: UInt8, _ byte1: UInt8, _ byte2: UInt8,
  _ byte3: UInt8, _ byte4: UInt8, _ byte5: UInt8, _ byte6: UInt8
) -> MIDIMessage_64 {
  let high = UInt32(byte3 & 0x7F) << 24 | UInt32(byte4 & 0x7F) << 16
  let ump = UMP(
    messageType: 0x3, group: group, status: status << 4 | bytesUsed & 0xF, data1: byte1 & 0x7F,
    data2: byte2 & 0x7F, word1: high | UInt32(byte5 & 0x7F) << 8 | UInt32(byte6 & 0x7F))
  return MIDIMessage_64(word0: ump.word0, word1: ump.word1)
}

/// Returns a part of a SysEx as a packet, from the first six bytes from `begin` to before `end`.
///
/// Thread: any.
public func MIDI1UPSysExArray(
  _ group: UInt8, _ status: UInt8, _ begin: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
) -> MIDIMessage_64 {
  let count = unsafe max(0, min(6, end - begin))
  func byte(_ index: Int) -> UInt8 { index < count ? unsafe begin[index] : 0 }
  return MIDI1UPSysEx(
    group, status, UInt8(count), byte(0), byte(1), byte(2), byte(3), byte(4), byte(5))
}

public import TenutoMIDI
extension MIDIEvent {
  /// Returns the event as MIDI 1.0 bytes, without running status.
  ///
  /// Thread: control. None if MIDI 1.0 has no words for it.
  public func midi1RawBytes() -> [UInt8] {
    switch self {
    case .sysEx7(let message): message.midi1RawBytes()
    case .universalSysEx7(let message): message.midi1RawBytes()
    default: umps(protocol: .midi1_0).flatMap { MIDI1Bytes($0).array }
    }
  }

  /// Returns the event's packets, each as its words.
  ///
  /// Thread: control.
  public func midi2RawUMPWords(protocol version: MIDIProtocolVersion) -> [[UInt32]] {
    umps(protocol: version).map {
      Array([$0.word0, $0.word1, $0.word2, $0.word3].prefix($0.wordCount))
    }
  }

  /// Returns the event as packets, with channel voice messages in `version`.
  ///
  /// Thread: control. An event that MIDI 1.0 cannot express gives no packets there. A parameter is
  /// four control changes there, and a program change with a bank three messages.
  public func umps(protocol version: MIDIProtocolVersion) -> [UMP] {
    switch self {
    case .sysEx7(let message): Self.packets(sysEx7: message.payload, message.group)
    case .universalSysEx7(let message): Self.packets(sysEx7: message.payload, message.group)
    case .sysEx8(let message):
      Self.packets(sysEx8: message.payload, message.streamID, message.group)
    case .universalSysEx8(let message):
      Self.packets(sysEx8: message.payload, message.streamID, message.group)
    case .other(let ump): Self.inProtocol(ump, version)
    default:
      if let ump = systemPacket {
        [ump]
      } else if version == .midi1_0 {
        midi1VoicePackets
      } else {
        [midi2VoicePacket].compactMap { $0 }
      }
    }
  }

  private static func packets(sysEx7 payload: [UInt8], _ group: UInt4) -> [UMP] {
    // Only set high bits are refused, and payloads have none.
    guard let packets = try? SysExPackets(sysEx7: payload, group: group.rawValue) else { return [] }
    return Array(packets)
  }

  private static func packets(sysEx8 payload: [UInt8], _ id: UInt8, _ group: UInt4) -> [UMP] {
    Array(SysExPackets(sysEx8: payload, streamID: id, group: group.rawValue))
  }

  /// The packets of a MIDI 2.0 voice message in MIDI 1.0, or the packet itself.
  private static func inProtocol(_ ump: UMP, _ version: MIDIProtocolVersion) -> [UMP] {
    version == .midi1_0 ? MIDI2ToMIDI1Translator().translate(ump).array : [ump]
  }

  /// The packets of a channel voice message in MIDI 1.0.
  private var midi1VoicePackets: [UMP] {
    switch self {
    case .noteOn(let event) where event.isNoteOffInMIDI1:
      let opcode: UInt8 = event.midi1ZeroVelocityAsNoteOff ? 0x8 : 0x9
      return [Self.midi1Voice(opcode, event.channel, event.group, event.note.number.rawValue, 0)]
    case .noteOn(let event):
      // Not 0, which would be a note off.
      let velocity = max(1, event.velocity.midi1Value.rawValue)
      return [
        Self.midi1Voice(0x9, event.channel, event.group, event.note.number.rawValue, velocity)
      ]
    case .noteOff(let event):
      return [
        Self.midi1Voice(
          0x8, event.channel, event.group, event.note.number.rawValue,
          event.velocity.midi1Value.rawValue)
      ]
    case .notePressure(let event):
      return [
        Self.midi1Voice(
          0xA, event.channel, event.group, event.note.number.rawValue,
          event.amount.midi1Value.rawValue)
      ]
    case .pressure(let event):
      return [Self.midi1Voice(0xD, event.channel, event.group, event.amount.midi1Value.rawValue)]
    case .pitchBend(let event):
      let value = event.value.midi1Value.rawValue
      return [
        Self.midi1Voice(
          0xE, event.channel, event.group, UInt8(truncatingIfNeeded: value & 0x7F),
          UInt8(truncatingIfNeeded: value >> 7))
      ]
    case .cc(let event):
      // The controllers too that MIDI 2.0 has replaced, and that translation would drop.
      return [
        Self.midi1Voice(
          0xB, event.channel, event.group, event.controller.number.rawValue,
          event.value.midi1Value.rawValue)
      ]
    case .rpn(let event) where event.number == RegisteredController.null.parameterBytes:
      return [101, 100].map { Self.midi1Voice(0xB, event.channel, event.group, $0, 0x7F) }
    case .nrpn(let event) where event.number == AssignableController.null.parameterBytes:
      return [99, 98].map { Self.midi1Voice(0xB, event.channel, event.group, $0, 0x7F) }
    default:
      guard let packet = midi2VoicePacket else { return [] }
      return MIDI2ToMIDI1Translator().translate(packet).array
    }
  }

  private static func midi1Voice(
    _ opcode: UInt8, _ channel: UInt4, _ group: UInt4, _ data1: UInt8, _ data2: UInt8 = 0
  ) -> UMP {
    UMP(
      messageType: 0x2, group: group.rawValue, status: opcode << 4 | channel.rawValue,
      data1: data1, data2: data2)
  }
}

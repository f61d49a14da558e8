import TenutoMIDI
extension UMPMessage {
  @_noLocks
  static func utility(_ ump: UMP) -> UMPMessage {
    guard let message = UtilityMessage(ump) else { return .unknown(ump) }
    return .utility(message)
  }

  @_noLocks
  static func system(_ ump: UMP) -> UMPMessage {
    guard let message = SystemMessage(ump) else { return .unknown(ump) }
    return .system(group: ump.narrowGroup, message)
  }

  @_noLocks
  static func midi1Voice(_ ump: UMP) -> UMPMessage {
    guard let message = MIDI1VoiceMessage(ump) else { return .unknown(ump) }
    return .midi1Voice(group: ump.narrowGroup, channel: ump.narrowChannel, message)
  }

  @_noLocks
  static func sysEx7(_ ump: UMP) -> UMPMessage {
    guard let packet = SysEx7Packet(ump) else { return .unknown(ump) }
    return .sysEx7(group: ump.narrowGroup, packet)
  }

  @_noLocks
  static func midi2Voice(_ ump: UMP) -> UMPMessage {
    guard let message = MIDI2VoiceMessage(ump) else { return .unknown(ump) }
    return .midi2Voice(group: ump.narrowGroup, channel: ump.narrowChannel, message)
  }

  @_noLocks
  static func data128(_ ump: UMP) -> UMPMessage {
    switch ump.opcode {
    case 0x8: return .mixedDataSetHeader(group: ump.narrowGroup, MixedDataSetHeader(ump))
    case 0x9: return .mixedDataSetPayload(group: ump.narrowGroup, MixedDataSetPayload(ump))
    default:
      guard let packet = SysEx8Packet(ump) else { return .unknown(ump) }
      return .sysEx8(group: ump.narrowGroup, packet)
    }
  }

  @_noLocks
  static func flexData(_ ump: UMP) -> UMPMessage {
    guard let address = FlexDataAddress(ump), let message = FlexDataMessage(ump) else {
      return .unknown(ump)
    }
    return .flexData(group: ump.narrowGroup, address: address, message)
  }

  @_noLocks
  static func stream(_ ump: UMP) -> UMPMessage {
    guard let message = StreamMessage(ump) else { return .unknown(ump) }
    return .stream(message)
  }
}

extension UMP {
  /// The group as a 4-bit value.
  var narrowGroup: UInt4 {
    @_noLocks get { UInt4(truncatingIfNeeded: group) }
  }

  /// The channel as a 4-bit value.
  var narrowChannel: UInt4 {
    @_noLocks get { UInt4(truncatingIfNeeded: channel) }
  }

  /// The third byte of the first word without its high bit.
  var narrowData1: UInt7 {
    @_noLocks get { UInt7(truncatingIfNeeded: data1) }
  }

  /// The fourth byte of the first word without its high bit.
  var narrowData2: UInt7 {
    @_noLocks get { UInt7(truncatingIfNeeded: data2) }
  }
}

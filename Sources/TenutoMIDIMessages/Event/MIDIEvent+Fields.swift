import TenutoMIDI
extension MIDIEvent {
  /// The channel of a channel voice message, nil for others.
  public var channel: UInt4? {
    switch self {
    case .noteOn(let event): event.channel
    case .noteOff(let event): event.channel
    case .noteCC(let event): event.channel
    case .notePitchBend(let event): event.channel
    case .notePressure(let event): event.channel
    case .noteManagement(let event): event.channel
    case .cc(let event): event.channel
    case .programChange(let event): event.channel
    case .pressure(let event): event.channel
    case .pitchBend(let event): event.channel
    case .rpn(let event): event.channel
    case .nrpn(let event): event.channel
    default: nil
    }
  }

  /// The group; 0 for a packet type without groups.
  public var group: UInt4 {
    switch self {
    case .sysEx7(let event): event.group
    case .universalSysEx7(let event): event.group
    case .sysEx8(let event): event.group
    case .universalSysEx8(let event): event.group
    case .noOp(let event): event.group
    case .jrClock(let event): event.group
    case .jrTimestamp(let event): event.group
    case .other(let ump): UInt4(truncatingIfNeeded: ump.messageType % 15 == 0 ? 0 : ump.group)
    default:
      UInt4(
        truncatingIfNeeded: (systemPacket ?? midi2VoicePacket ?? UMP(0)).group)
    }
  }
}

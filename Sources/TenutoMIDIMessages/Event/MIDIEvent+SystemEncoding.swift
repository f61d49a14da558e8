import TenutoMIDI
extension MIDIEvent {
  /// The packet of a system common, real-time or utility message, nil for others.
  var systemPacket: UMP? {
    switch self {
    case .timecodeQuarterFrame(let event):
      Self.system(0xF1, event.group, event.dataByte.rawValue)
    case .songPositionPointer(let event):
      Self.system(
        0xF2, event.group, UInt8(truncatingIfNeeded: event.midiBeat.rawValue & 0x7F),
        UInt8(truncatingIfNeeded: event.midiBeat.rawValue >> 7))
    case .songSelect(let event): Self.system(0xF3, event.group, event.number.rawValue)
    case .tuneRequest(let event): Self.system(0xF6, event.group)
    case .timingClock(let event): Self.system(0xF8, event.group)
    case .start(let event): Self.system(0xFA, event.group)
    case .continue(let event): Self.system(0xFB, event.group)
    case .stop(let event): Self.system(0xFC, event.group)
    case .activeSensing(let event): Self.system(0xFE, event.group)
    case .systemReset(let event): Self.system(0xFF, event.group)
    case .noOp: UMP(0)
    case .jrClock(let event): UMP(0x0010_0000 | UInt32(event.time))
    case .jrTimestamp(let event): UMP(0x0020_0000 | UInt32(event.time))
    default: nil
    }
  }

  private static func system(
    _ status: UInt8, _ group: UInt4, _ data1: UInt8 = 0, _ data2: UInt8 = 0
  ) -> UMP {
    UMP(messageType: 0x1, group: group.rawValue, status: status, data1: data1, data2: data2)
  }
}

import TenutoMIDI
extension MIDIEvent: CustomStringConvertible {
  /// The event in one line, for debugging.
  public var description: String {
    switch self {
    case .sysEx7, .universalSysEx7, .sysEx8, .universalSysEx8: sysExDescription
    case .other(let ump): "other(\(Self.hex(ump)))"
    default:
      channel.map { voiceDescription + ", channel: \($0), group: \(group))" } ?? systemDescription
    }
  }

  private var voiceDescription: String {
    switch self {
    case .noteOn(let event): "noteOn(\(event.note), velocity: \(event.velocity.midi1Value)"
    case .noteOff(let event): "noteOff(\(event.note), velocity: \(event.velocity.midi1Value)"
    case .noteCC(let event):
      "noteCC(\(event.note), controller: \(event.controller.number), "
        + "value: \(event.value.midi2Value)"
    case .notePitchBend(let event): "notePitchBend(\(event.note), value: \(event.value.midi2Value)"
    case .notePressure(let event): "notePressure(\(event.note), amount: \(event.amount.midi1Value)"
    case .noteManagement(let event): "noteManagement(\(event.note), flags: \(event.flags.byte)"
    case .cc(let event): "cc(\(event.controller.name), value: \(event.value.midi1Value)"
    case .programChange(let event): "programChange(\(event.program), bank: \(event.bank)"
    case .pressure(let event): "pressure(amount: \(event.amount.midi1Value)"
    case .pitchBend(let event): "pitchBend(\(event.value.midi1Value)"
    case .rpn(let event): "rpn(\(event.parameter), change: \(event.change)"
    case .nrpn(let event): "nrpn(\(event.parameter), change: \(event.change)"
    default: ""  // Not reached: the others have no channel.
    }
  }

  private var systemDescription: String {
    switch self {
    case .timecodeQuarterFrame(let event): "timecodeQuarterFrame(\(event.dataByte))"
    case .songPositionPointer(let event): "songPositionPointer(\(event.midiBeat))"
    case .songSelect(let event): "songSelect(\(event.number))"
    case .tuneRequest: "tuneRequest"
    case .timingClock: "timingClock"
    case .start: "start"
    case .continue: "continue"
    case .stop: "stop"
    case .activeSensing: "activeSensing"
    case .systemReset: "systemReset"
    case .noOp: "noOp"
    case .jrClock(let event): "jrClock(\(event.time))"
    case .jrTimestamp(let event): "jrTimestamp(\(event.time))"
    default: ""  // Not reached: the others have their own descriptions.
    }
  }

  private var sysExDescription: String {
    switch self {
    case .sysEx7(let event): "sysEx7(\(Self.hex(event.payload)), group: \(event.group))"
    case .universalSysEx7(let event):
      "universalSysEx7(\(Self.hex(event.payload)), group: \(event.group))"
    case .sysEx8(let event): "sysEx8(\(Self.hex(event.payload)), group: \(event.group))"
    case .universalSysEx8(let event):
      "universalSysEx8(\(Self.hex(event.payload)), group: \(event.group))"
    default: ""  // Not reached: `description` has taken the others.
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let shown = bytes.prefix(64).map { digits(UInt32($0), 2) }.joined(separator: " ")
    return bytes.count > 64 ? "\(shown) and \(bytes.count - 64) bytes" : shown
  }

  private static func hex(_ ump: UMP) -> String {
    [ump.word0, ump.word1, ump.word2, ump.word3].prefix(ump.wordCount)
      .map { digits($0, 8) }.joined(separator: " ")
  }

  private static func digits(_ value: UInt32, _ count: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: count - text.count) + text
  }
}

extension MIDIEvent {
  /// The channel voice messages.
  public enum ChanVoiceType: Sendable, Hashable, CaseIterable {
    /// See the event of this name.
    case noteOn, noteOff, noteCC, notePitchBend, notePressure, noteManagement
    /// See the event of this name.
    case cc, programChange, pitchBend, pressure, rpn, nrpn
  }

  /// The system common messages.
  public enum SysCommonType: Sendable, Hashable, CaseIterable {
    /// See the event of this name.
    case timecodeQuarterFrame, songPositionPointer, songSelect, tuneRequest
  }

  /// The system exclusive messages.
  public enum SysExType: Sendable, Hashable, CaseIterable {
    /// See the event of this name.
    case sysEx7, universalSysEx7, sysEx8, universalSysEx8
  }

  /// The system real-time messages.
  public enum SysRealTimeType: Sendable, Hashable, CaseIterable {
    /// See the event of this name.
    case timingClock, start, `continue`, stop, activeSensing, systemReset
  }

  /// The utility messages.
  public enum UtilityType: Sendable, Hashable, CaseIterable {
    /// See the event of this name.
    case noOp, jrClock, jrTimestamp
  }
}

extension MIDIEvent {
  /// The type of a channel voice message; nil for another message.
  public var chanVoiceType: ChanVoiceType? {
    switch self {
    case .noteOn: .noteOn
    case .noteOff: .noteOff
    case .noteCC: .noteCC
    case .notePitchBend: .notePitchBend
    case .notePressure: .notePressure
    case .noteManagement: .noteManagement
    case .cc: .cc
    case .programChange: .programChange
    case .pitchBend: .pitchBend
    case .pressure: .pressure
    case .rpn: .rpn
    case .nrpn: .nrpn
    default: nil
    }
  }

  /// The type of a system common message; nil for another message.
  public var sysCommonType: SysCommonType? {
    switch self {
    case .timecodeQuarterFrame: .timecodeQuarterFrame
    case .songPositionPointer: .songPositionPointer
    case .songSelect: .songSelect
    case .tuneRequest: .tuneRequest
    default: nil
    }
  }

  /// The type of a system exclusive message; nil for another message.
  public var sysExType: SysExType? {
    switch self {
    case .sysEx7: .sysEx7
    case .universalSysEx7: .universalSysEx7
    case .sysEx8: .sysEx8
    case .universalSysEx8: .universalSysEx8
    default: nil
    }
  }

  /// The type of a system real-time message; nil for another message.
  public var sysRealTimeType: SysRealTimeType? {
    switch self {
    case .timingClock: .timingClock
    case .start: .start
    case .continue: .continue
    case .stop: .stop
    case .activeSensing: .activeSensing
    case .systemReset: .systemReset
    default: nil
    }
  }

  /// The type of a utility message; nil for another message.
  public var utilityType: UtilityType? {
    switch self {
    case .noOp: .noOp
    case .jrClock: .jrClock
    case .jrTimestamp: .jrTimestamp
    default: nil
    }
  }
}

extension MIDIEvent.NoteCC {
  /// A per-note controller.
  public enum PerNoteController: Sendable, Hashable {
    /// A controller with a meaning in the standard.
    case registered(Registered)
    /// A controller of the manufacturer, by its number.
    case assignable(UInt8)

    /// The number.
    public var number: UInt8 {
      switch self {
      case .registered(let controller): controller.number
      case .assignable(let number): number
      }
    }
  }
}

extension MIDIEvent.NoteCC.PerNoteController {
  /// A per-note controller that is defined in the standard.
  public enum Registered: Sendable, Hashable {
    /// Modulation Wheel: 1.
    case modWheel
    /// Breath Controller: 2.
    case breath
    /// Pitch 7.25: 3.
    case pitch7_25
    /// Volume: 7.
    case volume
    /// Balance: 8.
    case balance
    /// Pan: 10.
    case pan
    /// Expression: 11.
    case expression
    /// Sound Variation: 70.
    case soundCtrl1_soundVariation
    /// Timbre Intensity: 71.
    case soundCtrl2_timbreIntensity
    /// Release Time: 72.
    case soundCtrl3_releaseTime
    /// Attack Time: 73.
    case soundCtrl4_attackTime
    /// Brightness: 74.
    case soundCtrl5_brightness
    /// Decay Time: 75.
    case soundCtrl6_decayTime
    /// Vibrato Rate: 76.
    case soundCtrl7_vibratoRate
    /// Vibrato Depth: 77.
    case soundCtrl8_vibratoDepth
    /// Vibrato Delay: 78.
    case soundCtrl9_vibratoDelay
    /// Sound Controller 10: 79.
    case soundCtrl10_defaultUndefined
    /// Reverb Send Level: 91.
    case effects1Depth_reverbSendLevel
    /// Effects 2 Depth: 92.
    case effects2Depth
    /// Chorus Send Level: 93.
    case effects3Depth_chorusSendLevel
    /// Effects 4 Depth: 94.
    case effects4Depth
    /// Effects 5 Depth: 95.
    case effects5Depth
    /// A controller without a meaning, by its number.
    case undefined(UInt8)
  }
}

extension MIDIEvent.NoteCC.PerNoteController.Registered {
  /// Creates the controller of a number.
  ///
  /// Thread: any.
  public init(number: UInt8) {
    switch number {
    case 1: self = .modWheel
    case 2: self = .breath
    case 3: self = .pitch7_25
    case 7: self = .volume
    case 8: self = .balance
    case 10: self = .pan
    case 11: self = .expression
    case 70: self = .soundCtrl1_soundVariation
    case 71: self = .soundCtrl2_timbreIntensity
    case 72: self = .soundCtrl3_releaseTime
    case 73: self = .soundCtrl4_attackTime
    case 74: self = .soundCtrl5_brightness
    case 75: self = .soundCtrl6_decayTime
    case 76: self = .soundCtrl7_vibratoRate
    case 77: self = .soundCtrl8_vibratoDepth
    case 78: self = .soundCtrl9_vibratoDelay
    case 79: self = .soundCtrl10_defaultUndefined
    case 91: self = .effects1Depth_reverbSendLevel
    case 92: self = .effects2Depth
    case 93: self = .effects3Depth_chorusSendLevel
    case 94: self = .effects4Depth
    case 95: self = .effects5Depth
    default: self = .undefined(number)
    }
  }

  /// The number.
  public var number: UInt8 {
    switch self {
    case .modWheel: 1
    case .breath: 2
    case .pitch7_25: 3
    case .volume: 7
    case .balance: 8
    case .pan: 10
    case .expression: 11
    case .soundCtrl1_soundVariation: 70
    case .soundCtrl2_timbreIntensity: 71
    case .soundCtrl3_releaseTime: 72
    case .soundCtrl4_attackTime: 73
    case .soundCtrl5_brightness: 74
    case .soundCtrl6_decayTime: 75
    case .soundCtrl7_vibratoRate: 76
    case .soundCtrl8_vibratoDepth: 77
    case .soundCtrl9_vibratoDelay: 78
    case .soundCtrl10_defaultUndefined: 79
    case .effects1Depth_reverbSendLevel: 91
    case .effects2Depth: 92
    case .effects3Depth_chorusSendLevel: 93
    case .effects4Depth: 94
    case .effects5Depth: 95
    case .undefined(let number): number
    }
  }

  /// The name as people read it.
  public var name: String {
    switch self {
    case .modWheel: "Modulation Wheel"
    case .breath: "Breath Controller"
    case .pitch7_25: "Pitch 7.25"
    case .volume: "Volume"
    case .balance: "Balance"
    case .pan: "Pan"
    case .expression: "Expression"
    case .soundCtrl1_soundVariation: "Sound Variation"
    case .soundCtrl2_timbreIntensity: "Timbre Intensity"
    case .soundCtrl3_releaseTime: "Release Time"
    case .soundCtrl4_attackTime: "Attack Time"
    case .soundCtrl5_brightness: "Brightness"
    case .soundCtrl6_decayTime: "Decay Time"
    case .soundCtrl7_vibratoRate: "Vibrato Rate"
    case .soundCtrl8_vibratoDepth: "Vibrato Depth"
    case .soundCtrl9_vibratoDelay: "Vibrato Delay"
    case .soundCtrl10_defaultUndefined: "Sound Controller 10"
    case .effects1Depth_reverbSendLevel: "Reverb Send Level"
    case .effects2Depth: "Effects 2 Depth"
    case .effects3Depth_chorusSendLevel: "Chorus Send Level"
    case .effects4Depth: "Effects 4 Depth"
    case .effects5Depth: "Effects 5 Depth"
    case .undefined(let number): "Controller \(number)"
    }
  }
}

extension MIDIEvent.CC {
  /// A controller of MIDI 1.0 and MIDI 2.0 by its name.
  public enum Controller: Sendable, Hashable {
    /// Bank Select: 0.
    case bankSelect
    /// Modulation Wheel: 1.
    case modWheel
    /// Breath Controller: 2.
    case breath
    /// Foot Controller: 4.
    case footController
    /// Portamento Time: 5.
    case portamentoTime
    /// Data Entry MSB: 6.
    case dataEntry
    /// Channel Volume: 7.
    case volume
    /// Balance: 8.
    case balance
    /// Pan: 10.
    case pan
    /// Expression: 11.
    case expression
    /// Effect Control 1: 12.
    case effectControl1
    /// Effect Control 2: 13.
    case effectControl2
    /// General Purpose 1: 16.
    case generalPurpose1
    /// General Purpose 2: 17.
    case generalPurpose2
    /// General Purpose 3: 18.
    case generalPurpose3
    /// General Purpose 4: 19.
    case generalPurpose4
    /// Sustain Pedal: 64.
    case sustainPedal
    /// Portamento: 65.
    case portamento
    /// Sostenuto Pedal: 66.
    case sostenutoPedal
    /// Soft Pedal: 67.
    case softPedal
    /// Legato Footswitch: 68.
    case legatoFootswitch
    /// Hold 2: 69.
    case hold2
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
    /// General Purpose 5: 80.
    case generalPurpose5
    /// General Purpose 6: 81.
    case generalPurpose6
    /// General Purpose 7: 82.
    case generalPurpose7
    /// General Purpose 8: 83.
    case generalPurpose8
    /// Portamento Control: 84.
    case portamentoControl
    /// High Resolution Velocity Prefix: 88.
    case highResolutionVelocityPrefix
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
    /// Data Increment: 96.
    case dataIncrement
    /// Data Decrement: 97.
    case dataDecrement
    /// NRPN LSB: 98.
    case nrpnLSB
    /// NRPN MSB: 99.
    case nrpnMSB
    /// RPN LSB: 100.
    case rpnLSB
    /// RPN MSB: 101.
    case rpnMSB
    /// The fine half of a controller below 32: 32 to 63.
    case lsb(for: LSB)
    /// A channel mode message: 120 to 127.
    case mode(Mode)
    /// An undefined controller, by its number.
    case undefined(UInt7)
  }
}

extension MIDIEvent.CC.Controller {
  /// Creates the controller of a number.
  ///
  /// Thread: any.
  public init(number: UInt7) {
    switch number.rawValue {
    case 0: self = .bankSelect
    case 1: self = .modWheel
    case 2: self = .breath
    case 4: self = .footController
    case 5: self = .portamentoTime
    case 6: self = .dataEntry
    case 7: self = .volume
    case 8: self = .balance
    case 10: self = .pan
    case 11: self = .expression
    case 12: self = .effectControl1
    case 13: self = .effectControl2
    case 16: self = .generalPurpose1
    case 17: self = .generalPurpose2
    case 18: self = .generalPurpose3
    case 19: self = .generalPurpose4
    case 64: self = .sustainPedal
    case 65: self = .portamento
    case 66: self = .sostenutoPedal
    case 67: self = .softPedal
    case 68: self = .legatoFootswitch
    case 69: self = .hold2
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
    case 80: self = .generalPurpose5
    case 81: self = .generalPurpose6
    case 82: self = .generalPurpose7
    case 83: self = .generalPurpose8
    case 84: self = .portamentoControl
    case 88: self = .highResolutionVelocityPrefix
    case 91: self = .effects1Depth_reverbSendLevel
    case 92: self = .effects2Depth
    case 93: self = .effects3Depth_chorusSendLevel
    case 94: self = .effects4Depth
    case 95: self = .effects5Depth
    case 96: self = .dataIncrement
    case 97: self = .dataDecrement
    case 98: self = .nrpnLSB
    case 99: self = .nrpnMSB
    case 100: self = .rpnLSB
    case 101: self = .rpnMSB
    case 32...63: self = .lsb(for: LSB(number: number))
    case 120...127: self = Mode(number: number).map { .mode($0) } ?? .undefined(number)
    default: self = .undefined(number)
    }
  }

  /// The number, 0 to 127.
  public var number: UInt7 {
    switch self {
    case .bankSelect: 0
    case .modWheel: 1
    case .breath: 2
    case .footController: 4
    case .portamentoTime: 5
    case .dataEntry: 6
    case .volume: 7
    case .balance: 8
    case .pan: 10
    case .expression: 11
    case .effectControl1: 12
    case .effectControl2: 13
    case .generalPurpose1: 16
    case .generalPurpose2: 17
    case .generalPurpose3: 18
    case .generalPurpose4: 19
    case .sustainPedal: 64
    case .portamento: 65
    case .sostenutoPedal: 66
    case .softPedal: 67
    case .legatoFootswitch: 68
    case .hold2: 69
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
    case .generalPurpose5: 80
    case .generalPurpose6: 81
    case .generalPurpose7: 82
    case .generalPurpose8: 83
    case .portamentoControl: 84
    case .highResolutionVelocityPrefix: 88
    case .effects1Depth_reverbSendLevel: 91
    case .effects2Depth: 92
    case .effects3Depth_chorusSendLevel: 93
    case .effects4Depth: 94
    case .effects5Depth: 95
    case .dataIncrement: 96
    case .dataDecrement: 97
    case .nrpnLSB: 98
    case .nrpnMSB: 99
    case .rpnLSB: 100
    case .rpnMSB: 101
    case .lsb(let lsb): lsb.controller
    case .mode(let mode): mode.controller
    case .undefined(let number): number
    }
  }

  /// The name as people read it.
  public var name: String {
    switch self {
    case .bankSelect: "Bank Select"
    case .modWheel: "Modulation Wheel"
    case .breath: "Breath Controller"
    case .footController: "Foot Controller"
    case .portamentoTime: "Portamento Time"
    case .dataEntry: "Data Entry MSB"
    case .volume: "Channel Volume"
    case .balance: "Balance"
    case .pan: "Pan"
    case .expression: "Expression"
    case .effectControl1: "Effect Control 1"
    case .effectControl2: "Effect Control 2"
    case .generalPurpose1: "General Purpose 1"
    case .generalPurpose2: "General Purpose 2"
    case .generalPurpose3: "General Purpose 3"
    case .generalPurpose4: "General Purpose 4"
    case .sustainPedal: "Sustain Pedal"
    case .portamento: "Portamento"
    case .sostenutoPedal: "Sostenuto Pedal"
    case .softPedal: "Soft Pedal"
    case .legatoFootswitch: "Legato Footswitch"
    case .hold2: "Hold 2"
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
    case .generalPurpose5: "General Purpose 5"
    case .generalPurpose6: "General Purpose 6"
    case .generalPurpose7: "General Purpose 7"
    case .generalPurpose8: "General Purpose 8"
    case .portamentoControl: "Portamento Control"
    case .highResolutionVelocityPrefix: "High Resolution Velocity Prefix"
    case .effects1Depth_reverbSendLevel: "Reverb Send Level"
    case .effects2Depth: "Effects 2 Depth"
    case .effects3Depth_chorusSendLevel: "Chorus Send Level"
    case .effects4Depth: "Effects 4 Depth"
    case .effects5Depth: "Effects 5 Depth"
    case .dataIncrement: "Data Increment"
    case .dataDecrement: "Data Decrement"
    case .nrpnLSB: "NRPN LSB"
    case .nrpnMSB: "NRPN MSB"
    case .rpnLSB: "RPN LSB"
    case .rpnMSB: "RPN MSB"
    case .lsb(let lsb): lsb.name
    case .mode(let mode): mode.name
    case .undefined(let number): "Controller \(number.rawValue)"
    }
  }
}

extension MIDIEvent.CC.Controller {
  /// A channel mode message: controllers 120 to 127.
  public enum Mode: Sendable, Hashable, CaseIterable {
    /// All Sound Off: 120.
    case allSoundOff
    /// Reset All Controllers: 121.
    case resetAllControllers
    /// Local Control: 122.
    case localControl
    /// All Notes Off: 123.
    case allNotesOff
    /// Omni Mode Off: 124.
    case omniModeOff
    /// Omni Mode On: 125.
    case omniModeOn
    /// Mono Mode On: 126.
    case monoModeOn
    /// Poly Mode On: 127.
    case polyModeOn
  }

  /// The fine half of a controller below 32: controllers 32 to 63.
  public enum LSB: Sendable, Hashable {
    /// Bank Select LSB: 32.
    case bankSelect
    /// Modulation Wheel LSB: 33.
    case modWheel
    /// Breath Controller LSB: 34.
    case breath
    /// Foot Controller LSB: 36.
    case footController
    /// Portamento Time LSB: 37.
    case portamentoTime
    /// Data Entry LSB: 38.
    case dataEntry
    /// Channel Volume LSB: 39.
    case channelVolume
    /// Balance LSB: 40.
    case balance
    /// Pan LSB: 42.
    case pan
    /// Expression LSB: 43.
    case expression
    /// Effect Control 1 LSB: 44.
    case effectControl1
    /// Effect Control 2 LSB: 45.
    case effectControl2
    /// General Purpose 1 LSB: 48.
    case generalPurpose1
    /// General Purpose 2 LSB: 49.
    case generalPurpose2
    /// General Purpose 3 LSB: 50.
    case generalPurpose3
    /// General Purpose 4 LSB: 51.
    case generalPurpose4
    /// The LSB of an undefined controller, by its own number.
    case undefined(UInt7)
  }
}

extension MIDIEvent.CC.Controller.Mode {
  /// Creates the mode of a controller's number, nil below 120.
  ///
  /// Thread: any.
  public init?(number: UInt7) {
    switch number.rawValue {
    case 120: self = .allSoundOff
    case 121: self = .resetAllControllers
    case 122: self = .localControl
    case 123: self = .allNotesOff
    case 124: self = .omniModeOff
    case 125: self = .omniModeOn
    case 126: self = .monoModeOn
    case 127: self = .polyModeOn
    default: return nil
    }
  }

  /// The controller's number, 120 to 127.
  public var controller: UInt7 {
    switch self {
    case .allSoundOff: 120
    case .resetAllControllers: 121
    case .localControl: 122
    case .allNotesOff: 123
    case .omniModeOff: 124
    case .omniModeOn: 125
    case .monoModeOn: 126
    case .polyModeOn: 127
    }
  }

  /// The name as people read it.
  public var name: String {
    switch self {
    case .allSoundOff: "All Sound Off"
    case .resetAllControllers: "Reset All Controllers"
    case .localControl: "Local Control"
    case .allNotesOff: "All Notes Off"
    case .omniModeOff: "Omni Mode Off"
    case .omniModeOn: "Omni Mode On"
    case .monoModeOn: "Mono Mode On"
    case .polyModeOn: "Poly Mode On"
    }
  }
}

extension MIDIEvent.CC.Controller.LSB {
  /// Creates the fine half of a controller's number, 32 to 63.
  init(number: UInt7) {
    switch number.rawValue {
    case 32: self = .bankSelect
    case 33: self = .modWheel
    case 34: self = .breath
    case 36: self = .footController
    case 37: self = .portamentoTime
    case 38: self = .dataEntry
    case 39: self = .channelVolume
    case 40: self = .balance
    case 42: self = .pan
    case 43: self = .expression
    case 44: self = .effectControl1
    case 45: self = .effectControl2
    case 48: self = .generalPurpose1
    case 49: self = .generalPurpose2
    case 50: self = .generalPurpose3
    case 51: self = .generalPurpose4
    default: self = .undefined(number)
    }
  }

  /// The controller's number, 32 to 63.
  public var controller: UInt7 {
    switch self {
    case .bankSelect: 32
    case .modWheel: 33
    case .breath: 34
    case .footController: 36
    case .portamentoTime: 37
    case .dataEntry: 38
    case .channelVolume: 39
    case .balance: 40
    case .pan: 42
    case .expression: 43
    case .effectControl1: 44
    case .effectControl2: 45
    case .generalPurpose1: 48
    case .generalPurpose2: 49
    case .generalPurpose3: 50
    case .generalPurpose4: 51
    case .undefined(let number): number
    }
  }

  /// The name as people read it.
  public var name: String {
    switch self {
    case .bankSelect: "Bank Select LSB"
    case .modWheel: "Modulation Wheel LSB"
    case .breath: "Breath Controller LSB"
    case .footController: "Foot Controller LSB"
    case .portamentoTime: "Portamento Time LSB"
    case .dataEntry: "Data Entry LSB"
    case .channelVolume: "Channel Volume LSB"
    case .balance: "Balance LSB"
    case .pan: "Pan LSB"
    case .expression: "Expression LSB"
    case .effectControl1: "Effect Control 1 LSB"
    case .effectControl2: "Effect Control 2 LSB"
    case .generalPurpose1: "General Purpose 1 LSB"
    case .generalPurpose2: "General Purpose 2 LSB"
    case .generalPurpose3: "General Purpose 3 LSB"
    case .generalPurpose4: "General Purpose 4 LSB"
    case .undefined(let number): "Controller \(number.rawValue)"
    }
  }
}

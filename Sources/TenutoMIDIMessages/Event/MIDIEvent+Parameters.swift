import TenutoMIDI
/// Two data bytes of MIDI 1.0: the number or the value of a parameter.
public struct UInt7Pair: Sendable, Hashable {
  /// The high 7 bits.
  public var msb: UInt7
  /// The low 7 bits.
  public var lsb: UInt7

  /// Creates a pair.
  ///
  /// Thread: any.
  public init(msb: UInt7, lsb: UInt7) {
    self.msb = msb
    self.lsb = lsb
  }
}

/// Whether a parameter is set or moved.
public enum MIDI2ParameterNumberChange: Sendable, Hashable, CaseIterable {
  /// It is set to the value.
  case absolute
  /// The value is signed, has 32 bits and is added; MIDI 2.0 only.
  case relative
}

extension MIDIEvent {
  /// A registered parameter (RPN) is set, or moved by a relative value.
  public struct RPN: Sendable, Hashable {
    /// The parameter's number.
    public var number: UInt7Pair
    /// Its value in MIDI 2.0's resolution.
    public var value: UInt32
    /// Whether the value is set or added.
    public var change: MIDI2ParameterNumberChange
    /// The channel, 0 to 15.
    public var channel: UInt4
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates a change of a registered parameter by its number.
    ///
    /// Thread: any.
    public init(
      number: UInt7Pair, value: UInt32, change: MIDI2ParameterNumberChange = .absolute,
      channel: UInt4, group: UInt4 = 0
    ) {
      self.number = number
      self.value = value
      self.change = change
      self.channel = channel
      self.group = group
    }

    /// Creates a change of a registered parameter.
    ///
    /// Thread: any.
    public init(
      _ parameter: RegisteredController, change: MIDI2ParameterNumberChange = .absolute,
      channel: UInt4, group: UInt4 = 0
    ) {
      self.init(
        number: parameter.parameterBytes, value: parameter.value32, change: change,
        channel: channel, group: group)
    }

    /// The parameter with its value in MIDI 1.0's resolution.
    public var parameter: RegisteredController {
      get { RegisteredController(parameter: number, data: UInt7Pair(value32: value)) }
      set {
        number = newValue.parameterBytes
        value = newValue.value32
      }
    }
  }

  /// An assignable controller (NRPN) is set, or changed by a relative value.
  public struct NRPN: Sendable, Hashable {
    /// The parameter's number.
    public var number: UInt7Pair
    /// Its value in MIDI 2.0's resolution.
    public var value: UInt32
    /// Whether the value is set or added.
    public var change: MIDI2ParameterNumberChange
    /// The channel, 0 to 15.
    public var channel: UInt4
    /// The group, 0 to 15.
    public var group: UInt4

    /// Creates a change of an assignable controller by its number.
    ///
    /// Thread: any.
    public init(
      number: UInt7Pair, value: UInt32, change: MIDI2ParameterNumberChange = .absolute,
      channel: UInt4, group: UInt4 = 0
    ) {
      self.number = number
      self.value = value
      self.change = change
      self.channel = channel
      self.group = group
    }

    /// Creates a change of an assignable controller.
    ///
    /// Thread: any.
    public init(
      _ parameter: AssignableController, change: MIDI2ParameterNumberChange = .absolute,
      channel: UInt4, group: UInt4 = 0
    ) {
      self.init(
        number: parameter.parameterBytes, value: parameter.value32, change: change,
        channel: channel, group: group)
    }

    /// The parameter with its value in MIDI 1.0's resolution.
    public var parameter: AssignableController {
      get {
        let data = UInt7Pair(value32: value)
        return .raw(parameter: number, dataEntryMSB: data.msb, dataEntryLSB: data.lsb)
      }
      set {
        number = newValue.parameterBytes
        value = newValue.value32
      }
    }
  }
}

extension MIDIEvent {
  /// Returns the control changes that set a registered parameter in MIDI 1.0.
  ///
  /// A nil half of the value is not sent.
  ///
  /// Thread: control. `change` has no effect, as MIDI 1.0 only sets parameters.
  public static func midi1RPN(
    _ parameter: RegisteredController, change: MIDI2ParameterNumberChange = .absolute,
    channel: UInt4, group: UInt4 = 0
  ) -> [MIDIEvent] {
    parameterChanges(
      selectors: (101, 100), parameter.parameterBytes, parameter.dataEntryBytes, channel, group)
  }

  /// Returns the control changes that set an assignable controller (NRPN) in MIDI 1.0.
  ///
  /// A nil half of the value is not sent.
  ///
  /// Thread: control. `change` has no effect, as MIDI 1.0 only sets parameters.
  public static func midi1NRPN(
    _ parameter: AssignableController, change: MIDI2ParameterNumberChange = .absolute,
    channel: UInt4, group: UInt4 = 0
  ) -> [MIDIEvent] {
    parameterChanges(
      selectors: (99, 98), parameter.parameterBytes, parameter.dataEntryBytes, channel, group)
  }

  private static func parameterChanges(
    selectors: (msb: UInt7, lsb: UInt7), _ number: UInt7Pair, _ data: (msb: UInt7?, lsb: UInt7?),
    _ channel: UInt4, _ group: UInt4
  ) -> [MIDIEvent] {
    let changes: [(controller: UInt7, value: UInt7?)] = [
      (selectors.msb, number.msb), (selectors.lsb, number.lsb), (6, data.msb), (38, data.lsb),
    ]
    return changes.compactMap { change in
      change.value.map {
        .cc(change.controller, value: .midi1($0), channel: channel, group: group)
      }
    }
  }
}

extension UInt7Pair {
  /// Creates the pair of a value in MIDI 2.0's resolution.
  init(value32: UInt32) {
    let value = MIDIScaling.down32To14(value32)
    self.init(
      msb: UInt7(truncatingIfNeeded: value >> 7), lsb: UInt7(truncatingIfNeeded: value))
  }

  /// The pair as a value in MIDI 2.0's resolution.
  var value32: UInt32 {
    MIDIScaling.up14To32(UInt16(msb.rawValue) << 7 | UInt16(lsb.rawValue))
  }
}

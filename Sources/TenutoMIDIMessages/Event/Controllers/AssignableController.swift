extension MIDIEvent {
  /// An assignable controller (NRPN) and its value in MIDI 1.0's resolution.
  ///
  /// A data entry that is nil counts as 0.
  public enum AssignableController: Sendable, Hashable {
    /// No parameter: the following data entry has no meaning.
    case null
    /// The parameter of a number.
    case raw(parameter: UInt7Pair, dataEntryMSB: UInt7?, dataEntryLSB: UInt7?)

    /// The parameter's number.
    public var parameterBytes: UInt7Pair {
      switch self {
      case .null: UInt7Pair(msb: 0x7F, lsb: 0x7F)
      case .raw(let parameter, _, _): parameter
      }
    }

    /// The two bytes of the value; nil for none.
    public var dataEntryBytes: (msb: UInt7?, lsb: UInt7?) {
      switch self {
      case .null: (nil, nil)
      case .raw(_, let msb, let lsb): (msb, lsb)
      }
    }

    /// The value in MIDI 2.0's resolution.
    var value32: UInt32 {
      UInt7Pair(msb: dataEntryBytes.msb ?? 0, lsb: dataEntryBytes.lsb ?? 0).value32
    }
  }
}

import TenutoMIDI
extension MIDIEvent {
  /// A value of 14 bits in MIDI 1.0 and 32 bits in MIDI 2.0.
  ///
  /// Two are equal if they are the same in MIDI 2.0's resolution.
  public enum ChanVoice14Bit32BitValue: Sendable, Hashable {
    /// In MIDI 1.0's resolution.
    case midi1(UInt14)

    /// In MIDI 2.0's resolution.
    case midi2(UInt32)

    /// From 0 to 1; 0.5 is the centre.
    case unitInterval(Double)

    /// From -1 to 1; 0 is the centre.
    case bipolarUnitInterval(Double)

    /// The value in MIDI 1.0's resolution.
    public var midi1Value: UInt14 {
      switch self {
      case .midi1(let value): value
      case .unitInterval(let unit):
        UInt14(truncatingIfNeeded: UnitScaling.integer(unit, bits: 14))
      case .bipolarUnitInterval(let unit):
        UInt14(truncatingIfNeeded: UnitScaling.integer(bipolar: unit, bits: 14))
      case .midi2: UInt14(truncatingIfNeeded: MIDIScaling.down32To14(midi2Value))
      }
    }

    /// The value in MIDI 2.0's resolution.
    public var midi2Value: UInt32 {
      switch self {
      case .midi1(let value): MIDIScaling.up14To32(value.uInt16Value)
      case .midi2(let value): value
      case .unitInterval(let unit): UnitScaling.integer(unit, bits: 32)
      case .bipolarUnitInterval(let unit): UnitScaling.integer(bipolar: unit, bits: 32)
      }
    }

    /// The value from 0 to 1.
    public var unitIntervalValue: Double {
      switch self {
      case .midi1(let value): UnitScaling.unit(UInt32(value.uInt16Value), bits: 14)
      case .midi2(let value): UnitScaling.unit(value, bits: 32)
      case .unitInterval(let unit): unit
      case .bipolarUnitInterval(let unit): (unit + 1) / 2
      }
    }

    /// The value from -1 to 1.
    public var bipolarUnitIntervalValue: Double { unitIntervalValue * 2 - 1 }

    /// Returns whether two values are the same in MIDI 2.0's resolution.
    ///
    /// Thread: any.
    public static func == (left: Self, right: Self) -> Bool {
      left.midi2Value == right.midi2Value
    }

    /// Hashes the value in MIDI 2.0's resolution.
    ///
    /// Thread: any.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(midi2Value)
    }
  }
}

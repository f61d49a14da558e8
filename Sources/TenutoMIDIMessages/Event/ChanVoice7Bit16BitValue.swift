import TenutoMIDI
extension MIDIEvent {
  /// The velocity of a note: 7 bits in MIDI 1.0, 16 bits in MIDI 2.0.
  public typealias NoteVelocity = ChanVoice7Bit16BitValue

  /// A value of 7 bits in MIDI 1.0 and 16 bits in MIDI 2.0.
  ///
  /// Two are equal if they are the same in MIDI 2.0's resolution.
  public enum ChanVoice7Bit16BitValue: Sendable, Hashable {
    /// In MIDI 1.0's resolution.
    case midi1(UInt7)

    /// In MIDI 2.0's resolution.
    case midi2(UInt16)

    /// From 0 to 1; 0.5 is the centre.
    case unitInterval(Double)

    /// The value in MIDI 1.0's resolution.
    public var midi1Value: UInt7 {
      switch self {
      case .midi1(let value): value
      case .unitInterval(let unit):
        UInt7(truncatingIfNeeded: UnitScaling.integer(unit, bits: 7))
      case .midi2: UInt7(truncatingIfNeeded: MIDIScaling.down16To7(midi2Value))
      }
    }

    /// The value in MIDI 2.0's resolution.
    public var midi2Value: UInt16 {
      switch self {
      case .midi1(let value): MIDIScaling.up7To16(value.uInt8Value)
      case .midi2(let value): value
      case .unitInterval(let unit): UInt16(UnitScaling.integer(unit, bits: 16))
      }
    }

    /// The value from 0 to 1.
    public var unitIntervalValue: Double {
      switch self {
      case .midi1(let value): UnitScaling.unit(UInt32(value.uInt8Value), bits: 7)
      case .midi2(let value): UnitScaling.unit(UInt32(value), bits: 16)
      case .unitInterval(let unit): unit
      }
    }

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

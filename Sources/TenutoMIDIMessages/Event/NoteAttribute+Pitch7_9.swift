extension MIDIEvent.NoteAttribute {
  /// A pitch in semitones with 7 bits before the point and 9 after it: 60 is C4.
  public struct Pitch7_9: BitwiseCopyable, Sendable, Hashable, CustomStringConvertible {
    /// The whole semitones.
    public var coarse: UInt7
    /// The fraction of a semitone, in steps of 1/512.
    public var fine: UInt9

    /// Creates a pitch.
    ///
    /// Thread: any.
    public init(coarse: UInt7, fine: UInt9) {
      self.coarse = coarse
      self.fine = fine
    }

    /// Creates a pitch from the data of a packet.
    ///
    /// Thread: any.
    public init(_ uInt16Value: UInt16) {
      coarse = UInt7(truncatingIfNeeded: uInt16Value >> 9)
      fine = UInt9(truncatingIfNeeded: uInt16Value)
    }

    /// Creates the nearest pitch; values outside 0 to 127 511/512 are clamped.
    ///
    /// Thread: any.
    public init(_ semitones: Double) {
      let clamped = semitones > 0 ? min(semitones, 127 + 511.0 / 512) : 0  // NaN is 0.
      self.init(UInt16(clamped * 512 + 0.5))
    }

    /// The pitch as the data of a packet.
    public var uInt16Value: UInt16 { UInt16(coarse.rawValue) << 9 | fine.rawValue }

    /// The pitch in semitones, 0 to 127 511/512.
    public var doubleValue: Double { Double(uInt16Value) / 512 }

    /// The pitch in its two parts.
    public var description: String { "pitch7.9(\(coarse), fine:\(fine))" }
  }
}

extension MIDIEvent.NoteAttribute.Pitch7_9: ExpressibleByIntegerLiteral {
  /// Creates a pitch from a literal of the data of a packet.
  ///
  /// Thread: any.
  public init(integerLiteral value: UInt16) {
    self.init(value)
  }
}

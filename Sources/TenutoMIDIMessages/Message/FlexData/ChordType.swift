/// The kind of a chord in flex data.
///
/// Not an enumeration, so that kinds of later standards are kept.
///
/// The corresponding standard is M2-104-UM, table "Chord Types".
public struct ChordType: BitwiseCopyable, Sendable, Hashable {
  /// The type's number in the packet.
  public let rawValue: UInt8

  /// Creates a type from its number.
  ///
  /// Thread: any.
  @_noLocks
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}

extension ChordType {
  /// No chord sounds any longer.
  public static var clear: ChordType {
    @_noLocks get { ChordType(rawValue: 0x00) }
  }

  /// Major.
  public static var major: ChordType {
    @_noLocks get { ChordType(rawValue: 0x01) }
  }

  /// Major with a sixth.
  public static var major6th: ChordType {
    @_noLocks get { ChordType(rawValue: 0x02) }
  }

  /// Major seventh.
  public static var major7th: ChordType {
    @_noLocks get { ChordType(rawValue: 0x03) }
  }

  /// Major ninth.
  public static var major9th: ChordType {
    @_noLocks get { ChordType(rawValue: 0x04) }
  }

  /// Major eleventh.
  public static var major11th: ChordType {
    @_noLocks get { ChordType(rawValue: 0x05) }
  }

  /// Major thirteenth.
  public static var major13th: ChordType {
    @_noLocks get { ChordType(rawValue: 0x06) }
  }

  /// Minor.
  public static var minor: ChordType {
    @_noLocks get { ChordType(rawValue: 0x07) }
  }

  /// Minor with a sixth.
  public static var minor6th: ChordType {
    @_noLocks get { ChordType(rawValue: 0x08) }
  }

  /// Minor seventh.
  public static var minor7th: ChordType {
    @_noLocks get { ChordType(rawValue: 0x09) }
  }

  /// Minor ninth.
  public static var minor9th: ChordType {
    @_noLocks get { ChordType(rawValue: 0x0A) }
  }

  /// Minor eleventh.
  public static var minor11th: ChordType {
    @_noLocks get { ChordType(rawValue: 0x0B) }
  }

  /// Minor thirteenth.
  public static var minor13th: ChordType {
    @_noLocks get { ChordType(rawValue: 0x0C) }
  }

  /// Dominant seventh.
  public static var dominant: ChordType {
    @_noLocks get { ChordType(rawValue: 0x0D) }
  }

  /// Dominant ninth.
  public static var dominant9th: ChordType {
    @_noLocks get { ChordType(rawValue: 0x0E) }
  }

  /// Dominant eleventh.
  public static var dominant11th: ChordType {
    @_noLocks get { ChordType(rawValue: 0x0F) }
  }

  /// Dominant thirteenth.
  public static var dominant13th: ChordType {
    @_noLocks get { ChordType(rawValue: 0x10) }
  }

  /// Augmented.
  public static var augmented: ChordType {
    @_noLocks get { ChordType(rawValue: 0x11) }
  }

  /// Augmented seventh.
  public static var augmented7th: ChordType {
    @_noLocks get { ChordType(rawValue: 0x12) }
  }

  /// Diminished.
  public static var diminished: ChordType {
    @_noLocks get { ChordType(rawValue: 0x13) }
  }

  /// Diminished seventh.
  public static var diminished7th: ChordType {
    @_noLocks get { ChordType(rawValue: 0x14) }
  }

  /// Half diminished.
  public static var halfDiminished: ChordType {
    @_noLocks get { ChordType(rawValue: 0x15) }
  }

  /// Minor with a major seventh.
  public static var majorMinor: ChordType {
    @_noLocks get { ChordType(rawValue: 0x16) }
  }

  /// Only the root, in octaves.
  public static var pedal: ChordType {
    @_noLocks get { ChordType(rawValue: 0x17) }
  }

  /// Root and fifth.
  public static var power: ChordType {
    @_noLocks get { ChordType(rawValue: 0x18) }
  }

  /// Suspended second.
  public static var suspended2nd: ChordType {
    @_noLocks get { ChordType(rawValue: 0x19) }
  }

  /// Suspended fourth.
  public static var suspended4th: ChordType {
    @_noLocks get { ChordType(rawValue: 0x1A) }
  }

  /// Dominant seventh with a suspended fourth.
  public static var dominant7thSuspended4th: ChordType {
    @_noLocks get { ChordType(rawValue: 0x1B) }
  }
}

/// The letter of a tonic or a bass note in flex data.
///
/// The corresponding standard is M2-104-UM, "Tonic Note" of key signature and chord name.
public enum NoteLetter: BitwiseCopyable, Sendable, Hashable, CaseIterable {
  /// Unknown; for a bass, the same note as the chord's tonic.
  case unknown

  /// A, la.
  case a

  /// B, ti; H in German.
  case b

  /// C, do.
  case c

  /// D, re.
  case d

  /// E, mi.
  case e

  /// F, fa.
  case f

  /// G, sol.
  case g

  @_noLocks
  init?(bits: UInt32) {
    switch bits & 0xF {
    case 0: self = .unknown
    case 1: self = .a
    case 2: self = .b
    case 3: self = .c
    case 4: self = .d
    case 5: self = .e
    case 6: self = .f
    case 7: self = .g
    default: return nil
    }
  }

  /// The four bits that encode the letter.
  var bits: UInt32 {
    @_noLocks get {
      switch self {
      case .unknown: 0
      case .a: 1
      case .b: 2
      case .c: 3
      case .d: 4
      case .e: 5
      case .f: 6
      case .g: 7
      }
    }
  }
}

/// The alteration of a degree of a chord.
///
/// The corresponding standard is M2-104-UM, "Chord Alterations".
public struct ChordAlteration: BitwiseCopyable, Sendable, Hashable {
  /// The change of the degree.
  public enum Kind: BitwiseCopyable, Sendable, Hashable, CaseIterable {
    /// No alteration.
    case none

    /// The degree is added.
    case add

    /// The degree is left out.
    case subtract

    /// The degree is a semitone higher.
    case raise

    /// The degree is a semitone lower.
    case lower
  }

  /// The change of the degree.
  public var kind: Kind

  /// The degree of the scale, 1 for the root.
  public var degree: UInt4

  /// Creates an alteration.
  ///
  /// Thread: any.
  @_noLocks
  public init(_ kind: Kind, degree: UInt4) {
    self.kind = kind
    self.degree = degree
  }

  /// No alteration.
  public static var none: ChordAlteration {
    @_noLocks get { ChordAlteration(.none, degree: UInt4.min) }
  }

  @_noLocks
  init?(bits: UInt32) {
    switch bits >> 4 & 0xF {
    case 0: kind = .none
    case 1: kind = .add
    case 2: kind = .subtract
    case 3: kind = .raise
    case 4: kind = .lower
    default: return nil
    }
    degree = UInt4(truncatingIfNeeded: UInt8(truncatingIfNeeded: bits))
  }

  /// The eight bits that encode the alteration.
  var bits: UInt32 {
    @_noLocks get {
      let high: UInt32 =
        switch kind {
        case .none: 0
        case .add: 1
        case .subtract: 2
        case .raise: 3
        case .lower: 4
        }
      return high << 4 | UInt32(degree.rawValue)
    }
  }
}

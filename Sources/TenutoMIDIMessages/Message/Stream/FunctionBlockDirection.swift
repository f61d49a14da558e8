/// The direction of a function block's messages.
public enum FunctionBlockDirection: BitwiseCopyable, Sendable, Hashable, CaseIterable {
  /// The block receives messages.
  case input

  /// The block sends messages.
  case output

  /// The block does both.
  case bidirectional

  @_noLocks
  init?(bits: UInt32) {
    switch bits & 3 {
    case 1: self = .input
    case 2: self = .output
    case 3: self = .bidirectional
    default: return nil
    }
  }

  /// The two bits that encode the direction.
  var bits: UInt32 {
    @_noLocks get {
      switch self {
      case .input: 1
      case .output: 2
      case .bidirectional: 3
      }
    }
  }
}

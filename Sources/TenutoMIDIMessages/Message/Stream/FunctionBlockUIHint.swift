/// The recommended presentation of a function block in a user interface.
public enum FunctionBlockUIHint: BitwiseCopyable, Sendable, Hashable, CaseIterable {
  /// Unknown.
  case unknown

  /// Mainly as a receiver of messages.
  case receiver

  /// Mainly as a sender of messages.
  case sender

  /// As both.
  case both

  @_noLocks
  init(bits: UInt32) {
    switch bits & 3 {
    case 0: self = .unknown
    case 1: self = .receiver
    case 2: self = .sender
    default: self = .both
    }
  }

  /// The two bits that encode the hint.
  var bits: UInt32 {
    @_noLocks get {
      switch self {
      case .unknown: 0
      case .receiver: 1
      case .sender: 2
      case .both: 3
      }
    }
  }
}

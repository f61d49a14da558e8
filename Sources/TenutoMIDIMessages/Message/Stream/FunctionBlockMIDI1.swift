/// Whether a function block represents a MIDI 1.0 connection.
public enum FunctionBlockMIDI1: BitwiseCopyable, Sendable, Hashable, CaseIterable {
  /// It does not.
  case no

  /// It does, as fast as the endpoint.
  case fullSpeed

  /// It does, at 31.25 kbit/s at most.
  case restrictedBandwidth

  @_noLocks
  init?(bits: UInt32) {
    switch bits & 3 {
    case 0: self = .no
    case 1: self = .fullSpeed
    case 2: self = .restrictedBandwidth
    default: return nil
    }
  }

  /// The two bits that encode the value.
  var bits: UInt32 {
    @_noLocks get {
      switch self {
      case .no: 0
      case .fullSpeed: 1
      case .restrictedBandwidth: 2
      }
    }
  }
}

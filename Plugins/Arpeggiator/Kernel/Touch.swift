import TenutoExtension

/// The velocity of the notes of a step.
struct Touch: BitwiseCopyable {
  /// The raw values are those of the parameter.
  enum Mode: Int, BitwiseCopyable {
    case asPlayed, fixed, accents
  }

  var mode = Mode.asPlayed
  /// The velocity of `fixed`.
  var velocity: UInt16 = 52428

  /// Returns the velocity of a note; `isOnBeat` is whether its step begins on a quarter note.
  @_noLocks func velocity(of played: UInt16, isOnBeat: Bool) -> UInt16 {
    switch mode {
    case .asPlayed: played
    case .fixed: velocity
    case .accents: isOnBeat ? played : UInt16(UInt32(played) * 7 / 10)
    }
  }
}

import TenutoExtension

/// The choice of the held note that a step plays.
struct Pattern: BitwiseCopyable {
  /// The raw values are those of the parameter.
  enum Mode: Int, BitwiseCopyable {
    case up, down, upDown, random, asPlayed, chord

    /// Creates the mode of a parameter's value, or the nearest mode for any other number.
    @_noLocks init(parameter: Float) {
      switch parameter {
      case 0.5..<1.5: self = .down
      case 1.5..<2.5: self = .upDown
      case 2.5..<3.5: self = .random
      case 3.5..<4.5: self = .asPlayed
      case 4.5...: self = .chord
      default: self = .up
      }
    }
  }

  var mode = Mode.up
  var octaves = 1
  var seed: UInt64 = 0
  /// Steps since the first key.
  private var position = 0

  /// Starts from the first note.
  @_noLocks mutating func restart() { position = 0 }

  /// Advances to the next step.
  @_noLocks mutating func advance() { position &+= 1 }

  /// Returns the index of the step's note among `count` notes, and its octave offset.
  @_noLocks mutating func choose(of count: Int) -> (place: Int, octave: Int) {
    let length = count * octaves
    let index = index(in: length)
    return (index % count, index / count)
  }

  /// The octaves by which a chord is raised.
  var chordOctave: Int { @_noLocks mutating get { position % octaves } }

  @_noLocks private mutating func index(in length: Int) -> Int {
    switch mode {
    case .down: return length - 1 - position % length
    case .upDown:
      guard length > 1 else { return 0 }
      let turn = position % (2 * length - 2)
      return turn < length ? turn : 2 * length - 2 - turn
    case .random: return Int(truncatingIfNeeded: random() % UInt64(length))
    default: return position % length
    }
  }

  /// Returns a number that depends only on the seed and the step (SplitMix64).
  @_noLocks private mutating func random() -> UInt64 {
    let step = seed << 32 &+ UInt64(truncatingIfNeeded: position) &+ 1
    var bits = step &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return (bits ^ bits >> 31) >> 1
  }
}

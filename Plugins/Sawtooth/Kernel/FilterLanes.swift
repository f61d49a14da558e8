import TenutoExtension

/// The low-pass filters of four voices: state variable, trapezoidal, 12 dB per octave.
///
/// It is stable at any cutoff, also while the cutoff moves.
struct FilterLanes: BitwiseCopyable {
  private var first = Lanes()
  private var second = Lanes()
  /// tan(π · cutoff / sample rate).
  private var warped = Lanes()
  /// The increment of `warped` per frame.
  private var warpedStep = Lanes()
  /// Octaves that a voice's velocity adds to the cutoff.
  private var offset = Lanes()

  @_noLocks init() {}

  /// Filters one frame in place.
  ///
  /// - Parameters:
  ///   - lanes: The voices.
  ///   - damping: 1 / Q.
  @inline(__always) @_noLocks mutating func advance(_ lanes: inout Lanes, damping: Lanes) {
    warped += warpedStep
    // Solved for the next state, in which few operations wait for each other.
    let gain1 = 2 / (1 + warped * (warped + damping))
    let gain2 = warped * gain1
    let gain3 = warped * gain2
    let difference = lanes - second
    let next = second + gain2 * first + gain3 * difference
    first = (gain1 - 1) * first + gain2 * difference
    lanes = (second + next) * 0.5
    second = next
  }
}

extension FilterLanes {
  /// Lets all cutoffs glide to their targets, in `length` frames.
  @_noLocks mutating func aim(_ cutoff: Cutoff, levels: Lanes, length: Int) {
    warpedStep = (cutoff.warped(levels: levels, offset: offset) - warped) * (1 / Float(length))
  }

  /// Empties a filter and sets its cutoff to the target.
  @_noLocks mutating func restart(_ lane: Int, cutoff: Cutoff, levels: Lanes) {
    first[lane] = 0
    second[lane] = 0
    warped[lane] = cutoff.warped(levels: levels, offset: offset)[lane]
    warpedStep[lane] = 0
  }

  /// Sets the octaves that a voice's velocity adds to the cutoff.
  @_noLocks mutating func setOffset(_ lane: Int, octaves: Float) { offset[lane] = octaves }
}

/// The base settings of a voice's filter, before the voice's own modulation.
struct Cutoff: BitwiseCopyable {
  /// The cutoff parameter, as the binary logarithm of Hz.
  var octaves: Float
  /// Octaves that a full envelope adds.
  var envelopeOctaves: Float
  /// The upper limit, as the binary logarithm of Hz.
  let largestOctaves: Float
  /// π / sample rate.
  let radiansPerHertz: Float

  /// tan(π · cutoff / sample rate) of four voices, within 20 Hz and 47 % of the sample rate.
  @_noLocks func warped(levels: Lanes, offset: Lanes) -> Lanes {
    var sum = levels * envelopeOctaves + offset + octaves
    sum.replace(with: largestOctaves, where: sum .> largestOctaves)
    sum.replace(with: 4.321_928, where: sum .< 4.321_928)  // log2(20)
    return LaneMath.tan(LaneMath.exp2(sum) * radiansPerHertz)
  }
}

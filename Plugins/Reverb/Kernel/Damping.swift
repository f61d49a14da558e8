import TenutoExtension

/// One number for each delay of the network.
typealias Lines = SIMD16<Float>

/// The gain and the two shelves of each delay of the network.
struct Damping: BitwiseCopyable {
  var gain = Lines()
  /// b0, b1 and a1 of the high shelf.
  var high = InlineArray<3, Lines>(repeating: Lines())
  /// b0, b1 and a1 of the low shelf.
  var low = InlineArray<3, Lines>(repeating: Lines())
  /// The gain that makes noise equally loud before and after the network.
  var outputGain: Float = 0

  @_noLocks init() {}

  /// Sets the damping of one delay.
  @_noLocks mutating func set(
    _ line: Int, gain: Double, _ high: Shelf, _ low: Shelf, _ sampleRate: Double
  ) {
    self.gain[line & 15] = Float(gain)
    let highTerms = high.coefficients(sampleRate)
    let lowTerms = low.coefficients(sampleRate)
    for term in 0..<3 {
      self.high[term][line & 15] = Float(highTerms[term])
      self.low[term][line & 15] = Float(lowTerms[term])
    }
  }

  /// Moves a part of the distance to another damping; between two stable ones it stays stable.
  @_noLocks mutating func approach(_ target: Damping, part: Float) {
    gain += (target.gain - gain) * part
    for term in 0..<3 {
      high[term] += (target.high[term] - high[term]) * part
      low[term] += (target.low[term] - low[term]) * part
    }
    outputGain += (target.outputGain - outputGain) * part
  }
}

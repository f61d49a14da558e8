import TenutoExtension

/// The parameters of the room, and the resulting values of each delay of the network.
struct Room: BitwiseCopyable {
  let sampleRate: Double
  /// The pre-delay in seconds.
  var preDelay = 0.0
  /// The size as a part of the largest room, 0...1.
  var size = 0.6
  /// The decay time at 1 kHz, in seconds.
  var decay = 1.8
  /// The decay time at high frequencies over the one at 1 kHz.
  var highRatio = 0.5
  /// The decay time at low frequencies over the one at 1 kHz.
  var lowRatio = 1.0
  /// The feedback of the diffusers, 0...0.7.
  var diffusion: Float = 0.5
  /// The depth of the modulation of the delays, in frames.
  var swing: Float = 0
  /// The longest decay time at any frequency, in seconds.
  private(set) var longestDecay = 0.0

  init(sampleRate: Double) { self.sampleRate = sampleRate }

  /// Returns a delay of the network, in frames.
  @_noLocks func length(_ line: Int) -> Int {
    // From 31 to 101 ms in equal ratios, with a golden-angle jitter against common multiples.
    let jitter = Double(line) * 0.618_034
    let position = (Double(line) + 0.6 * (jitter - Double(Int(jitter)) - 0.5)) / 15
    let seconds = 0.031 * DSP.exp2(1.704 * position)
    // A decay within a few passes would be audible as steps, so a short one shrinks the room.
    return Int(seconds * min(size, 2.2 * decay) * sampleRate) | 1
  }

  /// Computes the damping of the delays.
  @_noLocks mutating func damping() -> Damping {
    var damping = Damping()
    longestDecay = 0
    var energy = 0.0
    for line in 0..<16 {
      let seconds = Double(length(line)) / sampleRate
      let loss = -60 * seconds / decay
      let high = Shelf.high(corner: min(5000, 0.35 * sampleRate), gain: extra(loss, highRatio))
      let low = Shelf.low(corner: 150, gain: extra(loss, lowRatio))
      let middle = min(1000, 0.25 * sampleRate) / sampleRate
      // Compensates the loss of the shelves at 1 kHz, so that the decay time is exact there.
      let given = high.decibels(at: middle, sampleRate) + low.decibels(at: middle, sampleRate)
      let rest = min(loss - given, 0.1 * loss)
      longestDecay = max(longestDecay, -60 * seconds / rest)
      energy += DSP.exp2(loss * 0.332_192_8)  // log2(10) / 10
      damping.set(line, gain: DSP.gain(decibels: rest), high, low, sampleRate)
    }
    damping.outputGain = Float(DSP.squareRoot(1 - energy / 16))
    return damping
  }

  /// Returns the dB that scale a decay time, limited so that the middle stays exact.
  @_noLocks private func extra(_ loss: Double, _ ratio: Double) -> Double {
    max(loss * (1 / ratio - 1), -24)
  }
}

import TenutoExtension

/// The beginnings of steps, in quarter notes since the start of the music.
struct StepGrid: BitwiseCopyable {
  /// Quarter notes of a straight step.
  var length = 0.25
  /// The share of the first step in a pair of steps, 0.5...0.75.
  var swing = 0.5

  /// Returns the beat at which a step begins; steps before the start of the music are negative.
  @_noLocks func beat(of step: Int) -> Double {
    step & 1 == 0
      ? Double(step) * length : (Double(step &- 1) + 2 * swing) * length
  }

  /// Returns the first step that begins after `beat`.
  @_noLocks func firstStep(after beat: Double) -> Int {
    // Swing moves a step by less than one step, so the search starts two steps earlier.
    var step = Int(beat / length) &- 2
    while self.beat(of: step) <= beat { step &+= 1 }
    return step
  }
}

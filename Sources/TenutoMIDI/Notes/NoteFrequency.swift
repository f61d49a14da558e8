extension NoteName {
  /// Returns the frequency of a note number in Hz.
  ///
  /// Thread: any. Exact to the last bits of a Double, without a math library.
  ///
  /// - Parameter note: Semitones, 69 for 440 Hz, with a fraction. Clamped to -128 through 256, and
  ///   NaN counts as -128, so that a frequency is always finite and above 0.
  /// - Returns: Hz.
  @_noLocks
  public static func frequency(of note: Double) -> Double {
    let pitch = note >= -128 ? (note <= 256 ? note : 256) : -128
    // Counted from an A far below, so that the integer part is not negative.
    let position = pitch - 69 + 240
    let whole = Int(position + 0.5)
    let octave = whole / 12 - 20
    let scale = Double(bitPattern: UInt64(1023 + octave) << 52)
    return 440 * scale * ratio(semitones: whole % 12) * detune(position - Double(whole))
  }

  /// Returns 2 to the power of `semitones` / 12 for the steps of an octave.
  ///
  /// A `switch`, because a static table is initialized at its first use, under a lock.
  @_noLocks
  private static func ratio(semitones: Int) -> Double {
    switch semitones {
    case 0: 1
    case 1: 1.0594630943592953
    case 2: 1.122462048309373
    case 3: 1.189207115002721
    case 4: 1.2599210498948732
    case 5: 1.3348398541700344
    case 6: 1.4142135623730951
    case 7: 1.4983070768766815
    case 8: 1.5874010519681994
    case 9: 1.681792830507429
    case 10: 1.7817974362806785
    default: 1.8877486253633868
    }
  }

  /// Returns 2 to the power of `semitones` / 12 for -0.5 to 0.5, by the series of the exponential.
  @_noLocks
  private static func detune(_ semitones: Double) -> Double {
    let x = semitones * 0.05776226504666211  // ln 2 / 12
    // The next term is below 1e-16 of the sum.
    let tail = 1 + x / 4 * (1 + x / 5 * (1 + x / 6 * (1 + x / 7)))
    return 1 + x * (1 + x / 2 * (1 + x / 3 * tail))
  }
}

import TenutoExtension

extension RecordedSound {
  /// The built-in sound: a struck tine that rings on in its loop.
  ///
  /// Each partial decays to its sustained level, and the sum is periodic in the loop.
  public static let builtIn: RecordedSound = {
    let period = 184
    let length = 62560  // 340 periods, 1.3 s
    var samples = Array(repeating: Float(0), count: length)
    for partial in Partial.all {
      for frame in 0..<length {
        let seconds = Double(frame) / 48000
        let fall = DSP.exp(-partial.fall * seconds)
        let level = partial.kept + (partial.struck - partial.kept) * fall
        let angle = 2 * Double.pi * partial.number * Double(frame % (period * 100)) / Double(period)
        samples[frame] += Float(level * DSP.sin(angle))
      }
    }
    for frame in 0..<48 { samples[frame] *= Float(frame) / 48 }
    let root = 69 + 12 * DSP.log2(48000.0 / Double(period) / 440)
    return RecordedSound(
      sampleRate: 48000, rootNote: Float(root), channels: [samples],
      loop: length - 20 * period..<length - 10 * period)
  }()

  /// One partial of the built-in sound.
  private struct Partial {
    let number: Double
    /// The level at the strike.
    let struck: Double
    /// The sustained level.
    let kept: Double
    /// The decay rate per second.
    let fall: Double

    static let all = [
      Partial(number: 1, struck: 0.55, kept: 0.42, fall: 9.5),
      Partial(number: 2, struck: 0.14, kept: 0.05, fall: 10),
      Partial(number: 3, struck: 0.10, kept: 0.03, fall: 11),
      Partial(number: 4, struck: 0.05, kept: 0.008, fall: 12),
      Partial(number: 5, struck: 0.03, kept: 0.003, fall: 13),
      Partial(number: 7, struck: 0.05, kept: 0, fall: 16),
      Partial(number: 14.02, struck: 0.06, kept: 0, fall: 24),
    ]
  }
}

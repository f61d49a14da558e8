import TenutoExtension

/// Windowed sincs of 32 taps at 256 phases, for nine cutoffs over an octave.
///
/// Frequencies above 42 % of the sample rate are removed, so that images and aliases below are
/// attenuated by more than 80 dB.
@safe struct Interpolator: ~Copyable {
  /// The 32 weights of each cutoff and phase, and their differences to the next phase.
  private let weights: UnsafeMutablePointer<Float>

  static var tapCount: Int { @_noLocks get { 32 } }
  private static var phaseCount: Int { @_noLocks get { 256 } }
  private static var cutoffCount: Int { @_noLocks get { 9 } }

  /// Creates all tables, in some milliseconds.
  ///
  /// Thread: control.
  init() {
    unsafe weights = .allocate(capacity: Self.cutoffCount * Self.phaseCount * 64)
    for cutoff in 0..<Self.cutoffCount {
      let ratio = DSP.exp2(Double(cutoff) / 8)
      for phase in 0..<Self.phaseCount {
        let now = Self.row(phase, ratio: ratio)
        let next = Self.row(phase + 1, ratio: ratio)
        let start = (cutoff * Self.phaseCount + phase) * 64
        for tap in 0..<32 {
          unsafe weights[start + tap] = Float(now[tap])
          unsafe weights[start + 32 + tap] = Float(next[tap] - now[tap])
        }
      }
    }
  }

  deinit { unsafe weights.deallocate() }

  /// The weights of one phase; they add up to 1.
  private static func row(_ phase: Int, ratio: Double) -> [Double] {
    let fraction = Double(phase) / Double(phaseCount)
    // The stop band begins at the frequency whose alias would fall below 42 % of the output's rate.
    let cutoff = 0.58 / ratio - 0.08
    let row = (0..<32).map { weight(Double($0) - 15 - fraction, cutoff: cutoff, reach: 16) }
    let sum = row.reduce(0, +)
    return row.map { $0 / sum }
  }

  /// A sinc in a window of Kaiser (β = 8.2: 83 dB).
  static func weight(_ x: Double, cutoff: Double, reach: Double) -> Double {
    guard abs(x) < reach else { return 0 }
    let angle = 2 * .pi * cutoff * x
    let sinc = abs(angle) < 1e-9 ? 1 : DSP.sin(angle) / angle
    let window = bessel(8.2 * (1 - x * x / (reach * reach)).squareRoot()) / bessel(8.2)
    return 2 * cutoff * sinc * window
  }

  /// The modified Bessel function of order 0.
  private static func bessel(_ x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    for index in 1..<40 {
      term *= x * x / Double(4 * index * index)
      sum += term
    }
    return sum
  }

  /// Returns the table for a pitch of `ratio` frames per frame, 1...2 or less.
  @_noLocks static func table(forRatio ratio: Double) -> Int {
    guard ratio > 1 else { return 0 }
    let index = Int(DSP.log2(ratio) * 8 + 0.999)
    return min(index, cutoffCount - 1)
  }

  /// Returns both channels at a position between frames.
  ///
  /// - Parameters:
  ///   - level: The samples.
  ///   - position: The position in frames; outside the sound there is silence.
  ///   - table: The result of `table(forRatio:)`.
  ///   - isStereo: Whether the channels differ.
  /// - Returns: Left and right.
  @inline(__always) @_noLocks func frame(
    _ level: SoundLevel, at position: Double, table: Int, isStereo: Bool
  ) -> SIMD2<Float> {
    guard position >= 0, position < Double(level.count), let left = unsafe level.left,
      let right = unsafe level.right
    else { return SIMD2() }
    let whole = Int(position)
    let scaled = (position - Double(whole)) * 256
    let phase = Int(scaled)
    let part = Float(scaled - Double(phase))
    let row = unsafe weights + ((table &* 256 &+ phase) &* 64)
    // The sound begins at sample 32 of its buffer; the taps begin 15 samples before the position.
    let first = unsafe Self.sum(row, left + (whole &+ 17), part)
    guard isStereo else { return SIMD2(first, first) }
    return SIMD2(first, unsafe Self.sum(row, right + (whole &+ 17), part))
  }

  @inline(__always) @_noLocks private static func sum(
    _ row: UnsafeMutablePointer<Float>, _ samples: UnsafePointer<Float>, _ part: Float
  ) -> Float {
    var sum = SIMD8<Float>()
    let weights = UnsafeRawPointer(row)
    let bytes = unsafe UnsafeRawPointer(samples)
    for block in 0..<4 {
      let offset = block &* 32
      let weight = unsafe weights.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      let slope = unsafe weights.loadUnaligned(
        fromByteOffset: offset &+ 128, as: SIMD8<Float>.self)
      let input = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      sum += (weight + slope * part) * input
    }
    let four = sum.lowHalf + sum.highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }
}

/// Copies what an extension has rendered, and lets nothing through that hurts.
///
/// NaN, infinities and subnormals become 0; what is louder than the ceiling is held at it.
enum OutputGuard {
  /// The loudest sample inside the host: +24 dBFS.
  static var ceiling: Float { @_noLocks get { 15.848_932 } }

  /// What one copy found.
  struct Findings: BitwiseCopyable {
    /// Samples that were replaced or held.
    var badSampleCount = 0
    /// The largest magnitude that came out.
    var peak: Float = 0

    @_noLocks init() {}
  }

  /// Copies `count` samples, each read once, and adds to `findings`.
  ///
  /// Thread: render.
  @_noLocks
  static func copy(
    _ source: UnsafePointer<Float>, to destination: UnsafeMutablePointer<Float>, count: Int,
    findings: inout Findings
  ) {
    let from = unsafe UnsafeRawPointer(source)
    let into = UnsafeMutableRawPointer(destination)
    var peaks = SIMD8<Float>.zero
    var index = 0
    while index &+ 8 <= count {
      let samples = unsafe from.loadUnaligned(
        fromByteOffset: index &* 4, as: SIMD8<Float>.self)
      let clean = checked(samples, findings: &findings)
      unsafe into.storeBytes(of: clean, toByteOffset: index &* 4, as: SIMD8<Float>.self)
      let loudness = magnitude(clean)
      peaks.replace(with: loudness, where: loudness .> peaks)
      index &+= 8
    }
    findings.peak = max(findings.peak, peaks.max())
    while index < count {
      var lane = SIMD8<Float>.zero
      lane[0] = unsafe source[index]
      let clean = checked(lane, findings: &findings)
      unsafe destination[index] = clean[0]
      findings.peak = max(findings.peak, clean[0].magnitude)
      index &+= 1
    }
  }

  @_noLocks
  private static func magnitude(_ samples: SIMD8<Float>) -> SIMD8<Float> {
    let bits = unsafe unsafeBitCast(samples, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF
    return unsafe unsafeBitCast(bits, to: SIMD8<Float>.self)
  }

  /// One comparison says whether all eight are good, which they nearly always are: as integers,
  /// magnitudes from the smallest normal number to the ceiling are one interval, 0 apart.
  @_noLocks
  private static func checked(
    _ samples: SIMD8<Float>, findings: inout Findings
  ) -> SIMD8<Float> {
    let bits = unsafe unsafeBitCast(samples, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF
    let smallest = Float.leastNormalMagnitude.bitPattern
    let span = ceiling.bitPattern &- smallest
    let isBad = ((bits &- smallest) .> span) .& (bits .!= 0)
    guard any(isBad) else { return samples }
    return repaired(samples, findings: &findings)
  }

  @inline(never) @_noLocks
  private static func repaired(
    _ samples: SIMD8<Float>, findings: inout Findings
  ) -> SIMD8<Float> {
    var result = samples
    for lane in 0..<8 {
      let sample = samples[lane]
      if !sample.isFinite || sample.isSubnormal {
        result[lane] = 0
        findings.badSampleCount &+= 1
      } else if sample.magnitude > ceiling {
        result[lane] = sample > 0 ? ceiling : -ceiling
        findings.badSampleCount &+= 1
      }
    }
    return result
  }
}

internal import CTenuto

/// Copies what an extension has rendered, and lets nothing through that hurts.
///
/// NaN, infinities and subnormals become 0; what is louder than the ceiling is held at it.
package enum OutputGuard {
  /// The loudest sample that is let through: +24 dBFS.
  package static var ceiling: Float { @_noLocks get { 15.848_932 } }

  /// The loudest sample that a device plays: 0 dBFS.
  package static var fullScale: Float { @_noLocks get { 1 } }

  /// What one copy found.
  package struct Findings: BitwiseCopyable {
    /// Samples that were replaced or held.
    package var badSampleCount = 0
    /// Those among them that were no number, and those that were above the ceiling.
    package var nonFiniteCount = 0
    package var loudCount = 0
    /// The largest magnitude that came out.
    package var peak: Float = 0

    @_noLocks package init() {}
  }

  /// Copies `count` samples, each read once, and adds to `findings`.
  ///
  /// Samples are looked at as integers, many at a time: magnitudes from the smallest normal number to
  /// the ceiling are one interval. Only where one is out of it are they looked at one by one.
  ///
  /// Thread: render.
  @_noLocks
  package static func copy(
    _ source: UnsafePointer<Float>, to destination: UnsafeMutablePointer<Float>, count: Int,
    findings: inout Findings
  ) {
    let largest = Int32(bitPattern: ceiling.bitPattern)
    var loudest: Int32 = 0
    let isBad = unsafe tenuto_samples_copy_checked(
      source, destination, count, Int32(bitPattern: Float.leastNormalMagnitude.bitPattern),
      largest, &loudest)
    if isBad != 0 { loudest = unsafe repair(destination, count: count, findings: &findings) }
    let peak = Float(bitPattern: UInt32(bitPattern: loudest))
    if peak > findings.peak { findings.peak = peak }
  }

  /// Holds samples at full scale, in place, and returns how many were louder.
  ///
  /// What is no number becomes 0. A guard of ears and loudspeakers, no sound. Samples within full scale stay what they are, bit
  /// for bit.
  ///
  /// Thread: render.
  @_noLocks
  package static func holdAtFullScale(
    _ samples: UnsafeMutablePointer<Float>, count: Int
  ) -> Int {
    // As integers, what is infinite or no number is larger than full scale as well.
    let peak = unsafe tenuto_samples_peak(samples, count)
    guard peak > Int32(bitPattern: fullScale.bitPattern) else { return 0 }
    return unsafe clip(samples, count: count)
  }

  @inline(never) @_noLocks
  private static func clip(_ samples: UnsafeMutablePointer<Float>, count: Int) -> Int {
    var clipped = 0
    for index in 0..<count {
      let sample = unsafe samples[index]
      guard !(sample.magnitude <= fullScale) else { continue }
      clipped &+= 1
      unsafe samples[index] = sample.isNaN ? 0 : sample > 0 ? fullScale : -fullScale
    }
    return clipped
  }

  /// Replaces what is bad in samples that are the reader's own by now; the largest magnitude that is
  /// left, as bits.
  @inline(never) @_noLocks
  private static func repair(
    _ samples: UnsafeMutablePointer<Float>, count: Int, findings: inout Findings
  ) -> Int32 {
    var loudest: Int32 = 0
    for index in 0..<count {
      let sample = unsafe samples[index]
      if !sample.isFinite {
        unsafe samples[index] = 0
        findings.badSampleCount &+= 1
        findings.nonFiniteCount &+= 1
      } else if sample.isSubnormal {
        unsafe samples[index] = 0
        findings.badSampleCount &+= 1
      } else if sample.magnitude > ceiling {
        unsafe samples[index] = sample > 0 ? ceiling : -ceiling
        findings.badSampleCount &+= 1
        findings.loudCount &+= 1
      }
      loudest = max(loudest, Int32(bitPattern: (unsafe samples[index]).bitPattern & 0x7FFF_FFFF))
    }
    return loudest
  }
}

internal import CTenuto

/// Copies an extension's output and makes it safe to play.
///
/// NaN, infinities and subnormals become 0; samples above the ceiling are clipped to it.
package enum OutputGuard {
  /// The loudest sample that passes: +24 dBFS.
  package static var ceiling: Float { @_noLocks get { 15.848_932 } }

  /// The loudest sample that a device plays: 0 dBFS.
  package static var fullScale: Float { @_noLocks get { 1 } }

  /// Counts of one copy.
  package struct Findings: BitwiseCopyable {
    /// Samples that were replaced or clipped.
    package var badSampleCount = 0
    /// NaN or infinite samples among them, and samples above the ceiling.
    package var nonFiniteCount = 0
    package var loudCount = 0
    /// The largest magnitude in the copy.
    package var peak: Float = 0

    @_noLocks package init() {}
  }

  /// Copies `count` samples, each read once, and adds to `findings`.
  ///
  /// Samples are compared as integers, several at a time: magnitudes from the smallest normal
  /// number to the ceiling form one interval. Only a block with a sample outside it is checked
  /// sample by sample.
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

  /// Clips samples at full scale, in place, and returns the number of louder ones.
  ///
  /// NaN becomes 0. This protects ears and loudspeakers; samples within full scale stay unchanged,
  /// bit for bit.
  ///
  /// Thread: render.
  @_noLocks
  package static func holdAtFullScale(
    _ samples: UnsafeMutablePointer<Float>, count: Int
  ) -> Int {
    // Compared as integers, infinities and NaN are above full scale too.
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

  /// Replaces bad samples in memory that only the reader can change, and returns the largest
  /// remaining magnitude as bits.
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

/// Copies what an extension has rendered, and lets nothing through that hurts.
///
/// NaN, infinities and subnormals become 0; what is louder than the ceiling is held at it.
package enum OutputGuard {
  /// The loudest sample that is let through: +24 dBFS.
  package static var ceiling: Float { @_noLocks get { 15.848_932 } }

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

  /// Samples that are looked at together; a bad one costs a second look at so many.
  private static var blockCount: Int { @_noLocks get { 64 } }

  /// Copies `count` samples, each read once, and adds to `findings`.
  ///
  /// Thread: render.
  @_noLocks
  package static func copy(
    _ source: UnsafePointer<Float>, to destination: UnsafeMutablePointer<Float>, count: Int,
    findings: inout Findings
  ) {
    var start = 0
    while start < count {
      let length = min(blockCount, count &- start)
      unsafe copyBlock(
        source + start, to: destination + start, count: length, findings: &findings)
      start &+= length
    }
  }

  /// Copies a block and looks at it as integers, without a branch, so that the compiler makes
  /// vectors of it: magnitudes from the smallest normal number to the ceiling are one interval.
  @inline(__always) @_noLocks
  private static func copyBlock(
    _ source: UnsafePointer<Float>, to destination: UnsafeMutablePointer<Float>, count: Int,
    findings: inout Findings
  ) {
    let smallest = Int32(bitPattern: Float.leastNormalMagnitude.bitPattern)
    let largest = Int32(bitPattern: ceiling.bitPattern)
    var signs: Int32 = 0
    var loudest: Int32 = 0
    for index in 0..<count {
      let sample = unsafe source[index]
      unsafe destination[index] = sample
      let magnitude = Int32(bitPattern: sample.bitPattern & 0x7FFF_FFFF)
      let isTooLarge = largest &- magnitude  // negative then
      let isTooSmall = (magnitude &- smallest) & (0 &- magnitude)  // negative then, 0 is not
      signs |= isTooLarge | isTooSmall
      loudest = magnitude > loudest ? magnitude : loudest
    }
    if signs < 0 { loudest = unsafe repair(destination, count: count, findings: &findings) }
    let peak = min(ceiling, Float(bitPattern: UInt32(bitPattern: min(loudest, largest))))
    if peak > findings.peak { findings.peak = peak }
  }

  /// Replaces what is bad in a block that is the reader's own by now; the largest magnitude that is
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

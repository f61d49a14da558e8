internal import TenutoTransport

/// A checksum of output samples: equal outputs have equal digests.
///
/// Samples are digested as `OutputGuard` leaves them, so an extension's output and the host's copy
/// of it have equal digests.
struct SampleDigest: BitwiseCopyable {
  private var sum: UInt32 = 0

  @_noLocks init() {}

  /// Adds a channel.
  ///
  /// Thread: render.
  @_noLocks
  mutating func add(_ samples: UnsafePointer<Float>, count: Int) {
    let ceiling = OutputGuard.ceiling.bitPattern
    let smallest = Float.leastNormalMagnitude.bitPattern
    let infinity = Float.infinity.bitPattern
    var sum: UInt32 = 0
    for frame in 0..<count {
      let weight = UInt32(truncatingIfNeeded: frame) &* 2 &+ 1
      let bits = unsafe samples[frame].bitPattern
      let magnitude = bits & 0x7FFF_FFFF
      let isSilent = magnitude < smallest || magnitude >= infinity
      let held = magnitude > ceiling ? bits & 0x8000_0000 | ceiling : bits
      sum &+= (isSilent ? 0 : held) &* weight
    }
    self.sum = self.sum &* 31 &+ sum
  }

  /// The digest, which is never 0.
  var value: UInt32 { @_noLocks get { sum | 1 } }
}

/// A version of the Universal MIDI Packet format.
public struct UMPVersion: BitwiseCopyable, Sendable, Hashable {
  /// The number before the point.
  public var major: UInt8

  /// The number after the point.
  public var minor: UInt8

  /// Creates a version.
  ///
  /// Thread: any.
  @_noLocks
  public init(major: UInt8, minor: UInt8) {
    self.major = major
    self.minor = minor
  }

  /// Version 1.1, which this library speaks.
  public static var current: UMPVersion {
    @_noLocks get { UMPVersion(major: 1, minor: 1) }
  }

  @_noLocks
  init(bits: UInt32) {
    major = UInt8(truncatingIfNeeded: bits >> 8)
    minor = UInt8(truncatingIfNeeded: bits)
  }

  /// The sixteen bits that encode the version.
  var bits: UInt32 {
    @_noLocks get { UInt32(major) << 8 | UInt32(minor) }
  }
}

/// Conversions of resolution between MIDI 1.0 and MIDI 2.0 values.
///
/// Up: min-center-max, so that 0, the centre and the maximum are preserved. Down: the low bits are
/// dropped, so that up and down again gives the same value.
///
/// The corresponding standard is MIDI 2.0 Bit Scaling and Resolution (M2-115-U).
public enum MIDIScaling {
  /// Scales 7 bits to 16, as for velocities.
  ///
  /// Thread: any. The high bit of `value` is dropped.
  @_noLocks
  public static func up7To16(_ value: UInt8) -> UInt16 {
    UInt16(truncatingIfNeeded: up(UInt32(value & 0x7F), from: 7, to: 16))
  }

  /// Scales 7 bits to 32, as for controllers and pressures.
  ///
  /// Thread: any. The high bit of `value` is dropped.
  @_noLocks
  public static func up7To32(_ value: UInt8) -> UInt32 {
    up(UInt32(value & 0x7F), from: 7, to: 32)
  }

  /// Scales 14 bits to 32, as for the pitch wheel and registered parameters.
  ///
  /// Thread: any. The two high bits of `value` are dropped.
  @_noLocks
  public static func up14To32(_ value: UInt16) -> UInt32 {
    up(UInt32(value & 0x3FFF), from: 14, to: 32)
  }

  /// Scales 16 bits to 7.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public static func down16To7(_ value: UInt16) -> UInt8 {
    UInt8(truncatingIfNeeded: value >> 9)
  }

  /// Scales 32 bits to 7.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public static func down32To7(_ value: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: value >> 25)
  }

  /// Scales 32 bits to 14.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public static func down32To14(_ value: UInt32) -> UInt16 {
    UInt16(truncatingIfNeeded: value >> 18)
  }

  /// Scales up above the centre by repeating the bits below the top one.
  @_noLocks
  private static func up(_ value: UInt32, from sourceBits: UInt32, to bits: UInt32) -> UInt32 {
    let shift = bits - sourceBits
    var result = value << shift
    guard value > 1 << (sourceBits - 1) else { return result }
    let repeatBits = sourceBits - 1
    var pattern = value & (1 << repeatBits - 1)
    pattern = shift > repeatBits ? pattern << (shift - repeatBits) : pattern >> (repeatBits - shift)
    while pattern != 0 {
      result |= pattern
      pattern >>= repeatBits
    }
    return result
  }
}

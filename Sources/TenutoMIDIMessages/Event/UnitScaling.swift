/// Scales between 0…1 and integers so that 0.5 is the centre, as M2-115-U requires of a controller.
///
/// Fractions of a step are truncated, towards the centre for values relative to it, as in
/// SwiftMIDI: the same source sends the same bytes.
enum UnitScaling {
  /// Returns `unit` as an integer of `bits` bits; values outside 0…1 are clamped.
  static func integer(_ unit: Double, bits: UInt32) -> UInt32 {
    let centre = Double(UInt32(1) << (bits - 1))
    guard unit > 0 else { return 0 }  // NaN too.
    if unit <= 0.5 { return UInt32(unit * 2 * centre) }
    return above(centre, ((unit < 1 ? unit : 1) - 0.5) * 2)
  }

  /// Returns `unit`, -1…1, as an integer of `bits` bits; values outside are clamped.
  static func integer(bipolar unit: Double, bits: UInt32) -> UInt32 {
    let centre = Double(UInt32(1) << (bits - 1))
    if unit > 0 { return above(centre, unit < 1 ? unit : 1) }
    guard unit > -1 else { return unit <= -1 ? 0 : UInt32(centre) }  // NaN is the centre.
    return UInt32(centre) - UInt32(-unit * centre)
  }

  /// Returns a fraction of the distance from the centre to the greatest integer.
  ///
  /// The number of steps above the centre is not a power of two, so an integer may convert back
  /// slightly too low: by less than 2^-20 of a step, even with 32 bits.
  private static func above(_ centre: Double, _ part: Double) -> UInt32 {
    UInt32(centre) + UInt32(part * (centre - 1) + 0x1p-16)
  }

  /// Returns an integer of `bits` bits as 0…1.
  static func unit(_ value: UInt32, bits: UInt32) -> Double {
    let centre = Double(UInt32(1) << (bits - 1))
    let value = Double(value)
    return value <= centre ? value / centre / 2 : 0.5 + (value - centre) / (centre - 1) / 2
  }
}

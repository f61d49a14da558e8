/// Scales between 0…1 and integers so that 0.5 is the centre, as M2-115-U wants of a controller.
enum UnitScaling {
  /// Returns `unit` as an integer of `bits` bits; what is out of 0…1 is brought into it.
  static func integer(_ unit: Double, bits: UInt32) -> UInt32 {
    let centre = Double(UInt32(1) << (bits - 1))
    guard unit > 0 else { return 0 }  // NaN too.
    let clamped = unit < 1 ? unit : 1
    let value =
      clamped <= 0.5 ? clamped * 2 * centre : centre + (clamped - 0.5) * 2 * (centre - 1)
    return UInt32(value + 0.5)
  }

  /// Returns an integer of `bits` bits as 0…1.
  static func unit(_ value: UInt32, bits: UInt32) -> Double {
    let centre = Double(UInt32(1) << (bits - 1))
    let value = Double(value)
    return value <= centre ? value / centre / 2 : 0.5 + (value - centre) / (centre - 1) / 2
  }
}

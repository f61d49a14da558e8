import TenutoExtension

/// Logarithm and power to the base of 2, accurate to eight digits, or a ten-millionth of a dB.
///
/// Two calls of the library functions per frame would be most of the cost of a frame.
enum FastMath {
  /// Returns the binary logarithm of a normal number above 0.
  @inline(__always) @_noLocks static func log2(_ x: Double) -> Double {
    // The mantissa is scaled to 0.707...1.414, for which the series of the logarithm is short.
    let exponent = Int64(bitPattern: x.bitPattern &- 0x3FE6_A09E_667F_3BCD) >> 52
    let mantissa = Double(bitPattern: x.bitPattern &- UInt64(bitPattern: exponent << 52))
    let s = (mantissa - 1) / (mantissa + 1)
    let q = s * s
    // 2 / (n ln 2) for odd n.
    let high = 0.577_078_016_355_585_4 + q * (0.412_198_583_111_132_4 + q * 0.320_598_897_975_325_2)
    return Double(exponent) + s
      * (2.885_390_081_777_926_8 + q * (0.961_796_693_925_975_6 + q * high))
  }

  /// Returns 2 to the power of a number from -1000 to 1000.
  @inline(__always) @_noLocks static func exp2(_ x: Double) -> Double {
    let whole = Int64(x < 0 ? x - 0.5 : x + 0.5)
    let f = x - Double(whole)
    // ln(2) to the power of n, over n factorial.
    let high =
      0.001_333_355_814_642_844_3
      + f * (0.000_154_035_303_933_816_1 + f * 0.000_015_252_733_804_059_84)
    let middle = 0.055_504_108_664_821_58 + f * (0.009_618_129_107_628_477 + f * high)
    let part = 1 + f * (0.693_147_180_559_945_3 + f * (0.240_226_506_959_100_7 + f * middle))
    return part * Double(bitPattern: UInt64(bitPattern: whole &+ 1023) << 52)
  }
}

/// An opaque sRGB color.
public struct Color: Sendable, Hashable {
  /// 0...255.
  public var red: UInt8
  /// 0...255.
  public var green: UInt8
  /// 0...255.
  public var blue: UInt8

  /// Creates a color from its components.
  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Creates a color from a number such as `0xFF8000`.
  public init(_ number: UInt32) {
    self.init(
      UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
      UInt8(truncatingIfNeeded: number))
  }

  /// `#ff8000`, as in SVG and HTML.
  public var hexadecimal: String {
    "#"
      + [red, green, blue].map { part in
        let digits = String(part, radix: 16)
        return part < 16 ? "0" + digits : digits
      }.joined()
  }

  /// Returns the color between this one, at 0, and another, at 1.
  func mixed(with other: Color, _ fraction: Float) -> Color {
    func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8((Float(from) + (Float(to) - Float(from)) * fraction).rounded())
    }
    return Color(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
  }
}

extension Color {
  /// White, the initial color of a picture.
  public static let paper = Color(0xFFFFFF)
  static let track = Color(0xF2F4F6)
  static let ink = Color(0x303840)
  static let grid = Color(0xC4CCD4)
  /// From the lowest to the highest sample.
  static let peak = Color(0x8CB8DC)
  /// The root of the mean square.
  static let mean = Color(0x2868A0)
  /// Samples above full scale.
  static let clipped = Color(0xD03020)
}

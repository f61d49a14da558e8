public import TenutoSystem

/// A raster picture.
public struct Picture: Sendable, Equatable {
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// Red, green, blue and opacity of each pixel, row by row from the top.
  public private(set) var bytes: [UInt8]

  /// The longest side, in pixels.
  public static let sideLimit = 16384
  /// Maximum number of pixels.
  public static let areaLimit = 1 << 26

  /// Creates a picture of one color.
  ///
  /// - Throws: `formatOutOfRange` for a side below 1 or above `sideLimit`, or too many pixels.
  public init(width: Int, height: Int, color: Color = .paper) throws(HostError) {
    let sides = 1...Self.sideLimit
    guard sides.contains(width), sides.contains(height), width * height <= Self.areaLimit else {
      throw HostError(
        .formatOutOfRange,
        """
        A picture cannot have \(width) x \(height) pixels; choose sides from 1 to \
        \(Self.sideLimit) and fewer than \(Self.areaLimit >> 20) million pixels.
        """)
    }
    (self.width, self.height) = (width, height)
    bytes = [UInt8](repeating: 255, count: width * height * 4)
    fill(x: 0, y: 0, width: width, height: height, color)
  }

  /// The pixel at a position; positions outside are not drawn, and read as paper.
  public subscript(x: Int, y: Int) -> Color {
    get {
      guard contains(x, y) else { return .paper }
      let index = (y * width + x) * 4
      return Color(bytes[index], bytes[index + 1], bytes[index + 2])
    }
    set {
      guard contains(x, y) else { return }
      let index = (y * width + x) * 4
      bytes[index] = newValue.red
      bytes[index + 1] = newValue.green
      bytes[index + 2] = newValue.blue
    }
  }

  private func contains(_ x: Int, _ y: Int) -> Bool {
    x >= 0 && x < width && y >= 0 && y < height
  }

  /// Draws a rectangle.
  public mutating func fill(x: Int, y: Int, width: Int, height: Int, _ color: Color) {
    for row in max(0, y)..<max(0, y, min(self.height, y + height)) {
      for column in max(0, x)..<max(0, x, min(self.width, x + width)) {
        self[column, row] = color
      }
    }
  }
}

import TenutoExtension

/// The shape of a filter; the raw values are those of the parameter.
enum FilterShape: Int, BitwiseCopyable {
  case lowPass, highPass, bandPass, notch, peak, allPass, bell, lowShelf, highShelf

  /// Whether the shape is `other`; debug builds reject the derived `==` on the render path.
  @_noLocks func isSame(as other: FilterShape) -> Bool { rawValue == other.rawValue }

  /// Creates the shape of a parameter's value, or the nearest shape for any other number.
  @_noLocks init(parameter: Float) {
    // The initialiser from a raw value is unsuitable, since it compares generically.
    switch parameter {
    case 0.5..<1.5: self = .highPass
    case 1.5..<2.5: self = .bandPass
    case 2.5..<3.5: self = .notch
    case 3.5..<4.5: self = .peak
    case 4.5..<5.5: self = .allPass
    case 5.5..<6.5: self = .bell
    case 6.5..<7.5: self = .lowShelf
    case 7.5...: self = .highShelf
    default: self = .lowPass
    }
  }
}

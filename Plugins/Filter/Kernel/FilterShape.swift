import TenutoExtension

/// What a filter lets through; the numbers are those of the parameter.
enum FilterShape: Int, BitwiseCopyable {
  case lowPass, highPass, bandPass, notch, peak, allPass, bell, lowShelf, highShelf

  /// Whether it is `other`; the derived `==` is refused on the render path of debug builds.
  @_noLocks func isSame(as other: FilterShape) -> Bool { rawValue == other.rawValue }

  /// The shape that a parameter's value means; the nearest one for others.
  @_noLocks init(parameter: Float) {
    // Not from the raw value, whose initialiser compares generically.
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

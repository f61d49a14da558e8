import Glibc
import TenutoCore

/// Maps a parameter's range to 0...1.
struct ParameterScale {
  private let lower: Double
  private let upper: Double
  private let isLogarithmic: Bool
  /// The share of the range that one key press moves.
  let step: Double

  init(_ parameter: Parameter) {
    lower = Double(parameter.range.lowerBound)
    upper = Double(parameter.range.upperBound)
    isLogarithmic = parameter.flags.contains(.logarithmic) && lower > 0 && upper > lower
    let width = upper - lower
    let isCounted = parameter.unit.isWhole || !parameter.valueNames.isEmpty
    step = isCounted && width > 0 ? max(1 / width, 0.01) : 0.01
  }

  /// Returns the position of `value`, from 0 at the lower end to 1 at the upper end.
  func share(of value: Float) -> Double {
    guard upper > lower else { return 0 }
    let value = max(lower, min(upper, Double(value)))
    let share =
      isLogarithmic ? log(value / lower) / log(upper / lower) : (value - lower) / (upper - lower)
    return max(0, min(1, share))
  }

  /// Returns the value at a position.
  func value(at share: Double) -> Float {
    let share = max(0, min(1, share))
    let value =
      isLogarithmic ? lower * pow(upper / lower, share) : lower + (upper - lower) * share
    return Float(max(lower, min(upper, value)))
  }

  /// Returns the value a number of steps above `value`.
  func value(_ value: Float, movedBy steps: Double) -> Float {
    self.value(at: share(of: value) + steps * step)
  }

  /// Returns the position of `value` as a bar of exactly `width` characters.
  func bar(_ value: Float, width: Int) -> String {
    let full = Int((share(of: value) * Double(width)).rounded())
    return String(repeating: "█", count: full) + String(repeating: "·", count: width - full)
  }
}

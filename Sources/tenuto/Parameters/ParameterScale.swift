import Glibc
import TenutoCore

/// Where values lie between the ends of a parameter's range.
struct ParameterScale {
  private let lower: Double
  private let upper: Double
  private let isLogarithmic: Bool
  /// What one press of a key moves, as a share of the range.
  let step: Double

  init(_ parameter: Parameter) {
    lower = Double(parameter.range.lowerBound)
    upper = Double(parameter.range.upperBound)
    isLogarithmic = parameter.flags.contains(.logarithmic) && lower > 0 && upper > lower
    let width = upper - lower
    let isCounted = parameter.unit.isWhole || !parameter.valueNames.isEmpty
    step = isCounted && width > 0 ? max(1 / width, 0.01) : 0.01
  }

  /// The place of `value`, 0 at the lower end and 1 at the upper one.
  func share(of value: Float) -> Double {
    guard upper > lower else { return 0 }
    let value = max(lower, min(upper, Double(value)))
    let share =
      isLogarithmic ? log(value / lower) / log(upper / lower) : (value - lower) / (upper - lower)
    return max(0, min(1, share))
  }

  /// The value at a place.
  func value(at share: Double) -> Float {
    let share = max(0, min(1, share))
    let value =
      isLogarithmic ? lower * pow(upper / lower, share) : lower + (upper - lower) * share
    return Float(max(lower, min(upper, value)))
  }

  /// The value so many steps further up.
  func value(_ value: Float, movedBy steps: Double) -> Float {
    self.value(at: share(of: value) + steps * step)
  }

  /// The place of `value` as a bar of exactly `width` characters.
  func bar(_ value: Float, width: Int) -> String {
    let full = Int((share(of: value) * Double(width)).rounded())
    return String(repeating: "█", count: full) + String(repeating: "·", count: width - full)
  }
}

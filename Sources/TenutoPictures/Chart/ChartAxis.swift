internal import Glibc

/// An axis of a chart: its range and its position.
struct ChartAxis: Equatable {
  let scale: Chart.Scale
  let range: ClosedRange<Double>
  /// The positions of the range's ends, in pixels.
  let start: Double
  let end: Double

  /// Creates an axis that shows all values with a margin.
  init(_ values: [Double], scale: Chart.Scale, from start: Double, to end: Double) {
    (self.scale, self.start, self.end) = (scale, start, end)
    let shown = values.filter { Self.isShown($0, scale) }
    guard let least = shown.min(), let most = shown.max() else {
      range = 1...10
      return
    }
    switch scale {
    case .logarithmic:
      range = max(least / 1.15, .leastNormalMagnitude)...min(most * 1.15, .greatestFiniteMagnitude)
    case .linear:
      // A linear axis starts at 0, or at the lowest negative value.
      let lower = min(0, least)
      let air = max((most - lower) * 0.05, abs(most) * 1e-6, 1e-9)
      let upper = most + air
      range = lower...(upper.isFinite ? upper : most)
    }
  }

  /// Returns whether an axis can show a number.
  static func isShown(_ value: Double, _ scale: Chart.Scale) -> Bool {
    value.isFinite && abs(value) < 1e300 && (scale == .linear || value > 1e-300)
  }

  func isShown(_ value: Double) -> Bool { Self.isShown(value, scale) }

  /// Returns the position of a number, in pixels.
  func place(_ value: Double) -> Double {
    let fraction =
      switch scale {
      case .linear: (value - range.lowerBound) / (range.upperBound - range.lowerBound)
      case .logarithmic:
        (log(value) - log(range.lowerBound)) / (log(range.upperBound) - log(range.lowerBound))
      }
    return start + min(max(fraction, 0), 1) * (end - start)
  }

  /// Round numbers with their texts.
  var marks: [(value: Double, text: String)] {
    let limit = max(2, Int(abs(end - start) / 45))
    switch scale {
    case .linear:
      return Ticks.linear(range, limit: limit).values.map { ($0, AxisText.short($0)) }
    case .logarithmic:
      let ticks = Ticks.logarithmic(range, limit: limit).values
      // A range of less than a decade may contain no such number.
      let values = ticks.count > 1 ? ticks : Ticks.linear(range, limit: 4).values
      return values.map { ($0, AxisText.short($0)) }
    }
  }
}

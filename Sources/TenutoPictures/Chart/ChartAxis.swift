internal import Glibc

/// One axis of a chart: which numbers it shows, and where.
struct ChartAxis: Equatable {
  let scale: Chart.Scale
  let range: ClosedRange<Double>
  /// The places of the range's ends, in pixels.
  let start: Double
  let end: Double

  /// An axis that shows all values that can be shown, with some air around them.
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
      // What is measured begins at nothing, unless it is below it.
      let lower = min(0, least)
      let air = max((most - lower) * 0.05, abs(most) * 1e-6, 1e-9)
      let upper = most + air
      range = lower...(upper.isFinite ? upper : most)
    }
  }

  /// Whether a number has a place on an axis.
  static func isShown(_ value: Double, _ scale: Chart.Scale) -> Bool {
    value.isFinite && abs(value) < 1e300 && (scale == .linear || value > 1e-300)
  }

  func isShown(_ value: Double) -> Bool { Self.isShown(value, scale) }

  /// The place of a number, in pixels.
  func place(_ value: Double) -> Double {
    let fraction =
      switch scale {
      case .linear: (value - range.lowerBound) / (range.upperBound - range.lowerBound)
      case .logarithmic:
        (log(value) - log(range.lowerBound)) / (log(range.upperBound) - log(range.lowerBound))
      }
    return start + min(max(fraction, 0), 1) * (end - start)
  }

  /// Round numbers and what is written at them.
  var marks: [(value: Double, text: String)] {
    let limit = max(2, Int(abs(end - start) / 45))
    switch scale {
    case .linear:
      return Ticks.linear(range, limit: limit).values.map { ($0, AxisText.short($0)) }
    case .logarithmic:
      let ticks = Ticks.logarithmic(range, limit: limit).values
      // Less than a decade may have no such number in it.
      let values = ticks.count > 1 ? ticks : Ticks.linear(range, limit: 4).values
      return values.map { ($0, AxisText.short($0)) }
    }
  }
}

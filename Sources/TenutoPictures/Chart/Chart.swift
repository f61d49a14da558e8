/// Curves over a common axis, as SVG.
///
///     let chart = Chart(
///       title: "Isolation", xLabel: "extensions", yLabel: "µs per extension",
///       series: [ChartSeries("ours", points)])
///     try chart.write(to: "isolation.svg")
public struct Chart: Sendable {
  /// How a number becomes a place.
  public enum Scale: Sendable, Equatable {
    /// In proportion.
    case linear
    /// Equal ratios are equal distances; only numbers above 0 are drawn.
    case logarithmic
  }

  /// What the chart shows.
  public var title: String
  /// What lies along the lower side, with its unit.
  public var xLabel: String
  /// What lies along the left side, with its unit.
  public var yLabel: String
  /// The curves, the most important first.
  public var series: [ChartSeries]
  /// Logarithmic unless it is changed.
  public var xScale = Scale.logarithmic
  /// Logarithmic unless it is changed.
  public var yScale = Scale.logarithmic

  /// Makes a chart with two logarithmic axes.
  public init(title: String, xLabel: String, yLabel: String, series: [ChartSeries]) {
    self.title = title
    self.xLabel = xLabel
    self.yLabel = yLabel
    self.series = series
  }
}

/// A curve of a chart.
public struct ChartSeries: Sendable, Equatable {
  /// What the curve is called in the legend.
  public let name: String
  /// The points in the order in which they are joined.
  public let points: [ChartPoint]

  /// Names a curve.
  public init(_ name: String, _ points: [ChartPoint]) {
    self.name = name
    self.points = points
  }
}

/// A point of a curve: a median of measurements and how far they spread.
public struct ChartPoint: Sendable, Equatable {
  /// Where it was measured.
  public let x: Double
  /// What was measured.
  public let y: Double
  /// From the first to the third quartile of `y`; nil where it is not known.
  public let quartiles: ClosedRange<Double>?

  /// Makes a point.
  public init(x: Double, y: Double, quartiles: ClosedRange<Double>? = nil) {
    (self.x, self.y, self.quartiles) = (x, y, quartiles)
  }
}

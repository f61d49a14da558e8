/// Curves over a common axis, as SVG.
///
///     let chart = Chart(
///       title: "Isolation", xLabel: "extensions", yLabel: "µs per extension",
///       series: [ChartSeries("ours", points)])
///     try chart.write(to: "isolation.svg")
public struct Chart: Sendable {
  /// The scale of an axis.
  public enum Scale: Sendable, Equatable {
    /// A linear scale.
    case linear
    /// A logarithmic scale; only numbers above 0 are drawn.
    case logarithmic
  }

  /// The title.
  public var title: String
  /// The label of the horizontal axis, with its unit.
  public var xLabel: String
  /// The label of the vertical axis, with its unit.
  public var yLabel: String
  /// The curves, the most important first.
  public var series: [ChartSeries]
  /// Logarithmic by default.
  public var xScale = Scale.logarithmic
  /// Logarithmic by default.
  public var yScale = Scale.logarithmic

  /// Creates a chart with two logarithmic axes.
  public init(title: String, xLabel: String, yLabel: String, series: [ChartSeries]) {
    self.title = title
    self.xLabel = xLabel
    self.yLabel = yLabel
    self.series = series
  }
}

/// A curve of a chart.
public struct ChartSeries: Sendable, Equatable {
  /// The name in the legend.
  public let name: String
  /// The points in drawing order.
  public let points: [ChartPoint]

  /// Creates a curve.
  public init(_ name: String, _ points: [ChartPoint]) {
    self.name = name
    self.points = points
  }
}

/// A point of a curve: a median of measurements, and their spread.
public struct ChartPoint: Sendable, Equatable {
  /// The horizontal position.
  public let x: Double
  /// The measured value.
  public let y: Double
  /// The first to the third quartile of `y`; nil if unknown.
  public let quartiles: ClosedRange<Double>?

  /// Creates a point.
  public init(x: Double, y: Double, quartiles: ClosedRange<Double>? = nil) {
    (self.x, self.y, self.quartiles) = (x, y, quartiles)
  }
}

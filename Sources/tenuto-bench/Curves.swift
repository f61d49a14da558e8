import TenutoPictures

/// Draws the figures for several N as SVG files next to the JSON.
struct Curves {
  let report: Report
  /// The path of the JSON; the charts' names replace its extension.
  let path: String

  /// One curve: the figures whose names have this prefix and suffix, with N in between.
  private struct Curve {
    let name: String
    let start: String
    let end: String
  }

  func write() throws {
    for shape in [Isolation.Shape.wide, .chain] {
      try writeIsolation(shape)
      let ways = ["JACK clients", "--clients one", "--clients each", "jalv"]
      try write(
        "jack-\(shape.rawValue)", "From root to sink in a period of JACK, \(shape.rawValue)",
        ways.map {
          Curve(
            name: $0, start: "root → sink, \($0), \(shape.rawValue), N = ", end: ", 64 frames")
        }, yLabel: "µs")
    }
  }

  private func writeIsolation(_ shape: Isolation.Shape) throws {
    let curves = Placement.allCases.flatMap { placement in
      ["isolation", "floor"].map { kind in
        Curve(
          name: "\(kind), \(placement.rawValue)", start: "\(kind), \(shape.rawValue), N = ",
          end: ", 64 frames, \(placement.rawValue)")
      }
    }
    try write(
      "isolation-\(shape.rawValue)", "Isolation, \(shape.rawValue), 64 frames", curves,
      yLabel: "µs for each node and cycle")
  }

  /// Writes nothing without figures.
  private func write(
    _ name: String, _ title: String, _ curves: [Curve], yLabel: String
  ) throws {
    let series = curves.compactMap { curve -> ChartSeries? in
      let points = points(of: curve)
      return points.isEmpty ? nil : ChartSeries(curve.name, points)
    }
    guard !series.isEmpty else { return }
    let chart = Chart(
      title: title, xLabel: "nodes", yLabel: yLabel, series: series)
    try chart.write(to: "\(stem)-\(name).svg")
  }

  private var stem: String { path.hasSuffix(".json") ? String(path.dropLast(5)) : path }

  private func points(of curve: Curve) -> [ChartPoint] {
    report.figures.compactMap { figure in
      guard figure.name.hasPrefix(curve.start), figure.name.hasSuffix(curve.end) else { return nil }
      let middle = figure.name.dropFirst(curve.start.count).dropLast(curve.end.count)
      guard let count = Double(middle) else { return nil }
      let value = figure.value
      return ChartPoint(
        x: count, y: value.median, quartiles: value.lower...max(value.lower, value.upper))
    }
  }
}

public import TenutoSystem

extension Chart {
  private static let width = 860.0
  private static let height = 480.0
  private static let left = 76.0
  private static let right = 210.0
  private static let top = 44.0
  private static let bottom = 60.0
  /// Distinguishable for colour-blind people too (Okabe and Ito's).
  private static let colors: [Color] = [
    0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x000000,
  ].map(Color.init(_:))

  /// Writes the chart as an SVG file, atomically.
  ///
  /// - Throws: `fileWriteFailed`, `fileNotFound` or `permissionDenied`.
  public func write(to path: String) throws(HostError) {
    try PictureFile.write(Array(svg.utf8), to: path)
  }

  /// The chart as a self-contained SVG text.
  public var svg: String {
    let points = series.flatMap(\.points)
    let heights = points.flatMap { point in
      [point.y] + (point.quartiles.map { [$0.lowerBound, $0.upperBound] } ?? [])
    }
    let xAxis = ChartAxis(
      points.map(\.x), scale: xScale, from: Self.left, to: Self.width - Self.right)
    let yAxis = ChartAxis(
      heights, scale: yScale, from: Self.height - Self.bottom, to: Self.top)
    return
      ([head] + axes(xAxis, yAxis)
      + series.enumerated().flatMap { curve($1, number: $0, xAxis, yAxis) } + ["</svg>", ""])
      .joined(separator: "\n")
  }

  private var head: String {
    let (width, height) = (Self.text(Self.width), Self.text(Self.height))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="sans-serif" font-size="12">
      <title>\(Self.escaped(title))</title>
      <rect width="100%" height="100%" fill="white"/>
      """
  }
}

// MARK: - Parts

extension Chart {
  private func axes(_ xAxis: ChartAxis, _ yAxis: ChartAxis) -> [String] {
    let (bottom, top) = (Self.height - Self.bottom, Self.top)
    let (left, right) = (Self.left, Self.width - Self.right)
    var lines = [
      Self.label(title, x: left, y: top - 18, "font-size=\"16\""),
      Self.label(xLabel, x: (left + right) / 2, y: bottom + 42, "text-anchor=\"middle\""),
      Self.label(
        yLabel, x: 18, y: (top + bottom) / 2,
        "text-anchor=\"middle\" transform=\"rotate(-90 18 \(Self.text((top + bottom) / 2)))\""),
    ]
    for mark in xAxis.marks {
      let x = xAxis.place(mark.value)
      lines.append(Self.line(x, top, x, bottom, "#dde2e6"))
      lines.append(Self.label(mark.text, x: x, y: bottom + 18, "text-anchor=\"middle\""))
    }
    for mark in yAxis.marks {
      let y = yAxis.place(mark.value)
      lines.append(Self.line(left, y, right, y, "#dde2e6"))
      lines.append(Self.label(mark.text, x: left - 6, y: y + 4, "text-anchor=\"end\""))
    }
    return lines + [
      Self.line(left, bottom, right, bottom, "#303840"),
      Self.line(left, top, left, bottom, "#303840"),
    ]
  }

  private func curve(
    _ series: ChartSeries, number: Int, _ xAxis: ChartAxis, _ yAxis: ChartAxis
  ) -> [String] {
    let color = Self.colors[number % Self.colors.count].hexadecimal
    // When the colors repeat, the lines are dashed.
    let dash = number < Self.colors.count ? "" : " stroke-dasharray=\"6 3\""
    let points = series.points.filter { xAxis.isShown($0.x) && yAxis.isShown($0.y) }
    let places = points.map { (x: xAxis.place($0.x), y: yAxis.place($0.y)) }
    let path = places.map { "\(Self.text($0.x)),\(Self.text($0.y))" }.joined(separator: " ")
    var lines = [
      "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"\(dash)/>"
    ]
    for (point, place) in zip(points, places) {
      if let quartiles = point.quartiles, yAxis.isShown(quartiles.upperBound) {
        // A lower quartile that cannot be shown on the axis is drawn at its end.
        let lower =
          yAxis.isShown(quartiles.lowerBound) ? quartiles.lowerBound : yAxis.range.lowerBound
        lines.append(
          Self.line(
            place.x, yAxis.place(lower), place.x, yAxis.place(quartiles.upperBound), color))
      }
      lines.append(
        "<circle cx=\"\(Self.text(place.x))\" cy=\"\(Self.text(place.y))\" r=\"3\" fill=\"\(color)\"/>"
      )
    }
    let (x, y) = (Self.width - Self.right + 16, Self.top + 10 + Double(number) * 20)
    return lines + [
      "<path d=\"M\(Self.text(x)) \(Self.text(y))h20\" stroke=\"\(color)\" stroke-width=\"2\"\(dash)/>",
      Self.label(series.name, x: x + 26, y: y + 4, ""),
    ]
  }
}

// MARK: - Text

extension Chart {
  private static func line(
    _ x: Double, _ y: Double, _ otherX: Double, _ otherY: Double, _ color: String
  ) -> String {
    """
    <line x1="\(text(x))" y1="\(text(y))" x2="\(text(otherX))" y2="\(text(otherY))" \
    stroke="\(color)"/>
    """
  }

  private static func label(
    _ words: String, x: Double, y: Double, _ attributes: String
  ) -> String {
    let space = attributes.isEmpty ? "" : " "
    return "<text x=\"\(text(x))\" y=\"\(text(y))\"\(space)\(attributes)>\(escaped(words))</text>"
  }

  private static func text(_ number: Double) -> String { AxisText.fixed(number, places: 1) }

  /// Returns a text escaped for XML, without forbidden characters.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case _ where scalar.value < 0x20 || scalar.value & 0xFFFE == 0xFFFE: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

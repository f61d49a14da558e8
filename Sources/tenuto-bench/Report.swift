import Foundation

/// A figure and its bar, if any.
struct Figure: Codable {
  let name: String
  let unit: String
  let value: Spread
  /// The bar, in `unit`; nil for figures without one.
  var bar: Double?
  /// Whether more is better.
  var isFloor = false

  /// Whether the median meets the bar; nil without one.
  var isMet: Bool? {
    bar.map { isFloor ? value.median >= $0 : value.median <= $0 }
  }
}

/// The results of a run: a table for people, JSON for machines.
struct Report: Codable {
  var figures: [Figure] = []

  mutating func add(
    _ name: String, _ unit: String, _ value: Spread, bar: Double? = nil, isFloor: Bool = false
  ) {
    let figure = Figure(name: name, unit: unit, value: value, bar: bar, isFloor: isFloor)
    figures.append(figure)
    print(Self.line(figure))
    fflush(nil)  // a run takes minutes
  }

  static func line(_ figure: Figure) -> String {
    let digits = figure.value.median >= 100 ? 0 : 2
    let value = figure.value.median.fixed(digits)
    let spread = "\(figure.value.lower.fixed(digits))...\(figure.value.upper.fixed(digits))"
    var line = pad(figure.name, 58) + pad("\(value) \(figure.unit)", 16) + pad(spread, 20)
    if let bar = figure.bar, let isMet = figure.isMet {
      line += "\(figure.isFloor ? "≥" : "≤") \(bar.fixed(2)) \(isMet ? "met" : "MISSED")"
    }
    return line
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  /// Writes all figures as JSON.
  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }
}

import TenutoTransport

/// Quartiles of many measurements.
struct Spread: Codable {
  let lower: Double
  let median: Double
  let upper: Double

  /// Sorts `values`, at least one.
  init(_ values: [Double]) {
    let sorted = values.sorted()
    lower = sorted[sorted.count / 4]
    median = sorted[sorted.count / 2]
    upper = sorted[sorted.count * 3 / 4]
  }

  /// Each quartile through `change`.
  func map(_ change: (Double) -> Double) -> Spread {
    Spread([lower, median, upper].map(change))
  }
}

/// The duration of `body` in nanoseconds.
func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
  let start = MonotonicTime.now
  try body()
  return Double(MonotonicTime.now.nanoseconds - start.nanoseconds)
}

extension Double {
  /// With `digits` decimal places.
  func fixed(_ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let number = Int64((magnitude * scale).rounded())
    let fraction = String(number % Int64(scale))
    let padding = String(repeating: "0", count: max(0, digits - fraction.count))
    let sign = self < 0 && number != 0 ? "-" : ""
    return digits == 0
      ? "\(sign)\(number)" : "\(sign)\(number / Int64(scale)).\(padding)\(fraction)"
  }
}

extension [Double] {
  /// The value of one percentile; 100 for the maximum.
  func percentile(_ percent: Int) -> Spread {
    let sorted = self.sorted()
    return Spread([sorted[Swift.min(count - 1, count * percent / 100)]])
  }
}

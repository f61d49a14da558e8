internal import Glibc

/// Round numbers along an axis.
struct Ticks: Equatable {
  let values: [Double]
  /// The distance between two; 0 if it varies.
  let step: Double

  /// Returns steps of 1, 2 or 5 times a power of ten, at most `limit` of them if that is two or
  /// more; none for an empty or infinite range.
  static func linear(_ range: ClosedRange<Double>, limit: Int) -> Ticks {
    let length = range.upperBound - range.lowerBound
    guard length > 0, length.isFinite, limit > 0 else { return Ticks(values: [], step: 0) }
    let least = length / Double(limit)
    let power = pow(10, floor(log10(least)))
    let step = power * ([1, 2, 5].first { power * $0 >= least } ?? 10)
    let first = (range.lowerBound / step).rounded(.up)
    let count = Int((range.upperBound / step + 1e-9).rounded(.down) - first) + 1
    return Ticks(values: (0..<max(0, count)).map { (first + Double($0)) * step }, step: step)
  }

  /// Returns 1, 2 and 5 times powers of ten, or only the powers if there are too many.
  static func logarithmic(_ range: ClosedRange<Double>, limit: Int) -> Ticks {
    guard range.lowerBound > 0, range.upperBound.isFinite else { return Ticks(values: [], step: 0) }
    let powers = Int(floor(log10(range.lowerBound)))...Int(ceil(log10(range.upperBound)))
    let slack = (range.lowerBound * (1 - 1e-9))...(range.upperBound * (1 + 1e-9))
    func values(_ factors: [Double]) -> [Double] {
      powers.flatMap { power in factors.map { $0 * pow(10, Double(power)) } }
        .filter(slack.contains)
    }
    let fine = values([1, 2, 5])
    if fine.count <= limit { return Ticks(values: fine, step: 0) }
    let coarse = values([1])
    let skip = max(1, (coarse.count + limit - 1) / max(1, limit))
    return Ticks(values: stride(from: 0, to: coarse.count, by: skip).map { coarse[$0] }, step: 0)
  }
}

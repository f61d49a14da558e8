import ArgumentParser
import TenutoRender

/// The timing of a node: `delay=one-period-later`.
struct TimingArgument {
  let node: String
  let timing: NodeTiming

  @Sendable static func parse(_ text: String) throws -> TimingArgument {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let timing = NodeTiming(rawValue: String(parts[1]))
    else {
      let known = NodeTiming.allCases.map(\.rawValue).joined(separator: " or ")
      throw ValidationError("write NODE=TIMING, with \(known)")
    }
    return TimingArgument(node: String(parts[0]), timing: timing)
  }
}

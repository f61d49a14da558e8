internal import Synchronization

/// A cycle that the JACK server missed, with its cause if the engine can determine it.
public struct XrunReport: Sendable, Equatable {
  /// The cause of an xrun.
  public enum Cause: Sendable, Equatable {
    /// The extension with this index in the chain or graph had not answered by its deadline.
    case late(instance: Int)
    /// The node with this index took longer than its share of the cycle.
    case slow(instance: Int)
    /// Not a node of the engine, but the machine, the server, its hardware or another client.
    case other
  }

  /// Seconds since 1970.
  public let time: Double
  /// The cause.
  public let cause: Cause
  /// The component's name, or in a graph the node's; empty for `.other`.
  public let name: String
  /// The longest recent cycle of the cause, in ns; for `.other`, of any node.
  public let nanoseconds: UInt64
  /// Nanoseconds of a period.
  public let period: UInt64

  /// The index of the node that caused it, or nil for `.other`.
  public var instance: Int? {
    switch cause {
    case .late(let index), .slow(let index): index
    case .other: nil
    }
  }

  /// A sentence without a full stop.
  public var sentence: String {
    let time = "\(nanoseconds / 1000) µs of a period of \(period / 1000) µs"
    return switch cause {
    case .late: "JACK missed a cycle: \(name) had not answered in time, after \(time)"
    case .slow: "JACK missed a cycle: \(name) took \(time), more than its share"
    case .other: "JACK missed a cycle, and no node of this host was late"
    }
  }
}

/// Finds the node that caused an xrun of the server, and keeps the reports.
final class XrunAttribution: Sendable {
  private let kept = Mutex<[XrunReport]>([])

  /// The most reports that are kept.
  private static let limit = 64
  /// Periods before the notification in which the cause is searched: the server reports a missed
  /// cycle one or two periods later.
  private static let periods: UInt64 = 4
  /// The share of a period that all nodes together may take.
  private static let share = 0.7

  /// The newest reports, newest last.
  var reports: [XrunReport] { kept.withLock { $0 } }

  func keep(_ report: XrunReport) {
    kept.withLock { kept in
      kept.append(report)
      if kept.count > Self.limit { kept.removeFirst() }
    }
  }

  /// The longest cycle of a node that ended in the last periods.
  static func longest(
    in entries: [CycleLedger.Entry], now: UInt64, period: UInt64
  ) -> CycleLedger.Entry? {
    let oldest = now > period * periods ? now - period * periods : 0
    return entries.filter { $0.ended >= oldest }.max { left, right in
      (left.isLate ? 1 : 0, left.duration) < (right.isLate ? 1 : 0, right.duration)
    }
  }

  /// The node that caused an xrun, from the longest cycle of each in the order of the chain.
  ///
  /// A node that missed its deadline takes precedence over a slow node.
  static func attribute(
    _ longest: [CycleLedger.Entry?], period: UInt64
  ) -> (XrunReport.Cause, nanoseconds: UInt64) {
    let all = longest.enumerated().compactMap { index, entry in entry.map { (index, $0) } }
    if let late = all.filter(\.1.isLate).max(by: { $0.1.duration < $1.1.duration }) {
      return (.late(instance: late.0), late.1.duration)
    }
    guard let slowest = all.max(by: { $0.1.duration < $1.1.duration }) else { return (.other, 0) }
    let fair = Double(period) * share / Double(max(1, longest.count))
    let isSlow = period > 0 && Double(slowest.1.duration) > fair
    return (isSlow ? .slow(instance: slowest.0) : .other, slowest.1.duration)
  }
}

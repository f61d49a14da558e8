/// A cycle that the JACK server missed, and its cause as far as the engine can tell.
public struct XrunReport: Sendable, Equatable {
  /// The cause of an xrun.
  public enum Cause: Sendable, Equatable {
    /// The extension at this place of the chain, or of the graph's nodes, had not answered when its deadline was over.
    case late(instance: Int)
    /// The node at this place took longer than its share of the cycle.
    case slow(instance: Int)
    /// No node of the engine: the machine, the server, its hardware or another client.
    case other
  }

  /// Seconds since 1970.
  public let time: Double
  /// The cause.
  public let cause: Cause
  /// The component's name, in a graph the node's; empty for `.other`.
  public let name: String
  /// Nanoseconds of the cause's longest cycle among the last ones; for `.other`, of any node's.
  public let nanoseconds: UInt64
  /// Nanoseconds of a period.
  public let period: UInt64

  /// The index of the node that was late, nil for `.other`.
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

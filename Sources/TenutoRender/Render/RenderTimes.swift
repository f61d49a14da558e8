/// The render times of a node, over the cycles that were measured.
public struct RenderTimes: Sendable, Equatable {
  /// Cycles that were measured.
  public var count: UInt64 = 0
  /// Nanoseconds that half of them took at most.
  public var median: UInt64 = 0
  /// Nanoseconds that 99 of 100 took at most.
  public var percentile99: UInt64 = 0
  /// Nanoseconds that the longest took.
  public var maximum: UInt64 = 0

  /// Nothing measured.
  public init() {}
}

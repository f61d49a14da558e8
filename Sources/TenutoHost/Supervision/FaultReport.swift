public import TenutoCore

/// One fault of one node, as it is shown, logged and kept.
public struct FaultReport: Sendable, Equatable {
  /// The node's name, such as `delay2`.
  public var node: String
  /// The component.
  public var code: ComponentCode
  /// The process that ended.
  public var processIdentifier: Int32
  /// Why.
  public var cause: FaultCause
  /// Seconds since 1970.
  public var time: Double
  /// The last that it printed, made printable.
  public var lastLines: [String]
  /// Where its crash bundle is, nil where there is none.
  public var bundlePath: String?
}

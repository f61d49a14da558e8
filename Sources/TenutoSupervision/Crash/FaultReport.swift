public import TenutoCore

/// A fault of a node, as it is shown, logged and kept.
public struct FaultReport: Sendable, Equatable {
  /// The node's name, such as `delay-2`.
  public var node: String
  /// The component.
  public var code: ComponentCode
  /// The process that ended.
  public var processIdentifier: Int32
  /// Why.
  public var cause: FaultCause
  /// The message left out of the next replay, such as `"C4 note on"`: the newest one, if this
  /// instance ended in the replay; nil for none.
  public var leftOut: String?
  /// Seconds since 1970.
  public var time: Double
  /// The last that it printed, made printable.
  public var lastLines: [String]
  /// The folder of its crash bundle, nil if there is none.
  public var bundlePath: String?

  /// The fault, for people: the cause, and the message left out of the next replay.
  public var summary: String {
    guard let leftOut else { return cause.description }
    return "\(cause) It ended while it got its notes and values again: the newest, \(leftOut), is "
      + "left out."
  }
}

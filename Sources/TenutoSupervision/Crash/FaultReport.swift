public import TenutoCore

/// A node's fault, as shown, logged and kept.
public struct FaultReport: Sendable, Equatable {
  /// The node's name, such as `delay-2`.
  public var node: String
  /// The component.
  public var code: ComponentCode
  /// The id of the process that ended.
  public var processIdentifier: Int32
  /// The cause of its end.
  public var cause: FaultCause
  /// The message left out of the next replay, such as `"C4 note on"`: the newest one, if this
  /// instance ended during the replay; otherwise nil.
  public var leftOut: String?
  /// Seconds since 1970.
  public var time: Double
  /// The last lines of its output, made printable.
  public var lastLines: [String]
  /// The folder of its crash bundle, or nil.
  public var bundlePath: String?

  /// The fault as text: the cause, and the message left out of the next replay.
  public var summary: String {
    guard let leftOut else { return cause.description }
    return "\(cause) It ended while its notes and values were restored: the newest, \(leftOut), is "
      + "left out from now on."
  }
}

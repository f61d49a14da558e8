/// A running host, as the control API sees it.
///
/// Thread: control, several at once; none of its threads renders.
package protocol ControlledHost: Sendable {
  /// All that is known of it now.
  func status() -> HostStatus
  /// The node of that name, nil where there is none.
  func node(named name: String) -> (any ControlledNode)?
  /// The names of all nodes, in the order of the sound.
  var nodeNames: [String] { get }
  /// What was logged behind the record of that number, the newest last.
  func log(since number: UInt64) -> [LogRecord]
}

/// A node of a running host, as the control API sees it.
///
/// Every change returns when it has taken effect.
///
/// Thread: control, several at once.
package protocol ControlledNode: Sendable {
  /// All that is known of it now.
  func status() -> NodeStatus
  /// Tries to start it again after it was given up, left out or muted.
  func retry() throws(RequestError)
  /// Gives it a new process.
  func restart() throws(RequestError)
  /// Leaves it out, or takes it in again.
  func setBypass(_ isBypassed: Bool) throws(RequestError)
  /// Lets it be heard again after what it put out was no sound.
  func unmute() throws(RequestError)
  /// Sets when it is heard: `same-cycle` or `one-period-later`.
  func setTiming(_ timing: String) throws(RequestError)
  /// Sets a parameter by its identifier; put into its range.
  ///
  /// - Returns: The value that it has now.
  func set(_ parameter: String, to value: Double) throws(RequestError) -> Double
}

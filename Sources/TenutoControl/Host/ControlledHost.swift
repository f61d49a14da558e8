internal import TenutoComponents
package import TenutoMIDI
package import TenutoRender

/// A running host, as the control API sees it.
///
/// Thread: control, several at once; none of its threads renders.
package protocol ControlledHost: Sendable {
  /// Has a monitor listen to a node, or to all that is heard, until what it returns is called; as
  /// `RunningSession.add(_:listeningTo:)`.
  func attach(
    _ monitor: GraphMonitor, to node: String?
  ) throws(RequestError) -> @Sendable () -> Void
  /// Has a packet of MIDI 2.0 protocol sound at a node, in the next cycle; throws 504 where too much
  /// waits there already.
  func play(_ packet: UMP, at node: String) throws(RequestError)
  /// Has a monitor hear the MIDI that a node gives, until what it returns is called.
  func attach(
    _ monitor: GraphMonitor, toMIDIOf node: String
  ) throws(RequestError) -> @Sendable () -> Void
  /// The MIDI ports that pages may use.
  var midi: any MIDIBridge { get }
  /// All that is known of it now.
  func status() -> HostStatus
  /// The node of that name, nil where there is none.
  func node(named name: String) -> (any ControlledNode)?
  /// The names of all nodes, in the order of the sound.
  var nodeNames: [String] { get }
  /// What was logged behind the record of that number, the newest last.
  func log(since number: UInt64) -> [LogRecord]
  /// The components that are installed, in the order of their codes.
  func components() -> [ComponentEntry]
  /// What may be edited.
  var session: any ControlledSession { get }
  /// Tells `receive` of every change from now on, on a control thread, until `forget`; the number
  /// to forget it by.
  func observe(_ receive: @escaping @Sendable (ChangeRecord) -> Void) -> UInt64
  /// Tells an observer no more.
  func forget(_ observer: UInt64)
  /// Returns when all that was left for the next cycle by `ControlledNode.schedule` is heard.
  func settle() throws(RequestError)
  /// The loudest samples of the last moment by node, in dB relative to full scale.
  ///
  /// Asked 20 times a second while somebody wants to see them; silent nodes may be left out.
  func levels() -> [String: Double]
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
  /// Leaves a value for the next cycle, and does not wait for it: thousands a second.
  ///
  /// Where there is no room for more, it waits until there is.
  /// - Returns: As `set`.
  func schedule(_ parameter: String, to value: Double) throws(RequestError) -> Double
  /// The value of a parameter that a text means, such as `1 kHz`.
  func value(ofText text: String, for parameter: String) throws(RequestError) -> Double
  /// Moves a parameter to a value, linearly, in so many seconds; returns when it has begun.
  func ramp(_ parameter: String, to value: Double, seconds: Double) throws(RequestError) -> Double
  /// Loads a preset by its name, the user's before the factory's.
  func load(preset name: String) throws(RequestError)
  /// Silences it, or lets it be heard again.
  func setMute(_ isMuted: Bool) throws(RequestError)
  /// Its parameters with their values.
  func parameters() throws(RequestError) -> [ParameterRecord]
  /// The presets that `load` finds, the user's first.
  func presets() throws(RequestError) -> [PresetRecord]
}

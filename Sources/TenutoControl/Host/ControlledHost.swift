internal import TenutoComponents
package import TenutoMIDI
package import TenutoRender
package import TenutoSession

/// A running host, as the control API sees it.
///
/// Thread: control, several at once; never render.
package protocol ControlledHost: Sendable {
  /// Attaches a monitor to a node's output, or to the whole output, until the returned closure is
  /// called; as `RunningSession.add(_:listeningTo:)`.
  func attach(
    _ monitor: GraphMonitor, to node: String?
  ) throws(RequestError) -> @Sendable () -> Void
  /// Plays a packet of MIDI 2.0 protocol at a node in the next cycle; throws 504 if the node's
  /// queue is full.
  func play(_ packet: UMP, at node: String) throws(RequestError)
  /// Attaches a monitor to the MIDI output of a node, until the returned closure is called.
  func attach(
    _ monitor: GraphMonitor, toMIDIOf node: String
  ) throws(RequestError) -> @Sendable () -> Void
  /// The MIDI ports that pages may use.
  var midi: any MIDIBridge { get }
  /// Returns the current status.
  func status() -> HostStatus
  /// Returns the node of that name; nil if none exists.
  func node(named name: String) -> (any ControlledNode)?
  /// The names of all nodes, in processing order.
  var nodeNames: [String] { get }
  /// Returns the log records after that number, the newest last.
  func log(since number: UInt64) -> [LogRecord]
  /// Returns the installed components, in the order of their codes.
  func components() -> [ComponentEntry]
  /// The session that can be edited.
  var session: any ControlledSession { get }
  /// The ports of the JACK server with their connections; throws 409 without a server.
  func jackPorts() throws(RequestError) -> JACKPortsRecord
  /// Connects two ports of JACK, or disconnects them; of a node's port it becomes an edit.
  func setJACKConnection(
    _ connection: JACKConnectionRequest, isConnected: Bool
  ) throws(RequestError)
  /// Sends a component-specific message to the extension of a node, and returns its reply.
  func send(message: [UInt8], to node: String) throws(RequestError) -> [UInt8]
  /// Calls `receive` with messages from a node's extension until the returned function is called.
  func observeMessages(
    of node: String, _ receive: @escaping @Sendable (ComponentMessage) -> Void
  ) throws(RequestError) -> @Sendable () -> Void
  /// The folder for files that pages send, and how nodes name a file there; nil for none.
  var filesFolder: (path: String, prefix: String)? { get }
  /// Calls `receive` with every change, on a control thread, until `forget`; returns the number
  /// that `forget` takes.
  func observe(_ receive: @escaping @Sendable (ChangeRecord) -> Void) -> UInt64
  /// Removes an observer.
  func forget(_ observer: UInt64)
  /// Returns when all values scheduled by `ControlledNode.schedule` have taken effect.
  func settle() throws(RequestError)
  /// Returns the peak of each node since the last call, in dB relative to full scale.
  ///
  /// Called 20 times a second while a client shows levels; silent nodes may be missing.
  func levels() -> [String: Double]
}

/// A node of a running host, as the control API sees it.
///
/// Every change returns when it has taken effect.
///
/// Thread: control, several at once.
package protocol ControlledNode: Sendable {
  /// Returns the current status.
  func status() -> NodeStatus
  /// Starts a quarantined, bypassed or muted node again.
  func retry() throws(RequestError)
  /// Replaces the node's process.
  func restart() throws(RequestError)
  /// Bypasses the node, or ends the bypass.
  func setBypass(_ isBypassed: Bool) throws(RequestError)
  /// Unmutes a node that was muted because its output was NaN or infinite.
  func unmute() throws(RequestError)
  /// Sets when its output is heard: `same-cycle` or `one-period-later`.
  func setTiming(_ timing: String) throws(RequestError)
  /// Sets the kind of spare that is kept ready: `none`, `component` or `instance`.
  func setSpare(_ spare: String) throws(RequestError)
  /// Sets whether the transport loops a song.
  func setLoop(_ isLooped: Bool) throws(RequestError)
  /// Replays the input before one of its faults, given by its crash bundle, in another process.
  func replay(bundle: String) throws(RequestError) -> ReplayAnswer
  /// Sets a parameter by its identifier, clamped to its range.
  ///
  /// - Returns: The new value.
  func set(_ parameter: String, to value: Double) throws(RequestError) -> Double
  /// Schedules a value for the next cycle without waiting; fast enough for thousands a second.
  ///
  /// Waits only while the queue is full.
  /// - Returns: As `set`.
  func schedule(_ parameter: String, to value: Double) throws(RequestError) -> Double
  /// Returns the parameter value that a text such as `1 kHz` means.
  func value(ofText text: String, for parameter: String) throws(RequestError) -> Double
  /// Moves a parameter linearly to a value over a number of seconds; returns when the ramp has
  /// begun.
  func ramp(_ parameter: String, to value: Double, seconds: Double) throws(RequestError) -> Double
  /// Loads a preset by its name; a user preset takes precedence over a factory preset.
  func load(preset name: String) throws(RequestError)
  /// Saves the current settings as a user preset.
  ///
  /// - Throws: 409 if the name exists, unless it may be replaced.
  func save(preset name: String, overwrites: Bool) throws(RequestError)
  /// Deletes a preset of the user's.
  func delete(preset name: String) throws(RequestError)
  /// Switches to the other of two compared settings; returns the playing slot, `A` or `B`.
  func compare() throws(RequestError) -> String
  /// Copies the playing setting to the other one; returns the playing slot.
  func copyComparison() throws(RequestError) -> String
  /// The folder of the page that its component brings; nil for none.
  var pageFolder: String? { get }
  /// Mutes or unmutes the node.
  func setMute(_ isMuted: Bool) throws(RequestError)
  /// Returns the parameters with their values.
  func parameters() throws(RequestError) -> [ParameterRecord]
  /// Returns the presets that `load` finds, user presets first.
  func presets() throws(RequestError) -> [PresetRecord]
}

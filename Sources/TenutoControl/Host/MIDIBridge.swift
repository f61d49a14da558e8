package import TenutoMIDI

/// A port that pages can play to or listen to.
package struct MIDIBridgePort: Sendable, Hashable {
  /// The direction of messages, as the page sees it.
  package enum Direction: String, Sendable, Hashable, Codable {
    /// To the page.
    case input
    /// From the page.
    case output
  }

  /// A stable identifier, kept secret from pages: they get a digest of it.
  package var key: String
  /// The direction of messages.
  package var direction: Direction
  /// The display name.
  package var name: String
  /// The manufacturer; empty if unknown.
  package var manufacturer: String
  /// The version of the device or program; empty if unknown.
  package var version: String

  /// Creates a port.
  package init(
    key: String, direction: Direction, name: String, manufacturer: String = "",
    version: String = ""
  ) {
    self.key = key
    self.direction = direction
    self.name = name
    self.manufacturer = manufacturer
    self.version = version
  }
}

/// The MIDI ports that a host offers to pages.
///
/// Thread: control, several at once.
package protocol MIDIBridge: Sendable {
  /// The current ports.
  var ports: [MIDIBridgePort] { get }
  /// Calls `receive` whenever the ports have changed, until the returned closure is called.
  ///
  /// A bridge without observers may close its connections.
  func observe(_ receive: @escaping @Sendable () -> Void) -> @Sendable () -> Void
  /// Passes events from a port to `receive`, until the returned closure is called.
  ///
  /// - Throws: 404 if the port is removed.
  func listen(
    to port: MIDIBridgePort, _ receive: @escaping @Sendable ([HostTimedUMP]) -> Void
  ) throws(RequestError) -> @Sendable () -> Void
  /// Opens a port for sending.
  ///
  /// - Throws: 404 if the port is removed.
  func open(_ port: MIDIBridgePort) throws(RequestError) -> any MIDIBridgeOutput
}

/// An open port that sends a page's messages.
///
/// Thread: control, one at a time.
package protocol MIDIBridgeOutput: Sendable {
  /// The maximum time by which a packet may be handed over early, in nanoseconds.
  var lookAhead: UInt64 { get }
  /// Takes as many packets of MIDI 1.0 protocol as there is room for, each with its time, and
  /// returns their number.
  ///
  /// System Exclusive messages come as packets too, unless `sendSysEx` takes them.
  func send(_ packets: ArraySlice<HostTimedUMP>) -> Int
  /// Takes a whole System Exclusive message with F0 and F7; nil if the port takes packets only,
  /// false if there is no room now.
  func sendSysEx(_ bytes: [UInt8]) -> Bool?
  /// Drops the messages that wait, and terminates a message that was cut.
  func clear()
  /// Ends the notes that it started, and closes the port.
  func close()
}

/// Several bridges as one.
package struct MIDIBridges: MIDIBridge {
  private let parts: [any MIDIBridge]

  /// Combines the ports of several bridges in order.
  package init(_ parts: [any MIDIBridge]) { self.parts = parts }

  package var ports: [MIDIBridgePort] { parts.flatMap(\.ports) }

  package func observe(_ receive: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let ends = parts.map { $0.observe(receive) }
    return { for end in ends { end() } }
  }

  package func listen(
    to port: MIDIBridgePort, _ receive: @escaping @Sendable ([HostTimedUMP]) -> Void
  ) throws(RequestError) -> @Sendable () -> Void {
    try owner(of: port).listen(to: port, receive)
  }

  package func open(_ port: MIDIBridgePort) throws(RequestError) -> any MIDIBridgeOutput {
    try owner(of: port).open(port)
  }

  private func owner(of port: MIDIBridgePort) throws(RequestError) -> any MIDIBridge {
    guard let part = parts.first(where: { $0.ports.contains(port) }) else {
      throw RequestError(404, "The port no longer exists.")
    }
    return part
  }
}

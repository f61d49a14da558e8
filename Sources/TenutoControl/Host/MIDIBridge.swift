package import TenutoMIDI

/// A port that pages may play to or listen to.
package struct MIDIBridgePort: Sendable, Hashable {
  /// Which way its messages go, as a page sees it.
  package enum Direction: String, Sendable, Hashable, Codable {
    /// To the page.
    case input
    /// From the page.
    case output
  }

  /// What it is known by for as long as the user keeps it; no page is ever told.
  package var key: String
  /// Which way its messages go.
  package var direction: Direction
  /// What people call it.
  package var name: String
  /// Who made it; empty where that is unknown.
  package var manufacturer: String
  /// The version of the device or program; empty where that is unknown.
  package var version: String

  /// States a port.
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

/// The MIDI that a host lends to pages.
///
/// Thread: control, several at once.
package protocol MIDIBridge: Sendable {
  /// The ports of now.
  var ports: [MIDIBridgePort] { get }
  /// Tells `receive` whenever the ports have changed, until what it returns is called.
  ///
  /// A bridge without observers may close what it has open.
  func observe(_ receive: @escaping @Sendable () -> Void) -> @Sendable () -> Void
  /// Hands what comes from a port to `receive`, until what it returns is called.
  ///
  /// - Throws: 404 where the port has gone.
  func listen(
    to port: MIDIBridgePort, _ receive: @escaping @Sendable ([HostTimedUMP]) -> Void
  ) throws(RequestError) -> @Sendable () -> Void
  /// Opens a port that takes messages.
  ///
  /// - Throws: 404 where the port has gone.
  func open(_ port: MIDIBridgePort) throws(RequestError) -> any MIDIBridgeOutput
}

/// A port that takes a page's messages.
///
/// Thread: control, one at a time.
package protocol MIDIBridgeOutput: Sendable {
  /// How long before their time packets may be handed over, in nanoseconds.
  var lookAhead: UInt64 { get }
  /// Takes the first of packets of MIDI 1.0 protocol, each at its time; how many.
  ///
  /// The rest finds no room now. System Exclusive messages are there as packets too, unless
  /// `sendSysEx` takes them.
  func send(_ packets: ArraySlice<HostTimedUMP>) -> Int
  /// Takes a System Exclusive message with F0 and F7 as a whole; nil where it only takes packets,
  /// false where there is no room now.
  func sendSysEx(_ bytes: [UInt8]) -> Bool?
  /// Drops what waits in it; a message that was cut is ended.
  func clear()
  /// Ends what sounds because of it, and gives it back.
  func close()
}

/// Several bridges as one.
package struct MIDIBridges: MIDIBridge {
  private let parts: [any MIDIBridge]

  /// Their ports one behind the other.
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
      throw RequestError(404, "The port has gone.")
    }
    return part
  }
}

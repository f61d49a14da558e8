/// The direction of an endpoint's events, seen from its users.
public enum MIDIEndpointDirection: Sendable, Hashable, CaseIterable {
  /// Events come from it: an output in JACK's terms.
  case source
  /// Events go to it: an input in JACK's terms.
  case destination
}

/// One MIDI port of the server, as described by a `MIDIDirectory`.
public struct MIDIEndpointRecord: Sendable, Hashable {
  /// An id that survives renames and restarts of the server and of this program; never 0.
  public internal(set) var uniqueID: Int32
  /// Whether events come from it or go to it.
  public let direction: MIDIEndpointDirection
  /// The full name in JACK, "client:port".
  public internal(set) var portName: String
  /// A display name: its pretty name, a device's alias, or client and port.
  public internal(set) var displayName: String
  /// The device's manufacturer, or nil if unknown.
  public internal(set) var manufacturer: String?
  /// The device's model, or nil if unknown.
  public internal(set) var model: String?
  /// Whether it represents a connector of the machine.
  public let isPhysical: Bool
  /// Whether its events are Universal MIDI Packets.
  public let isUMP: Bool
  /// Whether it belongs to a client of this process.
  public let isOwn: Bool
  /// Whether it only serves a connection of a program with this library, and is not for users.
  public internal(set) var isPrivate: Bool
  /// Its aliases.
  public internal(set) var aliases: [String]
  /// Its properties ("metadata") in JACK.
  public internal(set) var properties: [JACKPropertyKey: String]

  /// The client's part of the full name.
  public var clientName: String {
    String(portName.prefix { $0 != ":" })
  }

  /// The port's own part of the full name.
  public var shortName: String {
    String(portName.drop { $0 != ":" }.dropFirst())
  }
}

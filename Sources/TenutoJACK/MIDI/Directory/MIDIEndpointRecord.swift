/// Which way the events of an endpoint flow, for who uses it.
public enum MIDIEndpointDirection: Sendable, Hashable, CaseIterable {
  /// Events come out of it: an output in JACK's words.
  case source
  /// Events go into it: an input in JACK's words.
  case destination
}

/// One MIDI port of the server, as a `MIDIDirectory` knows it.
public struct MIDIEndpointRecord: Sendable, Hashable {
  /// An id that survives restarts of the server and of this program, and renames; never 0.
  public internal(set) var uniqueID: Int32
  /// Whether events come out of it or go into it.
  public let direction: MIDIEndpointDirection
  /// The full name in JACK, "client:port".
  public internal(set) var portName: String
  /// A name for people: its pretty name, a device's alias, or client and port.
  public internal(set) var displayName: String
  /// Who made the device, nil where unknown.
  public internal(set) var manufacturer: String?
  /// Which device it is, nil where unknown.
  public internal(set) var model: String?
  /// Whether it stands for a connector of the machine.
  public let isPhysical: Bool
  /// Whether its events are Universal MIDI Packets.
  public let isUMP: Bool
  /// Whether a client of this process has it.
  public let isOwn: Bool
  /// Whether it only serves a connection of a program of this library: not for users.
  public internal(set) var isPrivate: Bool
  /// Its further full names.
  public internal(set) var aliases: [String]
  /// Its properties in JACK, "metadata".
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

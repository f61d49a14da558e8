/// A MIDI port of a `MIDIPortClient`.
///
/// A plain value that stays valid through renames and through `MIDIPortClient.reopen()`.
public struct MIDIPort: Sendable, Hashable {
  /// Its number, unique in the client.
  let number: Int
  /// The direction of its events, seen from the client.
  public let direction: JACKPortDirection
  /// Whether its events are Universal MIDI Packets, according to JACK; otherwise MIDI 1.0 bytes.
  public let isUMP: Bool
}

/// The properties of a client's MIDI port besides its name.
public struct MIDIPortTraits: Sendable, Hashable {
  /// A display name; the full name stays.
  public var prettyName: String?
  /// A name that the ports of one device share.
  public var group: String?
  /// The device's manufacturer.
  public var manufacturer: String?
  /// The device's model.
  public var model: String?
  /// Its id in every `MIDIDirectory`, from `MIDIDirectory.reserveUniqueID`.
  public var uniqueID: Int32?
  /// Whether it only serves a connection and is not an endpoint for users; directories report this.
  public var isPrivate = false
  /// Bytes of an input that can wait for its receiver; rounded up to a power of 2.
  ///
  /// A full JACK connection carries about 32 KiB per cycle.
  public var byteCapacity = 1 << 20
  /// Events of an output that can wait for their time; rounded up to a power of 2.
  public var eventCapacity = 1 << 12
  /// The most bytes of System Exclusive messages that an output sends in one cycle.
  ///
  /// It is less than a port's buffer, about 32 KiB, so that other outputs connected to the same
  /// input find room too.
  public var sysExBytesPerCycle = 1 << 13

  /// Creates the traits of an ordinary port.
  public init() {}
}

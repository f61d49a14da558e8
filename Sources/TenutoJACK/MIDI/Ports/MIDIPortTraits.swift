/// What a MIDI port of the client is besides its name.
public struct MIDIPortTraits: Sendable, Hashable {
  /// A name for people; its full name stays.
  public var prettyName: String?
  /// A name that the ports of one device share.
  public var group: String?
  /// Who made the device.
  public var manufacturer: String?
  /// Which device it is.
  public var model: String?
  /// Its id in every `MIDIDirectory`, as `MIDIDirectory.reserveUniqueID` gave it.
  public var uniqueID: Int32?
  /// Whether it only serves a connection and is no endpoint for users: directories say so.
  public var isPrivate = false
  /// Bytes of an input that can wait for its receiver; rounded up to a power of 2.
  ///
  /// A full cable of JACK carries about 32 KiB in a cycle.
  public var byteCapacity = 1 << 20
  /// Events of an output that can wait for their time; rounded up to a power of 2.
  public var eventCapacity = 1 << 12
  /// Most bytes of System Exclusive messages that leave an output in one cycle.
  ///
  /// Less than a port's buffer, about 32 KiB, so that others who are connected to the same input
  /// find room beside it.
  public var sysExBytesPerCycle = 1 << 13

  /// An ordinary port.
  public init() {}
}

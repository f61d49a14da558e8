/// A thing that a notification is about.
public enum AnyMIDIIOObject: Sendable, Hashable {
  /// The endpoints of a device or a program.
  case device(MIDIDevice)
  /// A part of a device.
  case entity(MIDIEntity)
  /// A port that events are sent to.
  case inputEndpoint(MIDIInputEndpoint)
  /// A port that events come from.
  case outputEndpoint(MIDIOutputEndpoint)

  /// What can change of it.
  public enum Property: Sendable, Hashable {
    /// Its name.
    case name
    /// Its name for people.
    case displayName
    /// A property in JACK.
    case jack(JACKPropertyKey)
  }

  init?(_ record: MIDIEndpointRecord) {
    if let input = MIDIInputEndpoint(record) {
      self = .inputEndpoint(input)
    } else if let output = MIDIOutputEndpoint(record) {
      self = .outputEndpoint(output)
    } else {
      return nil
    }
  }

  /// Its name.
  public var name: String {
    switch self {
    case .device(let device): device.name
    case .entity(let entity): entity.name
    case .inputEndpoint(let endpoint): endpoint.name
    case .outputEndpoint(let endpoint): endpoint.name
    }
  }

  /// Its number, nil for a part of a device.
  public var uniqueID: MIDIIdentifier? {
    switch self {
    case .device(let device): device.uniqueID
    case .entity: nil
    case .inputEndpoint(let endpoint): endpoint.uniqueID
    case .outputEndpoint(let endpoint): endpoint.uniqueID
    }
  }
}

/// What changed in the MIDI system.
public enum MIDIIONotification: Sendable, Hashable {
  /// Something changed; comes after each `added`, `removed` and `propertyChanged`.
  case setupChanged
  /// An endpoint appeared; its parent is its device.
  case added(object: AnyMIDIIOObject, parent: AnyMIDIIOObject?)
  /// An endpoint went; its parent was its device.
  case removed(object: AnyMIDIIOObject, parent: AnyMIDIIOObject?)
  /// An endpoint was renamed, or another property of it changed.
  case propertyChanged(property: AnyMIDIIOObject.Property, forObject: AnyMIDIIOObject)
  /// A thru connection of the manager came or went.
  case thruConnectionChanged
  /// Never comes: JACK has no serial ports.
  case serialPortOwnerChanged
  /// A connection to an endpoint could not be made; the manager tries again when the endpoint
  /// comes back.
  case ioError(device: MIDIDevice?, error: MIDIIOError)
  /// The manager started.
  case internalStart
  /// The JACK server ended; the manager waits for another one.
  case serverEnded(reason: String)
  /// The JACK server is back, with all ports and connections of the manager.
  case serverReturned
}

extension MIDIIOError: Hashable {
  /// Tells whether two errors say the same.
  public static func == (left: MIDIIOError, right: MIDIIOError) -> Bool {
    left.description == right.description
  }

  /// Hashes what the error says.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

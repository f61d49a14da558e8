/// The subject of a notification.
public enum AnyMIDIIOObject: Sendable, Hashable {
  /// The endpoints of a device or a program.
  case device(MIDIDevice)
  /// An entity of a device.
  case entity(MIDIEntity)
  /// A port that events are sent to.
  case inputEndpoint(MIDIInputEndpoint)
  /// A port that events come from.
  case outputEndpoint(MIDIOutputEndpoint)

  /// A property that can change.
  public enum Property: Sendable, Hashable {
    /// Its name.
    case name
    /// Its display name.
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

  /// Its number; nil for an entity of a device.
  public var uniqueID: MIDIIdentifier? {
    switch self {
    case .device(let device): device.uniqueID
    case .entity: nil
    case .inputEndpoint(let endpoint): endpoint.uniqueID
    case .outputEndpoint(let endpoint): endpoint.uniqueID
    }
  }
}

/// A change in the MIDI system.
public enum MIDIIONotification: Sendable, Hashable {
  /// Something has changed; follows each `added`, `removed` and `propertyChanged`.
  case setupChanged
  /// An endpoint has appeared; its parent is its device.
  case added(object: AnyMIDIIOObject, parent: AnyMIDIIOObject?)
  /// An endpoint has disappeared; its parent was its device.
  case removed(object: AnyMIDIIOObject, parent: AnyMIDIIOObject?)
  /// An endpoint was renamed, or another of its properties has changed.
  case propertyChanged(property: AnyMIDIIOObject.Property, forObject: AnyMIDIIOObject)
  /// A thru connection of the manager was added or removed.
  case thruConnectionChanged
  /// Never sent: JACK has no serial ports.
  case serialPortOwnerChanged
  /// A connection to an endpoint failed; the manager tries again when the endpoint reappears.
  case ioError(device: MIDIDevice?, error: MIDIIOError)
  /// The manager has started.
  case internalStart
  /// The JACK server has ended; the manager waits for another one.
  case serverEnded(reason: String)
  /// The JACK server is back, with all ports and connections of the manager.
  case serverReturned
}

extension MIDIIOError: Hashable {
  /// Returns whether two errors have the same text.
  public static func == (left: MIDIIOError, right: MIDIIOError) -> Bool {
    left.description == right.description
  }

  /// Hashes the error's text.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

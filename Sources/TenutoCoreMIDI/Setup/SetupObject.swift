/// The object of a reference.
enum SetupObject: Sendable {
  case client(ClientObject)
  case inputPort(InputPort)
  case outputPort(OutputPort)
  case endpoint(EndpointObject)
  case device(DeviceObject)
  case entity(EntityObject)
  /// A described device, entity or endpoint, by its unique id.
  case external(MIDIUniqueID)
  case thru(ThruConnection)
}

extension SetupObject {
  /// The client that owns the object; a client owns itself.
  var owner: ClientObject? {
    switch self {
    case .client(let client): client
    case .inputPort(let port): port.client
    case .outputPort(let port): port.client
    case .endpoint(let endpoint): endpoint.virtual?.client
    case .device, .entity, .external, .thru: nil
    }
  }

  /// The object's type, for those that have properties.
  var type: MIDIObjectType? {
    switch self {
    case .endpoint(let endpoint): endpoint.type
    case .device: .device
    case .entity: .entity
    case .external(let id): Setup.shared.external(id)?.type
    case .client, .inputPort, .outputPort, .thru: nil
    }
  }
}

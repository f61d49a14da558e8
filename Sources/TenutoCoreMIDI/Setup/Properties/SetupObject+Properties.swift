internal import TenutoJACK

// An object's own and inherited properties.
extension SetupObject {
  /// The properties that this process has set on the object; nil if the object does not store any
  /// here.
  var properties: ObjectProperties? {
    switch self {
    case .endpoint(let endpoint): endpoint.properties
    case .device(let device): device.properties
    case .entity(let entity): entity.properties
    case .client, .inputPort, .outputPort, .external, .thru: nil
    }
  }

  /// The value of a property, the object's own or an inherited one.
  func property(_ key: CFString) -> PropertyValue? {
    if let own = properties?[key] ?? derived[key] { return own }
    switch self {
    case .endpoint(let endpoint):
      guard let entityKey = endpoint.entityKey else { return nil }
      return SetupObject.entity(Setup.shared.entity(for: entityKey)).property(key)
    case .entity(let entity): return SetupObject.device(entity.device).property(key)
    case .external(let id): return Setup.shared.property(key, external: id)
    case .client, .inputPort, .outputPort, .device, .thru: return nil
    }
  }

  /// The object's built-in properties, except those of external objects.
  var derived: [CFString: PropertyValue] {
    var values = described
    values[kMIDIPropertyConnectionUniqueID] = uniqueID.flatMap(Setup.shared.connection)
    return values
  }

  /// The unique id of an object of JACK.
  var uniqueID: MIDIUniqueID? {
    switch self {
    case .endpoint(let endpoint): endpoint.uniqueID
    case .device(let device): device.uniqueID
    case .entity(let entity): entity.uniqueID
    case .client, .inputPort, .outputPort, .external, .thru: nil
    }
  }

  private var described: [CFString: PropertyValue] {
    switch self {
    case .endpoint(let endpoint): endpoint.derived
    case .device(let device): device.derived
    case .entity(let entity):
      [kMIDIPropertyName: .string(entity.name), kMIDIPropertyUniqueID: .integer(entity.uniqueID)]
    case .client, .inputPort, .outputPort, .external, .thru: [:]
    }
  }
}

extension EndpointObject {
  fileprivate var derived: [CFString: PropertyValue] {
    var values: [CFString: PropertyValue] = [
      kMIDIPropertyName: .string(virtual?.name ?? record?.shortName ?? ""),
      kMIDIPropertyDisplayName: .string(virtual?.name ?? record?.displayName ?? ""),
      kMIDIPropertyUniqueID: .integer(uniqueID),
      kMIDIPropertyOffline: .integer(isPresent ? 0 : 1),
      kMIDIPropertyPrivate: .integer(0),
      kMIDIPropertyProtocolID: .integer((isUMP ? MIDIProtocolID._2_0 : ._1_0).rawValue),
      kMIDIPropertyAdvanceScheduleTimeMuSec: .integer(0),
      kMIDIPropertyMaxSysExSpeed: .integer(3125),
    ]
    values[kMIDIPropertyManufacturer] = (virtual?.manufacturer ?? record?.manufacturer)
      .map(PropertyValue.string)
    values[kMIDIPropertyModel] = (virtual?.model ?? record?.model).map(PropertyValue.string)
    if virtual == nil { values[kMIDIPropertyDriverOwner] = .string("JACK") }
    return values
  }
}

extension DeviceObject {
  fileprivate var derived: [CFString: PropertyValue] {
    let ports = Setup.shared.endpoints(.source) + Setup.shared.endpoints(.destination)
    let records = ports.filter { $0.entityKey?.client == name }.compactMap(\.record)
    var values: [CFString: PropertyValue] = [
      kMIDIPropertyName: .string(name),
      kMIDIPropertyUniqueID: .integer(uniqueID),
      kMIDIPropertyOffline: .integer(records.isEmpty ? 1 : 0),
      kMIDIPropertyDriverOwner: .string("JACK"),
    ]
    values[kMIDIPropertyManufacturer] = records.compactMap(\.manufacturer).first
      .map(PropertyValue.string)
    values[kMIDIPropertyModel] = records.compactMap(\.model).first.map(PropertyValue.string)
    return values
  }
}

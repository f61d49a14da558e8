/// The endpoints of one device of the machine, or of one program.
///
/// JACK has only ports. Physical ports belong to the device in their model property, all other
/// ports to the program that owns them.
public struct MIDIDevice: Sendable, Hashable, Identifiable, CustomStringConvertible {
  /// The device's or the program's name.
  public let name: String
  /// The manufacturer, "" if unknown.
  public let manufacturer: String
  /// The endpoints that events can be sent to.
  public let inputs: [MIDIInputEndpoint]
  /// The endpoints that events come from.
  public let outputs: [MIDIOutputEndpoint]

  /// A number derived from the name.
  public var uniqueID: MIDIIdentifier {
    let hash = name.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return hash == 0 ? 1 : MIDIIdentifier(bitPattern: hash)
  }

  /// The same as `uniqueID`.
  public var id: MIDIIdentifier { uniqueID }

  /// The entities of the device: always one, since JACK does not distinguish more.
  public var entities: [MIDIEntity] { [MIDIEntity(name: name, inputs: inputs, outputs: outputs)] }

  /// The name.
  public var description: String { name }

  static func name(of record: MIDIEndpointRecord) -> String {
    (record.isPhysical ? record.model : nil) ?? record.clientName
  }
}

/// An entity of a device.
public struct MIDIEntity: Sendable, Hashable {
  /// The entity's name.
  public let name: String
  /// The endpoints that events can be sent to.
  public let inputs: [MIDIInputEndpoint]
  /// The endpoints that events come from.
  public let outputs: [MIDIOutputEndpoint]
}

/// All devices at one time.
public struct MIDIDevices: Sendable, Hashable {
  /// The devices, in the order of their first ports.
  public var devices: [MIDIDevice]

  init(_ endpoints: MIDIEndpoints) {
    let records = endpoints.outputs.map(\.record) + endpoints.inputs.map(\.record)
    var names: [String] = []
    for name in records.map({ MIDIDevice.name(of: $0) }) where !names.contains(name) {
      names.append(name)
    }
    devices = names.map { name in
      let own = records.filter { MIDIDevice.name(of: $0) == name }
      return MIDIDevice(
        name: name, manufacturer: own.lazy.compactMap(\.manufacturer).first ?? "",
        inputs: own.compactMap { MIDIInputEndpoint($0) },
        outputs: own.compactMap { MIDIOutputEndpoint($0) })
    }
  }
}

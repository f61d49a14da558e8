extension JACKPropertyKey {
  /// The id that a program with this library has given its own MIDI port, in decimal.
  public static let midiUniqueID = Self(rawValue: "urn:tenuto:midi:unique-id")
  /// "1" for a MIDI port that only serves a connection, and is not an endpoint for users.
  public static let midiIsPrivate = Self(rawValue: "urn:tenuto:midi:private")
  /// The manufacturer of a MIDI port's device.
  public static let midiManufacturer = Self(rawValue: "urn:tenuto:midi:manufacturer")
  /// The model of a MIDI port's device.
  public static let midiModel = Self(rawValue: "urn:tenuto:midi:model")
}

extension JACKClient {
  /// Stores a MIDI port's properties; failures do not matter, since other programs do not need
  /// them.
  func setProperties(_ traits: MIDIPortTraits, isUMP: Bool, of port: JACKPort) {
    try? setProperty(.eventTypes, to: isUMP ? "UMP" : "MIDI", of: .port(port))
    changeProperties(from: [:], to: traits.properties, of: port)
  }

  /// Stores the changed properties, and removes those that no longer exist.
  func changeProperties(
    from old: [JACKPropertyKey: String], to new: [JACKPropertyKey: String], of port: JACKPort
  ) {
    for (key, value) in new where old[key] != value {
      try? setProperty(key, to: value, of: .port(port))
    }
    for key in old.keys where new[key] == nil { try? removeProperty(key, of: .port(port)) }
  }
}

extension MIDIPortTraits {
  /// The properties that other programs see.
  var properties: [JACKPropertyKey: String] {
    var properties: [JACKPropertyKey: String] = [:]
    properties[.prettyName] = prettyName
    properties[.portGroup] = group
    properties[.midiManufacturer] = manufacturer
    properties[.midiModel] = model
    properties[.midiUniqueID] = uniqueID.map { String($0) }
    properties[.midiIsPrivate] = isPrivate ? "1" : nil
    return properties
  }
}

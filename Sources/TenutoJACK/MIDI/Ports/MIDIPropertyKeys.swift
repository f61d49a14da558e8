extension JACKPropertyKey {
  /// The id that a program of this library gave its own MIDI port, in decimal.
  public static let midiUniqueID = Self(rawValue: "urn:tenuto:midi:unique-id")
  /// "1" for a MIDI port that only serves a connection, and is no endpoint for users.
  public static let midiIsPrivate = Self(rawValue: "urn:tenuto:midi:private")
  /// Who made the device of a MIDI port.
  public static let midiManufacturer = Self(rawValue: "urn:tenuto:midi:manufacturer")
  /// Which device a MIDI port is of.
  public static let midiModel = Self(rawValue: "urn:tenuto:midi:model")
}

extension JACKClient {
  /// Stores what a MIDI port is; other programs see it, none needs it, so failures do not matter.
  func setProperties(_ traits: MIDIPortTraits, isUMP: Bool, of port: JACKPort) {
    try? setProperty(.eventTypes, to: isUMP ? "UMP" : "MIDI", of: .port(port))
    changeProperties(from: [:], to: traits.properties, of: port)
  }

  /// Stores what is another than before, and removes what there is no more.
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
  /// What other programs see.
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

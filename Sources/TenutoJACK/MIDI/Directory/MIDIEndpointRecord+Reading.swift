/// The server's information about a port that has no id yet.
struct MIDIPortReading {
  let name: String
  let subject: UInt64
  let flags: JACKPortFlags
  let aliases: [String]
  /// Empty while they may still be a former port's, kept by JACK.
  let properties: [JACKPropertyKey: String]
  /// Whether the port's program has yet to set its name, its id and whether it is private.
  let isUnfinished: Bool

  /// Reads a port; nil if it has disappeared.
  init?(_ name: String, _ client: JACKClient) {
    self.name = name
    guard let subject = try? client.propertySubject(ofPortNamed: name),
      let flags = try? client.flags(ofPortNamed: name)
    else { return nil }
    self.subject = subject
    self.flags = flags
    aliases = ((try? client.aliases(ofPortNamed: name)) ?? []).filter { !$0.isEmpty }
    let all = (try? client.properties(ofPortNamed: name)) ?? [:]
    let program = String(name.prefix { $0 != ":" })
    let word = try? client.property(.midiDescription, ofClientNamed: program)
    isUnfinished = word != nil && all[.midiDescription] != word
    properties = isUnfinished ? [:] : all
  }

  var direction: MIDIEndpointDirection { flags.contains(.output) ? .source : .destination }

  /// The id that the port's own program has set.
  var announcedID: Int32? {
    if let traits = OwnMIDIPorts.traits(ofPortNamed: name) { return traits.uniqueID }
    let id = properties[.midiUniqueID].flatMap { Int32($0) }
    return id == 0 ? nil : id
  }
}

extension MIDIEndpointRecord {
  init(_ reading: MIDIPortReading, uniqueID: Int32) {
    let client = reading.name.prefix { $0 != ":" }
    self.uniqueID = uniqueID
    direction = reading.direction
    portName = reading.name
    displayName = ""
    isPhysical = reading.flags.contains(.physical)
    isUMP = reading.flags.contains(.ump)
    isOwn = OpenClients.contains(clientNamed: String(client))
    isPrivate = false
    aliases = []
    properties = [:]
    update(reading)
  }

  /// Updates the values that can change during a port's life.
  mutating func update(_ reading: MIDIPortReading) {
    let own = OwnMIDIPorts.traits(ofPortNamed: reading.name)
    portName = reading.name
    aliases = reading.aliases
    properties = reading.properties
    manufacturer = own?.manufacturer ?? properties[.midiManufacturer]
    model = own?.model ?? properties[.midiModel]
    isPrivate = own?.isPrivate ?? (properties[.midiIsPrivate] == "1")
    displayName = own?.prettyName ?? properties[.prettyName] ?? usualDisplayName
  }

  /// The device's alias, or client and port.
  private var usualDisplayName: String {
    if isPhysical, let alias = aliases.first {
      let name = alias.drop { $0 != ":" }.dropFirst()
      if !name.isEmpty { return String(name) }
    }
    return clientName == shortName ? shortName : "\(clientName) \(shortName)"
  }
}

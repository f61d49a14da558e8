internal import Glibc
internal import Synchronization
internal import TenutoMIDIMessages

extension ManagerSession {
  /// The port and record of a virtual endpoint.
  struct CreatedEndpoint {
    let port: MIDIPort
    let record: MIDIEndpointRecord
  }

  /// Makes a virtual input.
  func makeInput(
    _ name: String, _ id: MIDIIdentifierPersistence, _ version: MIDIProtocolVersion,
    _ receiver: ReceivingPort
  ) throws(MIDIIOError) -> CreatedEndpoint {
    try make(name, id, .destination) { (short, traits) throws(JACKError) in
      try client.addInput(named: short, isUMP: version == .midi2_0, traits: traits) {
        receiver.receive($0)
      }
    }
  }

  /// Makes a virtual output.
  func makeOutput(
    _ name: String, _ id: MIDIIdentifierPersistence, _ version: MIDIProtocolVersion
  ) throws(MIDIIOError) -> CreatedEndpoint {
    try make(name, id, .source) { (short, traits) throws(JACKError) in
      try client.addOutput(named: short, isUMP: version == .midi2_0, traits: traits)
    }
  }

  private func make(
    _ name: String, _ id: MIDIIdentifierPersistence, _ direction: MIDIEndpointDirection,
    _ add: (String, MIDIPortTraits) throws(JACKError) -> MIDIPort
  ) throws(MIDIIOError) -> CreatedEndpoint {
    let short = takePortName(name)
    let full = client.name + ":" + short
    let uniqueID = directory.reserveUniqueID(
      id.askedID, forPortNamed: full, direction: direction)
    var traits = MIDIPortTraits()
    traits.prettyName = name
    traits.manufacturer = manufacturer
    traits.model = model
    traits.uniqueID = uniqueID
    do {
      let port = try add(short, traits)
      id.writeID(uniqueID)
      return CreatedEndpoint(
        port: port,
        record: MIDIEndpointRecord(
          uniqueID: uniqueID, direction: direction, portName: full, displayName: name,
          manufacturer: manufacturer, model: model, isPhysical: false, isUMP: port.isUMP,
          isOwn: true, isPrivate: false, aliases: [], properties: [:]))
    } catch {
      freePortName(short)
      throw .jack(error)
    }
  }

  /// Makes an input that serves a connection.
  func makePrivateInput(
    _ name: String, isUMP: Bool, on thread: MIDIReceiverThread,
    receiver: @escaping @Sendable (MIDIArrival) -> Void
  ) throws(MIDIIOError) -> MIDIPort {
    let short = takePortName(name)
    do {
      return try client.addInput(
        named: short, isUMP: isUMP, traits: privateTraits, on: thread, receiver: receiver)
    } catch {
      freePortName(short)
      throw .jack(error)
    }
  }

  /// Makes an output that serves a connection.
  func makePrivateOutput(_ name: String, isUMP: Bool) throws(MIDIIOError) -> SendingPort {
    let short = takePortName(name)
    do {
      return SendingPort(
        client: client,
        port: try client.addOutput(named: short, isUMP: isUMP, traits: privateTraits))
    } catch {
      freePortName(short)
      throw .jack(error)
    }
  }

  private var privateTraits: MIDIPortTraits {
    var traits = MIDIPortTraits()
    traits.isPrivate = true
    return traits
  }

  /// Removes a port from the graph, and frees its name.
  func removePort(_ port: MIDIPort) {
    if let name = client.fullName(of: port) {
      freePortName(String(name.drop { $0 != ":" }.dropFirst()))
    }
    client.remove(port)
  }

  /// Removes a virtual endpoint from the graph, and waits until its number is free again.
  func removeEndpoint(_ made: CreatedEndpoint) {
    removePort(made.port)
    directory.endReservation(
      forPortNamed: made.record.portName, direction: made.record.direction)
    for _ in 0..<300 {
      guard directory.isOpen, let known = directory.endpoint(uniqueID: made.record.uniqueID),
        known.isOwn
      else { return }
      usleep(1000)
    }
  }

  /// Returns a name that is unique in the client, as JACK requires and Core MIDI does not.
  private func takePortName(_ name: String) -> String {
    var plain = name.split(separator: ":").joined(separator: "-")
    if plain.isEmpty { plain = "midi" }
    while plain.utf8.count > 120 { plain.removeLast() }
    return registry.withLock { registry in
      var free = plain
      var number = 2
      while !registry.portNames.insert(free).inserted {
        free = "\(plain) \(number)"
        number += 1
      }
      return free
    }
  }

  func freePortName(_ short: String) {
    registry.withLock { _ = $0.portNames.remove(short) }
  }
}

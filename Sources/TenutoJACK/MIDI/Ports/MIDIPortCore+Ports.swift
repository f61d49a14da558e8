internal import Glibc
internal import Synchronization

extension MIDIPortCore {
  /// Adds a port with the lane of `makeLane`, which returns nil if the system has no thread left.
  func add(
    _ name: String, _ direction: JACKPortDirection, _ isUMP: Bool, _ traits: MIDIPortTraits,
    makeLane: (MIDIPort, JACKPort, WorkerThread) -> Lane?
  ) throws(JACKError) -> MIDIPort {
    let service = try requireService()
    return try state.withLock { state throws(JACKError) in
      guard let client = state.client else {
        throw state.isClosed ? .closed(self.name) : .serverEnded(self.name)
      }
      let (jackPort, speaksUMP) = try register(name, direction, isUMP, traits, client)
      let port = MIDIPort(number: state.nextNumber, direction: direction, isUMP: speaksUMP)
      guard let lane = makeLane(port, jackPort, service),
        let slot = unsafe state.slots?.enter(lane.slot, direction)
      else {
        unregister(jackPort, "\(client.name):\(name)", client)
        throw JACKError(
          .portRegistrationFailed,
          "The JACK client \"\(client.name)\" has no thread or place for the port \"\(name)\".")
      }
      attach(lane)
      state.nextNumber += 1
      state.entries[port.number] = Entry(
        port: port, name: name, wantsUMP: isUMP, traits: traits, lane: lane, jackPort: jackPort,
        slot: slot)
      setLane(lane, of: port)
      return port
    }
  }

  private func attach(_ lane: Lane) {
    if case .input(let input) = lane { input.thread.add(input) }
  }

  /// Registers a port with JACK, which decides whether it carries packets.
  private func register(
    _ name: String, _ direction: JACKPortDirection, _ isUMP: Bool, _ traits: MIDIPortTraits,
    _ client: JACKClient
  ) throws(JACKError) -> (JACKPort, isUMP: Bool) {
    let fullName = "\(client.name):\(name)"
    // Before the server announces the port to directories.
    let known = OwnMIDIPorts.traits(ofPortNamed: fullName)
    if known == nil { OwnMIDIPorts.enter(fullName, traits) }
    do throws(JACKError) {
      let port = try client.registerPort(
        name, kind: .midi, direction: direction, flags: isUMP ? .ump : [])
      let flags = try client.flags(ofPortNamed: fullName)
      client.setProperties(traits, isUMP: flags.contains(.ump), of: port)
      client.finishDescription(of: port, description)
      return (port, flags.contains(.ump))
    } catch {
      if known == nil { OwnMIDIPorts.leave(fullName) }
      throw error
    }
  }

  private func unregister(_ port: JACKPort, _ fullName: String, _ client: JACKClient) {
    try? client.unregisterPort(port)
    OwnMIDIPorts.leave(fullName)
  }

  /// Registers an existing port with a new client.
  func register(_ number: Int, _ state: inout State) throws(JACKError) {
    guard let client = state.client, let slots = state.slots, var entry = state.entries[number]
    else { return }
    let (jackPort, isUMP) = try register(
      entry.name, entry.port.direction, entry.wantsUMP, entry.traits, client)
    switch entry.lane {
    case .input(let lane): lane.adopt(jackPort, isUMP: isUMP)
    case .output(let lane): lane.adopt(jackPort, isUMP: isUMP)
    }
    entry.jackPort = jackPort
    entry.slot = unsafe slots.enter(entry.lane.slot, entry.port.direction)
    state.entries[number] = entry
  }

  func remove(_ port: MIDIPort) {
    let (ends, _) = state.withLock { state -> ([MIDISysExEnd], Lane?) in
      guard let entry = state.entries.removeValue(forKey: port.number) else { return ([], nil) }
      setLane(nil, of: port)
      let hasLeft = entry.slot.map { state.slots?.leave($0) ?? true } ?? true
      if !hasLeft { state.slots?.keep([entry.lane]) }
      if let client = state.client, let jackPort = entry.jackPort {
        unregister(jackPort, "\(client.name):\(entry.name)", client)
      }
      switch entry.lane {
      case .input(let lane): lane.remove()
      case .output(let lane): if hasLeft { return (lane.shut(.portRemoved), entry.lane) }
      }
      return ([], entry.lane)
    }
    // Outside the lock, since completions and released receivers may call the client.
    for end in ends { end.notify() }
  }

  func setTraits(_ traits: MIDIPortTraits, of port: MIDIPort) throws(JACKError) {
    try state.withLock { state throws(JACKError) in
      guard let entry = state.entries[port.number] else { throw noSuchPort }
      state.entries[port.number]?.traits = traits
      // Without a server, the port gets them when it is restored.
      guard let client = state.client, let jackPort = entry.jackPort else { return }
      OwnMIDIPorts.enter("\(client.name):\(entry.name)", traits)
      client.changeProperties(
        from: entry.traits.properties, to: traits.properties, of: jackPort)
    }
  }

  func rename(_ port: MIDIPort, to name: String) throws(JACKError) {
    try state.withLock { state throws(JACKError) in
      guard let client = state.client else {
        throw state.isClosed ? .closed(self.name) : .serverEnded(self.name)
      }
      guard let entry = state.entries[port.number], let jackPort = entry.jackPort else {
        throw noSuchPort
      }
      OwnMIDIPorts.enter("\(client.name):\(name)", entry.traits)
      do throws(JACKError) {
        try client.renamePort(jackPort, to: name)
      } catch {
        OwnMIDIPorts.leave("\(client.name):\(name)")
        throw error
      }
      OwnMIDIPorts.leave("\(client.name):\(entry.name)")
      state.entries[port.number]?.name = name
    }
  }

  func fullName(of port: MIDIPort) -> String? {
    state.withLock { state in state.entries[port.number].map { "\(name):\($0.name)" } }
  }

  /// Connects two ports, with repeated attempts for ports that have just appeared.
  func connect(_ source: String, _ destination: String) throws(JACKError) {
    var attempt = 0
    while true {
      do throws(JACKError) {
        return try openClient().connect(from: source, to: destination)
      } catch {
        // A missing name is most likely wrong; a refusal is most likely temporary.
        let limit = error.code == .connectionFailed ? 25 : error.code == .noSuchPort ? 5 : 0
        guard attempt < limit else { throw error }
      }
      attempt += 1
      usleep(20_000)
    }
  }
}

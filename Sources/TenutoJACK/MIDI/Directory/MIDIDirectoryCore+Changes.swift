internal import Glibc
internal import Synchronization

extension MIDIDirectoryCore {
  /// Updates the known ports, and returns the changes.
  func handle(_ hints: [Hint], _ state: inout State) -> [MIDIDirectoryChange] {
    var changes: [MIDIDirectoryChange] = []
    // One scan of the ports covers several port hints in a row.
    var wantsScan = false
    for hint in hints {
      if case .ports = hint {
        wantsScan = true
        continue
      }
      if case .goingPort(let name) = hint {
        waitForEnd(of: name, state)
        wantsScan = true
        continue
      }
      if case .rename(let old, let new) = hint {
        // Before the scan, which would take the new name for a new port.
        changes += rename(old, new, &state)
        wantsScan = true
        continue
      }
      if wantsScan { changes += scan(&state) }
      wantsScan = false
      changes += handle(hint, &state)
    }
    if wantsScan { changes += scan(&state) }
    return changes
  }

  private func handle(_ hint: Hint, _ state: inout State) -> [MIDIDirectoryChange] {
    switch hint {
    case .property(let change): return readProperties(change, &state)
    case .serverEnd(let reason):
      // A late notification about an earlier server.
      guard state.client?.hasServerEnded == true else { return [] }
      defer { state.known = [] }
      state.client?.close()
      state.client = nil
      return state.known.map { .removed($0.record) } + [.serverEnded(reason: reason)]
    case .serverReturn: return scan(&state) + [.serverReturned]
    case .ports, .goingPort, .rename: return []
    }
  }

  /// Waits briefly until a known port is removed as announced.
  ///
  /// PipeWire announces it before it removes the port from its list.
  private func waitForEnd(of name: String, _ state: State) {
    guard let client = state.client,
      state.known.contains(where: { $0.record.portName == name })
    else { return }
    for _ in 0..<10 {
      guard (try? client.propertySubject(ofPortNamed: name)) != nil else { return }
      usleep(2_000)
    }
  }

  private func rename(
    _ old: String, _ new: String, _ state: inout State
  ) -> [MIDIDirectoryChange] {
    guard let client = state.client,
      let index = state.known.firstIndex(where: { $0.record.portName == old })
    else { return [] }
    // If a port already has the next name, that name's own hint reads it.
    state.known[index].record.portName = new
    if let reading = MIDIPortReading(new, client), !reading.isUnfinished {
      state.known[index].record.update(reading)
    }
    let record = state.known[index].record
    state.ids.assign(
      record.uniqueID, to: MIDIUniqueIDs.Key(direction: record.direction, name: new))
    return [.renamed(record, oldName: old)]
  }

  private func readProperties(
    _ change: JACKPropertyChange, _ state: inout State
  ) -> [MIDIDirectoryChange] {
    guard let client = state.client else { return [] }
    var changes: [MIDIDirectoryChange] = []
    // PipeWire may use another subject than the port's own: then all ports are read.
    let isKnown = state.known.contains { $0.subject == change.subject }
    for index in state.known.indices
    where !isKnown || state.known[index].subject == change.subject {
      let before = state.known[index].record
      guard let reading = MIDIPortReading(before.portName, client), !reading.isUnfinished else {
        continue  // not set yet, or removed because the port is going
      }
      changes += renumber(index, reading.announcedID, &state)
      state.known[index].record.update(reading)
      let record = state.known[index].record
      let keys = Set(before.properties.keys).union(record.properties.keys)
      let changed = keys.filter { before.properties[$0] != record.properties[$0] }
      changes += changed.sorted { $0.rawValue < $1.rawValue }.map { .propertyChanged(record, $0) }
    }
    return changes
  }
}

extension MIDIDirectoryCore {
  /// Applies an id that a port's program has set after the port appeared.
  private func renumber(
    _ index: Int, _ announced: Int32?, _ state: inout State
  ) -> [MIDIDirectoryChange] {
    let old = state.known[index].record
    guard let announced, announced != 0, announced != old.uniqueID,
      !state.known.contains(where: { $0.record.uniqueID == announced })
    else { return [] }
    state.known[index].record.uniqueID = announced
    state.ids.assign(
      announced, to: MIDIUniqueIDs.Key(direction: old.direction, name: old.portName))
    return [.removed(old), .added(state.known[index].record)]
  }
}

// MARK: - Scanning the ports

extension MIDIDirectoryCore {
  /// Compares the known ports with the server's.
  func scan(_ state: inout State) -> [MIDIDirectoryChange] {
    guard let client = state.client, var names = try? client.ports(kind: .midi) else { return [] }
    var changes: [MIDIDirectoryChange] = []
    if mayHideRename(names, state, client) {
      // The hint of a rename is on its way: it distinguishes a rename from a port that replaces
      // another.
      usleep(20_000)
      for case .rename(let old, let new) in takeRenames() { changes += rename(old, new, &state) }
      names = (try? client.ports(kind: .midi)) ?? names
    }
    let present = Set(names)
    let gone = state.known.filter { !present.contains($0.record.portName) }
    state.known.removeAll { !present.contains($0.record.portName) }
    for record in gone.map(\.record) {
      state.reserved[MIDIUniqueIDs.Key(direction: record.direction, name: record.portName)] = nil
      changes.append(.removed(record))
    }
    let known = Set(state.known.map(\.record.portName))
    let readings = readings(names.filter { !known.contains($0) }, client)
    if !readings.isEmpty { state.file.load(into: &state.ids) }
    for reading in readings {
      let record = MIDIEndpointRecord(reading, uniqueID: id(of: reading, &state))
      state.known.append(Known(record: record, subject: reading.subject))
      changes.append(.added(record))
    }
    return changes
  }

  /// Reads ports, waiting briefly for properties that their programs are about to set.
  ///
  /// A program of this library describes a port right after it has appeared.
  private func readings(_ names: [String], _ client: JACKClient) -> [MIDIPortReading] {
    var timeout = 100
    return names.compactMap { name in
      while let reading = MIDIPortReading(name, client) {
        guard timeout > 0, reading.isUnfinished else { return reading }
        timeout -= 1
        usleep(2_000)
      }
      return nil
    }
  }

  /// Removes the renames from the hints, and leaves the others.
  private func takeRenames() -> [Hint] {
    takeHints { hint in
      if case .rename = hint { return true }
      return false
    }
  }

  /// Whether a port has disappeared and another with its UUID has appeared.
  private func mayHideRename(_ names: [String], _ state: State, _ client: JACKClient) -> Bool {
    let present = Set(names)
    let known = Set(state.known.map(\.record.portName))
    let gone = state.known.filter { !present.contains($0.record.portName) }.map(\.subject)
    guard !gone.isEmpty else { return false }
    return names.contains { name in
      guard !known.contains(name) else { return false }
      return (try? client.propertySubject(ofPortNamed: name)).map(gone.contains) ?? false
    }
  }

  private func id(of reading: MIDIPortReading, _ state: inout State) -> Int32 {
    let key = MIDIUniqueIDs.Key(direction: reading.direction, name: reading.name)
    let others = state.reserved.filter { $0.key != key }.values
    let taken = Set(state.known.map(\.record.uniqueID)).union(others)
    if let id = reading.announcedID, id != 0, !taken.contains(id) {
      state.ids.assign(id, to: key)
      return id
    }
    return state.ids.id(of: key, avoiding: taken)
  }

  /// The current ports, even if their hints are still on the way.
  private func portNames(_ state: State) -> Set<String> {
    Set((try? state.client?.ports(kind: .midi)) ?? state.known.map(\.record.portName))
  }

  /// Frees the id of a port that has disappeared, even if it was never seen.
  func endReservation(_ key: MIDIUniqueIDs.Key) {
    state.withLock { $0.reserved[key] = nil }
  }

  func reserve(_ asked: Int32?, _ key: MIDIUniqueIDs.Key) -> Int32 {
    state.withLock { state in
      state.file.load(into: &state.ids)
      let present = portNames(state)
      for record in state.known.map(\.record) where !present.contains(record.portName) {
        state.reserved[MIDIUniqueIDs.Key(direction: record.direction, name: record.portName)] = nil
      }
      let others = state.known.filter {
        $0.record.portName != key.name || $0.record.direction != key.direction
      }
      let reserved = state.reserved.filter { $0.key != key }.values
      let taken = Set(others.filter { present.contains($0.record.portName) }.map(\.record.uniqueID))
        .union(reserved)
      if let asked, asked != 0, !taken.contains(asked) {
        state.ids.assign(asked, to: key)
      }
      let id = state.ids.id(of: key, avoiding: taken)
      state.reserved[key] = id
      state.file.save(&state.ids)
      return id
    }
  }
}

internal import Glibc
internal import Synchronization

extension ManagerSession {
  /// Handles a change of the directory, on the directory's thread.
  func handle(_ change: MIDIDirectoryChange) {
    guard !isStopped.load(ordering: .sequentiallyConsistent) else { return }
    switch change {
    case .added(let record): follow(record, Self.notice { .added(object: $0, parent: $1) })
    case .removed(let record):
      for connection in connections { connection.forget(record.uniqueID) }
      follow(record, Self.notice { .removed(object: $0, parent: $1) })
    case .renamed(let record, _): follow(record, Self.changeNotice(.name))
    case .propertyChanged(let record, let key):
      follow(record, Self.changeNotice(key == .prettyName ? .displayName : .jack(key)))
    case .serverEnded(let reason): serverEnded(reason)
    case .serverReturned: refreshAll()
    }
  }

  private typealias Notice = (MIDIEndpointRecord) -> MIDIIONotification?

  private static func notice(
    _ make: @escaping (AnyMIDIIOObject, AnyMIDIIOObject?) -> MIDIIONotification
  ) -> Notice {
    { record in
      guard !record.isPrivate, let object = AnyMIDIIOObject(record) else { return nil }
      return make(object, .device(MIDIDevice(around: record)))
    }
  }

  private static func changeNotice(_ property: AnyMIDIIOObject.Property) -> Notice {
    notice { object, _ in .propertyChanged(property: property, forObject: object) }
  }

  /// Updates the connections and notifies the users.
  private func follow(_ record: MIDIEndpointRecord, _ notice: Notice) {
    refreshAll()
    guard let notice = notice(record) else { return }
    notices.post([notice, .setupChanged], endpoints: endpoints)
  }

  func refreshAll() {
    guard client.isOpen else { return }
    for connection in connections { connection.refresh() }
  }
}

// MARK: - The server

extension ManagerSession {
  /// Waits for another server; called twice, by the client and by the directory.
  func serverEnded(_ reason: String) {
    guard !isStopped.load(ordering: .sequentiallyConsistent) else { return }
    for connection in connections { connection.forget(nil) }
    guard !isReviving.exchange(true, ordering: .sequentiallyConsistent) else { return }
    notices.post([.serverEnded(reason: reason), .setupChanged], endpoints: endpoints)
    reviver.withLock { reviver in
      let thread =
        reviver
        ?? WorkerThread(name: "midi-reviver") { [weak self] in
          // Waits before the first attempt too, so that all clients of the process learn of the
          // end.
          repeat { usleep(100_000) } while self?.isBack() == false
        }
      thread?.wake()
      reviver = thread
    }
  }

  /// Tries to reconnect; returns true when no further attempt is needed.
  private func isBack() -> Bool {
    guard !isStopped.load(ordering: .sequentiallyConsistent),
      isReviving.load(ordering: .sequentiallyConsistent)
    else { return true }
    do {
      try client.reopen()
      try directory.reopen()
    } catch {
      return false
    }
    isReviving.store(false, ordering: .sequentiallyConsistent)
    guard client.isOpen, directory.isOpen else {
      // The server has ended again; continue unless another thread has started to.
      return isReviving.exchange(true, ordering: .sequentiallyConsistent)
    }
    refreshAll()
    notices.post([.serverReturned, .setupChanged], endpoints: endpoints)
    return true
  }
}

extension MIDIDevice {
  /// The device of an endpoint, derived from this endpoint alone.
  fileprivate init(around record: MIDIEndpointRecord) {
    self.init(
      name: MIDIDevice.name(of: record), manufacturer: record.manufacturer ?? "",
      inputs: [record].compactMap { MIDIInputEndpoint($0) },
      outputs: [record].compactMap { MIDIOutputEndpoint($0) })
  }
}

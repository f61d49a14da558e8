internal import Dispatch
internal import Synchronization
internal import TenutoJACK

extension Setup {
  /// Takes a change of the directory, on the directory's thread.
  func take(_ change: MIDIDirectoryChange) {
    switch change {
    case .added(let record): appear(record)
    case .removed(let record): vanish(record)
    case .renamed(let record, _):
      notify(record, [kMIDIPropertyName, kMIDIPropertyDisplayName])
    case .propertyChanged(let record, let key):
      notify(record, [key == .prettyName ? kMIDIPropertyDisplayName : key.rawValue])
    case .serverEnded: recoverLater()
    case .serverReturned: break
    }
    follower.withLock { $0 }?.wake()
  }

  private func appear(_ record: MIDIEndpointRecord) {
    guard !record.isPrivate else { return }
    let result = table.withLock { table -> (EndpointObject, [SetupChange])? in
      guard !table.isStale(record) else { return nil }
      let endpoint = table.endpoint(of: record)
      return (endpoint, table.announce(endpoint))
    }
    guard let (endpoint, changes) = result else { return }
    reconnect(endpoint)
    notify(changes + [.setup])
  }

  private func vanish(_ record: MIDIEndpointRecord) {
    guard !record.isPrivate else { return }
    let known = table.withLock { $0.endpoint(uniqueID: record.uniqueID) }
    guard let known else { return }
    if known.virtual == nil { known.leave() }
    notify([.removed(child: known.child, parent: parent(of: known)), .setup])
  }

  private func notify(_ record: MIDIEndpointRecord, _ keys: [CFString]) {
    guard !record.isPrivate else { return }
    let known = table.withLock { $0.isStale(record) ? nil : $0.endpoint(of: record) }
    guard let endpoint = known else { return }
    notify(keys.map { .property(endpoint.child, $0) } + [.setup])
  }

  private func parent(of endpoint: EndpointObject) -> SetupChange.Child? {
    endpoint.entityKey.map { SetupChange.Child(ref: entity(for: $0).ref, type: .entity) }
  }

  /// Restores the connections to an endpoint that has returned.
  ///
  /// This process's ports may return later than those of other programs.
  func reconnect(_ endpoint: EndpointObject, tries: Int = 25) {
    var isDone = true
    for object in objects where !object.reconnect(endpoint) { isDone = false }
    guard !isDone, endpoint.isPresent, tries > 1 else { return }
    notifications.asyncAfter(deadline: .now() + .milliseconds(200)) {
      self.reconnect(endpoint, tries: tries - 1)
    }
  }

  /// Notifies all clients of changes, on the queue for notifications.
  func notify(_ changes: [SetupChange]) {
    notifications.async {
      for change in changes {
        for client in self.clients {
          unsafe change.withNotification { unsafe client.listener.call($0) }
        }
      }
    }
  }
}

extension ObjectTable {
  /// Returns the notifications for a new endpoint: first for its device and entity, if they are new.
  fileprivate mutating func announce(_ endpoint: EndpointObject) -> [SetupChange] {
    guard let key = endpoint.entityKey else {
      return [.added(child: endpoint.child, parent: nil)]
    }
    var changes: [SetupChange] = []
    let isNewDevice = !hasDevice(named: key.client)
    let isNewEntity = !hasEntity(for: key)
    let entity = entity(for: key)
    let device = SetupChange.Child(ref: entity.device.ref, type: .device)
    let parent = SetupChange.Child(ref: entity.ref, type: .entity)
    if isNewDevice { changes.append(.added(child: device, parent: nil)) }
    if isNewEntity { changes.append(.added(child: parent, parent: device)) }
    return changes + [.added(child: endpoint.child, parent: parent)]
  }
}

extension SetupObject {
  /// Reconnects an endpoint whose port is back; returns false if it must be tried again.
  fileprivate func reconnect(_ endpoint: EndpointObject) -> Bool {
    switch self {
    case .inputPort(let port): port.reconnect(endpoint)
    case .outputPort(let port): port.reconnect(endpoint)
    case .thru(let thru): thru.reconnect(endpoint)
    case .client, .endpoint, .device, .entity, .external: true
    }
  }
}

extension EndpointObject {
  /// The endpoint in a notification.
  var child: SetupChange.Child { SetupChange.Child(ref: ref, type: type) }
}

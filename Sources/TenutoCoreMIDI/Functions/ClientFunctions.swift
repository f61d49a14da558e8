internal import Synchronization
internal import TenutoJACK

/// Creates a client, whose procedure is called with notifications.
///
/// Thread: any but render. The procedure is called on a thread of the library, because a Linux
/// program need not have a run loop.
///
/// - Parameters:
///   - name: The name that other programs see, in JACK, too.
///   - notifyProc: The function for notifications, or nil.
///   - notifyRefCon: Its context.
///   - outClient: Gets the client.
/// - Returns: `noErr`, or `kMIDIServerStartErr` if no JACK server runs.
@discardableResult
public func MIDIClientCreate(
  _ name: some CFStringConvertible, _ notifyProc: MIDINotifyProc?,
  _ notifyRefCon: UnsafeMutableRawPointer?,
  _ outClient: UnsafeMutablePointer<MIDIClientRef>
) -> OSStatus {
  guard let notifyProc = unsafe notifyProc else {
    return unsafe createClient(name.cfString, NotificationListener(), outClient)
  }
  let listener = unsafe NotificationListener(.proc(notifyProc, Context(notifyRefCon)))
  return unsafe createClient(name.cfString, listener, outClient)
}

/// Creates a client, whose block is called with notifications.
///
/// Thread: any but render. The block is called on a thread of the library.
///
/// - Parameters:
///   - name: The name that other programs see, in JACK, too.
///   - outClient: Gets the client.
///   - notifyBlock: The block for notifications, or nil.
/// - Returns: `noErr`, or `kMIDIServerStartErr` if no JACK server runs.
@discardableResult
public func MIDIClientCreateWithBlock(
  _ name: some CFStringConvertible, _ outClient: UnsafeMutablePointer<MIDIClientRef>,
  _ notifyBlock: MIDINotifyBlock?
) -> OSStatus {
  guard let notifyBlock = unsafe notifyBlock else {
    return unsafe createClient(name.cfString, NotificationListener(), outClient)
  }
  let listener = unsafe NotificationListener(.block(notifyBlock))
  return unsafe createClient(name.cfString, listener, outClient)
}

/// Disposes of a client with its ports, endpoints and thru connections without an owner.
///
/// Thread: any but render.
///
/// - Parameter client: The client.
/// - Returns: `noErr` or `kMIDIInvalidClient`.
@discardableResult
public func MIDIClientDispose(_ client: MIDIClientRef) -> OSStatus {
  guard let object = Setup.shared.client(client) else { return kMIDIInvalidClient }
  Setup.shared.dispose(of: object)
  return noErr
}

/// Reconnects at once to a JACK server that was away.
///
/// Thread: any but render. The library soon does so itself. Nothing else needs a restart: JACK's
/// graph is always current.
///
/// - Returns: `noErr` or `kMIDIServerStartErr`.
@discardableResult
public func MIDIRestart() -> OSStatus {
  Setup.shared.recover() ? noErr : kMIDIServerStartErr
}

private func createClient(
  _ name: CFString, _ listener: NotificationListener,
  _ outClient: UnsafeMutablePointer<MIDIClientRef>
) -> OSStatus {
  let result = status { () throws(JACKError) in
    try Setup.shared.openDirectory()
    Setup.shared.watchExternals()
    let client = try ClientObject.open(name: name, listener: listener)
    unsafe outClient.pointee = Setup.shared.add { .client(client) }
  }
  if result == noErr { Discovery.shared.resume() } else { Setup.shared.closeIfUnused() }
  return result
}

extension Setup {
  /// Disposes of a client and all of its objects.
  func dispose(of client: ClientObject) {
    let (own, isLast) = table.withLock { table in
      let own = table.refs { $0.owner === client }
      let objects = own.compactMap { table[$0] }
      for ref in own { table.remove(ref) }
      return (objects, !table.all.contains { if case .client = $0 { true } else { false } })
    }
    for object in own { object.close() }
    client.ports.close()
    if isLast { disposeOfThruConnections() }
    closeIfUnused()
  }
}

extension SetupObject {
  /// Releases the object's JACK resources.
  func close() {
    switch self {
    case .inputPort(let port): port.close()
    case .outputPort(let port): port.close()
    case .endpoint(let endpoint): endpoint.virtual?.close()
    case .thru(let thru): thru.close()
    case .client, .device, .entity, .external: break
    }
  }
}

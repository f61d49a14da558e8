internal import Synchronization
internal import TenutoJACK

/// Creates a connection of sources to destinations.
///
/// Thread: any but render.
///
/// - Parameters:
///   - inPersistentOwnerID: nil: the connection ends with the last client of the process. Else a
///     name to find it by; it lasts as long as the process, not longer as on a Mac.
///   - inConnectionParams: A `MIDIThruConnectionParams` with its variable part.
///   - outConnection: Gets the connection.
/// - Returns: `noErr`, `kMIDIUnknownEndpoint`, `kMIDIServerStartErr`, or `paramErr` for malformed
///   parameters and for controls of 14 bits, RPN or NRPN.
@discardableResult
public func MIDIThruConnectionCreate(
  _ inPersistentOwnerID: CFString?, _ inConnectionParams: CFData,
  _ outConnection: UnsafeMutablePointer<MIDIThruConnectionRef>
) -> OSStatus {
  Setup.shared.plan(inConnectionParams) { plan throws(JACKError) in
    let service = try Setup.shared.openService()
    let thru = try ThruConnection(
      owner: inPersistentOwnerID, plan: plan, service: service.client)
    unsafe outConnection.pointee = Setup.shared.add { .thru(thru) }
    if inPersistentOwnerID != nil { Setup.shared.notify([.thruConnections]) }
  }
}

/// Ends a thru connection.
///
/// Thread: any but render.
///
/// - Parameter connection: The connection.
/// - Returns: `noErr` or `kMIDIObjectNotFound`.
@discardableResult
public func MIDIThruConnectionDispose(_ connection: MIDIThruConnectionRef) -> OSStatus {
  guard case .thru(let thru)? = Setup.shared.object(connection) else {
    return kMIDIObjectNotFound
  }
  Setup.shared.table.withLock { $0.remove(connection) }
  thru.close()
  if thru.owner != nil { Setup.shared.notify([.thruConnections]) }
  Setup.shared.closeIfUnused()
  return noErr
}

/// Gets the parameters that a connection was created or changed with.
///
/// Thread: any but render.
///
/// - Parameters:
///   - connection: The connection.
///   - outConnectionParams: Gets the data, the caller's to release.
/// - Returns: `noErr` or `kMIDIObjectNotFound`.
@discardableResult
public func MIDIThruConnectionGetParams(
  _ connection: MIDIThruConnectionRef,
  _ outConnectionParams: UnsafeMutablePointer<Unmanaged<CFData>>
) -> OSStatus {
  guard case .thru(let thru)? = Setup.shared.object(connection) else {
    return kMIDIObjectNotFound
  }
  unsafe outConnectionParams.pointee = .passRetained(thru.data)
  return noErr
}

/// Changes a connection.
///
/// Thread: any but render.
///
/// - Parameters:
///   - connection: The connection.
///   - inConnectionParams: As with `MIDIThruConnectionCreate`.
/// - Returns: As `MIDIThruConnectionCreate`, or `kMIDIObjectNotFound`.
@discardableResult
public func MIDIThruConnectionSetParams(
  _ connection: MIDIThruConnectionRef, _ inConnectionParams: CFData
) -> OSStatus {
  guard case .thru(let thru)? = Setup.shared.object(connection) else {
    return kMIDIObjectNotFound
  }
  return Setup.shared.plan(inConnectionParams) { plan throws(JACKError) in
    try thru.change(to: plan)
  }
}

/// Gets the connections of an owner in this process.
///
/// Thread: any but render.
///
/// - Parameters:
///   - inPersistentOwnerID: The owner's name.
///   - outConnectionList: Gets an array of `MIDIThruConnectionRef`, the caller's to release.
/// - Returns: `noErr`.
@discardableResult
public func MIDIThruConnectionFind(
  _ inPersistentOwnerID: CFString, _ outConnectionList: UnsafeMutablePointer<Unmanaged<CFData>>
) -> OSStatus {
  let refs = Setup.shared.table.withLock { table in
    table.refs { if case .thru(let thru) = $0 { thru.owner == inPersistentOwnerID } else { false } }
  }
  let bytes = unsafe refs.sorted().withUnsafeBytes { unsafe Array($0) }
  unsafe outConnectionList.pointee = .passRetained(CFData(bytes))
  return noErr
}

extension Setup {
  /// Parses a connection's parameters, and calls `body` with the resulting plan.
  fileprivate func plan(
    _ data: CFData, _ body: (ThruConnection.Plan) throws(JACKError) -> Void
  ) -> OSStatus {
    guard let parameters = ThruParameters(data), parameters.hasKnownControls else {
      return paramErr
    }
    let sources = parameters.sources.compactMap { resolve($0, .source) }
    let destinations = parameters.destinations.compactMap { resolve($0, .destination) }
    guard sources.count == parameters.sources.count,
      destinations.count == parameters.destinations.count
    else { return kMIDIUnknownEndpoint }
    let plan = ThruConnection.Plan(
      data: data, sources: sources, destinations: destinations,
      transform: ThruTransform(parameters))
    return status { () throws(JACKError) in try body(plan) }
  }

  private func resolve(
    _ wanted: MIDIThruConnectionEndpoint, _ direction: MIDIEndpointDirection
  ) -> EndpointObject? {
    let found =
      wanted.endpointRef != 0
      ? endpoint(wanted.endpointRef) : find(wanted.uniqueID).flatMap { endpoint($0.ref) }
    return found?.direction == direction ? found : nil
  }

  /// Ends the connections without a persistent owner.
  func disposeOfThruConnections() {
    let refs = table.withLock { table in
      table.refs { if case .thru(let thru) = $0 { thru.owner == nil } else { false } }
    }
    for ref in refs { MIDIThruConnectionDispose(ref) }
  }
}

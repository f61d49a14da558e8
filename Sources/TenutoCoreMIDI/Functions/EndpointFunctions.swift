internal import Synchronization
internal import TenutoJACK

/// Returns the number of sources, 0 if no JACK server runs.
///
/// Thread: any but render.
public func MIDIGetNumberOfSources() -> ItemCount {
  Setup.shared.endpoints(.source).count
}

/// Returns a source, 0 if none exists at that index.
///
/// Thread: any but render.
///
/// - Parameter sourceIndex0: 0 to before `MIDIGetNumberOfSources()`.
/// - Returns: The source.
public func MIDIGetSource(_ sourceIndex0: ItemCount) -> MIDIEndpointRef {
  Setup.shared.endpoints(.source).map(\.ref).ref(at: sourceIndex0)
}

/// Returns the number of destinations, 0 if no JACK server runs.
///
/// Thread: any but render.
public func MIDIGetNumberOfDestinations() -> ItemCount {
  Setup.shared.endpoints(.destination).count
}

/// Returns a destination, 0 if none exists at that index.
///
/// Thread: any but render.
///
/// - Parameter destIndex0: 0 to before `MIDIGetNumberOfDestinations()`.
/// - Returns: The destination.
public func MIDIGetDestination(_ destIndex0: ItemCount) -> MIDIEndpointRef {
  Setup.shared.endpoints(.destination).map(\.ref).ref(at: destIndex0)
}

/// Creates a source that other programs see; `MIDIReceived` sends out of it.
///
/// Thread: any but render.
///
/// - Parameters:
///   - client: The client that owns it.
///   - name: Its name.
///   - outSrc: Gets it.
/// - Returns: `noErr`, `kMIDIInvalidClient` or `kMIDIServerStartErr`.
@discardableResult
public func MIDISourceCreate(
  _ client: MIDIClientRef, _ name: some CFStringConvertible,
  _ outSrc: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus {
  unsafe create(.source(isUMP: false), client, name.cfString, outSrc)
}

/// Creates a source that other programs see; `MIDIReceivedEventList` sends out of it.
///
/// With `._2_0` the port carries Universal MIDI Packets if JACK supports such ports (PipeWire);
/// otherwise outgoing messages are translated down.
///
/// Thread: any but render.
///
/// - Parameters:
///   - client: The client that owns it.
///   - name: Its name.
///   - protocol: The protocol that it sends.
///   - outSrc: Gets it.
/// - Returns: `noErr`, `kMIDIInvalidClient` or `kMIDIServerStartErr`.
@discardableResult
public func MIDISourceCreateWithProtocol(
  _ client: MIDIClientRef, _ name: some CFStringConvertible, _ protocol: MIDIProtocolID,
  _ outSrc: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus {
  unsafe create(.source(isUMP: `protocol` == ._2_0), client, name.cfString, outSrc)
}

/// Creates a destination that other programs see, whose procedure gets MIDI 1.0 bytes.
///
/// Thread: any but render. The procedure is called on a thread of the library.
///
/// - Parameters:
///   - client: The client that owns it.
///   - name: Its name.
///   - readProc: The function to call.
///   - refCon: Its first context; the second is nil.
///   - outDest: Gets it.
/// - Returns: `noErr`, `kMIDIInvalidClient` or `kMIDIServerStartErr`.
@discardableResult
public func MIDIDestinationCreate(
  _ client: MIDIClientRef, _ name: some CFStringConvertible, _ readProc: @escaping MIDIReadProc,
  _ refCon: UnsafeMutableRawPointer?, _ outDest: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus {
  let reception = unsafe Reception(reader: Reader(.proc(readProc, Context(refCon))))
  return unsafe create(.destination(reception, isUMP: false), client, name.cfString, outDest)
}

/// Creates a destination that other programs see, whose block gets MIDI 1.0 bytes.
///
/// Thread: any but render. The block is called on a thread of the library.
///
/// - Parameters:
///   - client: The client that owns it.
///   - name: Its name.
///   - outDest: Gets it.
///   - readBlock: The block to call, with the list and nil.
/// - Returns: `noErr`, `kMIDIInvalidClient` or `kMIDIServerStartErr`.
@discardableResult
public func MIDIDestinationCreateWithBlock(
  _ client: MIDIClientRef, _ name: some CFStringConvertible,
  _ outDest: UnsafeMutablePointer<MIDIEndpointRef>,
  _ readBlock: @escaping MIDIReadBlock
) -> OSStatus {
  let reception = unsafe Reception(reader: Reader(.block(readBlock)))
  return unsafe create(.destination(reception, isUMP: false), client, name.cfString, outDest)
}

/// Creates a destination that other programs see, whose block gets packets of one protocol.
///
/// Thread: any but render. The block is called on a thread of the library.
///
/// - Parameters:
///   - client: The client that owns it.
///   - name: Its name.
///   - protocol: The protocol of the block's packets.
///   - outDest: Gets it.
///   - readBlock: The block to call, with the list and nil.
/// - Returns: `noErr`, `kMIDIInvalidClient` or `kMIDIServerStartErr`.
@discardableResult
public func MIDIDestinationCreateWithProtocol(
  _ client: MIDIClientRef, _ name: some CFStringConvertible, _ protocol: MIDIProtocolID,
  _ outDest: UnsafeMutablePointer<MIDIEndpointRef>, _ readBlock: @escaping MIDIReceiveBlock
) -> OSStatus {
  let reception = unsafe Reception(reader: Reader(.events(`protocol`, readBlock)))
  let role = VirtualEndpoint.Role.destination(reception, isUMP: `protocol` == ._2_0)
  return unsafe create(role, client, name.cfString, outDest)
}

/// Disposes of a source or destination that this process has created.
///
/// Thread: any but render.
///
/// - Parameter endpt: The endpoint.
/// - Returns: `noErr`, `kMIDIUnknownEndpoint`, or `kMIDINotPermitted` for another program's and for
///   an external one.
@discardableResult
public func MIDIEndpointDispose(_ endpt: MIDIEndpointRef) -> OSStatus {
  if Setup.shared.external(ref: endpt) != nil { return kMIDINotPermitted }
  guard let endpoint = Setup.shared.endpoint(endpt) else { return kMIDIUnknownEndpoint }
  guard let virtual = endpoint.virtual else { return kMIDINotPermitted }
  Setup.shared.table.withLock { $0.remove(endpt) }
  virtual.close()
  return noErr
}

/// Gets the entity that an endpoint is in.
///
/// Thread: any but render. The endpoints of this process are in none.
///
/// - Parameters:
///   - inEndpoint: The endpoint.
///   - outEntity: Gets the entity, or 0; may be nil.
/// - Returns: `noErr`, `kMIDIUnknownEndpoint`, or `kMIDIObjectNotFound` if none exists.
@discardableResult
public func MIDIEndpointGetEntity(
  _ inEndpoint: MIDIEndpointRef, _ outEntity: UnsafeMutablePointer<MIDIEntityRef>?
) -> OSStatus {
  unsafe outEntity?.pointee = 0
  if let external = Setup.shared.external(ref: inEndpoint), external.type.outer == .externalEntity {
    unsafe outEntity?.pointee = external.parent.map(Setup.shared.ref(external:)) ?? 0
    return noErr
  }
  guard let endpoint = Setup.shared.endpoint(inEndpoint) else { return kMIDIUnknownEndpoint }
  guard let key = endpoint.entityKey else { return kMIDIObjectNotFound }
  unsafe outEntity?.pointee = Setup.shared.entity(for: key).ref
  return noErr
}

private func create(
  _ role: VirtualEndpoint.Role, _ client: MIDIClientRef, _ name: CFString,
  _ outEndpoint: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus {
  guard let client = Setup.shared.client(client) else { return kMIDIInvalidClient }
  return status { () throws(JACKError) in
    unsafe outEndpoint.pointee = try Setup.shared.addEndpoint(role, client, name: name).ref
  }
}

extension Setup {
  /// Creates an endpoint of a client.
  func addEndpoint(
    _ role: VirtualEndpoint.Role, _ client: ClientObject, name: String, shortName: String? = nil,
    group: String? = nil
  ) throws(JACKError) -> EndpointObject {
    let virtual = try VirtualEndpoint(
      client: client, name: name, shortName: shortName, group: group, role: role,
      directory: try openDirectory())
    let endpoint = table.withLock { $0.addVirtual(virtual) }
    // The directory may have reported the port before it was an endpoint.
    Discovery.shared.wake()
    return endpoint
  }
}

extension [MIDIObjectRef] {
  /// The number at an index, 0 if none exists.
  func ref(at index: Int) -> MIDIObjectRef { indices.contains(index) ? self[index] : 0 }
}

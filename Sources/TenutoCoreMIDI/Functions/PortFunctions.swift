internal import Synchronization
internal import TenutoJACK

/// Creates a port whose procedure is called with MIDI 1.0 bytes from connected sources.
///
/// Thread: any but render. The procedure is called on a thread of the library.
///
/// - Parameters:
///   - client: The client that has the port.
///   - portName: The port's name.
///   - readProc: The function to call.
///   - refCon: Its first context.
///   - outPort: Gets the port.
/// - Returns: `noErr` or `kMIDIInvalidClient`.
@discardableResult
public func MIDIInputPortCreate(
  _ client: MIDIClientRef, _ portName: some CFStringConvertible, _ readProc: @escaping MIDIReadProc,
  _ refCon: UnsafeMutableRawPointer?, _ outPort: UnsafeMutablePointer<MIDIPortRef>
) -> OSStatus {
  let reader = unsafe Reader(.proc(readProc, Context(refCon)))
  return unsafe createInputPort(client, portName.cfString, reader, outPort)
}

/// Creates a port whose block is called with MIDI 1.0 bytes from connected sources.
///
/// Thread: any but render. The block is called on a thread of the library.
///
/// - Parameters:
///   - client: The client that has the port.
///   - portName: The port's name.
///   - outPort: Gets the port.
///   - readBlock: The block to call, with the list and the context of the connection.
/// - Returns: `noErr` or `kMIDIInvalidClient`.
@discardableResult
public func MIDIInputPortCreateWithBlock(
  _ client: MIDIClientRef, _ portName: some CFStringConvertible,
  _ outPort: UnsafeMutablePointer<MIDIPortRef>,
  _ readBlock: @escaping MIDIReadBlock
) -> OSStatus {
  unsafe createInputPort(client, portName.cfString, Reader(.block(readBlock)), outPort)
}

/// Creates a port whose block is called with packets of one protocol from connected sources.
///
/// Packets of the other protocol are translated.
///
/// Thread: any but render. The block is called on a thread of the library.
///
/// - Parameters:
///   - client: The client that has the port.
///   - portName: The port's name.
///   - protocol: The protocol of the block's packets: `._1_0` or `._2_0`.
///   - outPort: Gets the port.
///   - receiveBlock: The block to call, with the list and the context of the connection.
/// - Returns: `noErr` or `kMIDIInvalidClient`.
@discardableResult
public func MIDIInputPortCreateWithProtocol(
  _ client: MIDIClientRef, _ portName: some CFStringConvertible, _ protocol: MIDIProtocolID,
  _ outPort: UnsafeMutablePointer<MIDIPortRef>, _ receiveBlock: @escaping MIDIReceiveBlock
) -> OSStatus {
  let reader = unsafe Reader(.events(`protocol`, receiveBlock))
  return unsafe createInputPort(client, portName.cfString, reader, outPort)
}

/// Creates a port to send to destinations through.
///
/// Thread: any but render.
///
/// - Parameters:
///   - client: The client that has the port.
///   - portName: The port's name.
///   - outPort: Gets the port.
/// - Returns: `noErr` or `kMIDIInvalidClient`.
@discardableResult
public func MIDIOutputPortCreate(
  _ client: MIDIClientRef, _ portName: some CFStringConvertible,
  _ outPort: UnsafeMutablePointer<MIDIPortRef>
) -> OSStatus {
  guard let client = Setup.shared.client(client) else { return kMIDIInvalidClient }
  unsafe outPort.pointee = Setup.shared.add {
    .outputPort(OutputPort(client: client, name: portName.cfString))
  }
  return noErr
}

/// Disposes of a port with its connections.
///
/// Thread: any but render.
///
/// - Parameter port: An input or output port.
/// - Returns: `noErr` or `kMIDIInvalidPort`.
@discardableResult
public func MIDIPortDispose(_ port: MIDIPortRef) -> OSStatus {
  switch Setup.shared.object(port) {
  case .inputPort(let input)?: input.close()
  case .outputPort(let output)?: output.close()
  default: return kMIDIInvalidPort
  }
  Setup.shared.table.withLock { $0.remove(port) }
  return noErr
}

/// Connects a port to a source, with a context of the caller's; a second call replaces the context.
///
/// The connection survives an absence of the source.
///
/// Thread: any but render.
///
/// - Parameters:
///   - port: An input port.
///   - source: A source.
///   - connRefCon: The context that the port's block gets with each list from this source.
/// - Returns: `noErr`, `kMIDIInvalidPort`, `kMIDIUnknownEndpoint` (also for an external source, which
///   has no port), `kMIDIWrongEndpointType` or `kMIDIServerStartErr`.
@discardableResult
public func MIDIPortConnectSource(
  _ port: MIDIPortRef, _ source: MIDIEndpointRef, _ connRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
  guard case .inputPort(let input)? = Setup.shared.object(port) else { return kMIDIInvalidPort }
  guard let source = Setup.shared.endpoint(source), source.isPresent else {
    return kMIDIUnknownEndpoint
  }
  guard source.direction == .source else { return kMIDIWrongEndpointType }
  let context = unsafe Context(connRefCon)
  return status { () throws(JACKError) in try input.connect(source, context) }
}

/// Disconnects a port from a source.
///
/// Thread: any but render. A call of the port's block that runs just now may end later.
///
/// - Parameters:
///   - port: An input port.
///   - source: A source.
/// - Returns: `noErr`, `kMIDIInvalidPort` or `kMIDINoConnection`.
@discardableResult
public func MIDIPortDisconnectSource(
  _ port: MIDIPortRef, _ source: MIDIEndpointRef
) -> OSStatus {
  guard case .inputPort(let input)? = Setup.shared.object(port) else { return kMIDIInvalidPort }
  return input.disconnect(source) ? noErr : kMIDINoConnection
}

private func createInputPort(
  _ client: MIDIClientRef, _ name: CFString, _ reader: Reader,
  _ outPort: UnsafeMutablePointer<MIDIPortRef>
) -> OSStatus {
  guard let client = Setup.shared.client(client) else { return kMIDIInvalidClient }
  unsafe outPort.pointee = Setup.shared.add {
    .inputPort(InputPort(client: client, name: name, reader: reader))
  }
  return noErr
}

extension Setup {
  /// Adds an object that does not know its number; returns the number.
  func add(_ make: () -> SetupObject) -> MIDIObjectRef {
    let object = make()
    return table.withLock { table in
      table.add({ $0 }, as: { _ in object })
    }
  }
}

internal import Synchronization
internal import TenutoJACK

/// Sends MIDI 1.0 bytes to a destination, each packet at its time; 0, or a time past, is "now".
///
/// Thread: any but render.
///
/// - Parameters:
///   - port: An output port.
///   - dest: A destination.
///   - pktlist: Packets of whole messages, or of parts of a SysEx; no running status.
/// - Returns: `noErr`, `kMIDIInvalidPort`, `kMIDIUnknownEndpoint` (also for an external destination,
///   which has no port), `kMIDIWrongEndpointType`, `kMIDIServerStartErr`, or `kMIDIMessageSendErr`
///   where too much waits already.
@discardableResult
public func MIDISend(
  _ port: MIDIPortRef, _ dest: MIDIEndpointRef, _ pktlist: UnsafePointer<MIDIPacketList>
) -> OSStatus {
  Setup.shared.send(port, dest) { unsafe $0.send(pktlist) }
}

/// Sends packets to a destination, each at its time; 0, or a time past, is "now".
///
/// The destination gets them in the protocol that it has asked for.
///
/// Thread: any but render.
///
/// - Parameters:
///   - port: An output port.
///   - dest: A destination.
///   - evtlist: Packets of either protocol.
/// - Returns: As `MIDISend`.
@discardableResult
public func MIDISendEventList(
  _ port: MIDIPortRef, _ dest: MIDIEndpointRef, _ evtlist: UnsafePointer<MIDIEventList>
) -> OSStatus {
  Setup.shared.send(port, dest) { unsafe $0.send(evtlist) }
}

/// Sends MIDI 1.0 bytes out of a source that this process has created.
///
/// Thread: any but render.
///
/// - Parameters:
///   - src: A source of this process.
///   - pktlist: As with `MIDISend`; later times are kept until they come.
/// - Returns: As `MIDISend`; `kMIDINotPermitted` for another program's source.
@discardableResult
public func MIDIReceived(
  _ src: MIDIEndpointRef, _ pktlist: UnsafePointer<MIDIPacketList>
) -> OSStatus {
  Setup.shared.send(from: src) { unsafe $0.send(pktlist) }
}

/// Sends packets out of a source that this process has created.
///
/// Thread: any but render.
///
/// - Parameters:
///   - src: A source of this process.
///   - evtlist: As with `MIDISendEventList`.
/// - Returns: As `MIDIReceived`.
@discardableResult
public func MIDIReceivedEventList(
  _ src: MIDIEndpointRef, _ evtlist: UnsafePointer<MIDIEventList>
) -> OSStatus {
  Setup.shared.send(from: src) { unsafe $0.send(evtlist) }
}

/// Drops all messages that wait for their time at a destination, 0 for all destinations.
///
/// Thread: any but render. It drops only this process's messages.
///
/// - Parameter dest: A destination, or 0.
/// - Returns: `noErr`, `kMIDIUnknownEndpoint` or `kMIDIWrongEndpointType`.
@discardableResult
public func MIDIFlushOutput(_ dest: MIDIEndpointRef) -> OSStatus {
  let endpoint = Setup.shared.endpoint(dest)
  guard dest == 0 || endpoint != nil else { return kMIDIUnknownEndpoint }
  guard endpoint?.direction != .source else { return kMIDIWrongEndpointType }
  for case .outputPort(let port) in Setup.shared.objects { port.flush(endpoint) }
  if dest == 0 {
    for case .endpoint(let own) in Setup.shared.objects where own.direction == .source {
      own.virtual?.transmission.flush()
    }
  }
  return noErr
}

extension Setup {
  /// All objects, in the order of their creation.
  var objects: [SetupObject] { table.withLock { $0.all } }

  fileprivate func send(
    _ port: MIDIPortRef, _ dest: MIDIEndpointRef, _ body: (Transmission) -> OSStatus
  ) -> OSStatus {
    guard case .outputPort(let port)? = object(port) else { return kMIDIInvalidPort }
    guard let destination = endpoint(dest), destination.isPresent else {
      return kMIDIUnknownEndpoint
    }
    guard destination.direction == .destination else { return kMIDIWrongEndpointType }
    var result = noErr
    let opening = status { () throws(JACKError) in
      result = body(try port.transmission(to: destination))
    }
    return opening == noErr ? result : opening
  }

  fileprivate func send(
    from source: MIDIEndpointRef, _ body: (Transmission) -> OSStatus
  ) -> OSStatus {
    guard let endpoint = endpoint(source) else { return kMIDIUnknownEndpoint }
    guard endpoint.direction == .source else { return kMIDIWrongEndpointType }
    guard let virtual = endpoint.virtual else { return kMIDINotPermitted }
    return body(virtual.transmission)
  }
}

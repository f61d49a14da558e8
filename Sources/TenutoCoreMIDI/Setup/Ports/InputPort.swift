internal import Synchronization
internal import TenutoJACK

/// A port that receives from sources.
///
/// A JACK input mixes its connections, so each connection has a separate input, which identifies
/// the source of an event.
final class InputPort: Sendable {
  private struct Connection: Sendable {
    let source: EndpointObject
    let shortName: String
    let port: MIDIPort
    let reception: Reception
  }

  let client: ClientObject
  private let name: String
  private let reader: Reader
  private let connections = Mutex<[MIDIEndpointRef: Connection]>([:])

  init(client: ClientObject, name: String, reader: Reader) {
    self.client = client
    self.name = name
    self.reader = reader
  }

  /// Connects a source; a connected one gets a new context.
  func connect(_ source: EndpointObject, _ context: Context) throws(JACKError) {
    let result: Result<Void, JACKError> = connections.withLock { connections in
      if let known = connections[source.ref] {
        known.reception.setContext(context)
        return .success(())
      }
      return Result { () throws(JACKError) in
        connections[source.ref] = try open(source, context)
      }
    }
    try result.get()
  }

  /// Disconnects a source; returns false if it is not connected.
  func disconnect(_ source: MIDIEndpointRef) -> Bool {
    guard let old = connections.withLock({ $0.removeValue(forKey: source) }) else { return false }
    close(old)
    return true
  }

  /// Disconnects all sources.
  func close() {
    let old = connections.withLock { connections in
      defer { connections = [:] }
      return connections
    }
    for connection in old.values { close(connection) }
  }

  /// Reconnects a source whose port is back; returns false if it must be tried again.
  func reconnect(_ source: EndpointObject) -> Bool {
    guard let connection = connections.withLock({ $0[source.ref] }) else { return true }
    return status { () throws(JACKError) in try patch(connection) } == noErr
  }

  private func open(
    _ source: EndpointObject, _ context: Context
  ) throws(JACKError) -> Connection {
    let reception = Reception(reader: reader, context: context)
    let thread = client.thread
    let shortName = client.reserveName(name)
    var traits = MIDIPortTraits()
    traits.isPrivate = true
    traits.byteCapacity = Reception.byteCapacity
    var port: MIDIPort?
    do throws(JACKError) {
      let added = try client.ports.addInput(
        named: shortName, isUMP: source.isUMP, traits: traits, on: thread,
        receiver: { reception.take($0, on: thread) })
      port = added
      let connection = Connection(
        source: source, shortName: shortName, port: added, reception: reception)
      try patch(connection)
      return connection
    } catch {
      if let port { client.ports.remove(port) }
      client.releaseName(shortName)
      throw error
    }
  }

  private func patch(_ connection: Connection) throws(JACKError) {
    guard let source = connection.source.portName,
      let destination = client.ports.fullName(of: connection.port)
    else { return }
    try client.ports.connect(source: source, destination: destination)
  }

  private func close(_ connection: Connection) {
    connection.reception.close()
    client.ports.remove(connection.port)
    client.releaseName(connection.shortName)
  }
}

extension EndpointObject {
  /// Whether the port carries Universal MIDI Packets.
  var isUMP: Bool { virtual?.isUMP ?? record?.isUMP ?? false }
}

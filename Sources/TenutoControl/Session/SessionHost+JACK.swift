internal import TenutoJACKEngine
internal import TenutoRender
internal import TenutoSession
internal import TenutoSystem

extension SessionHost {
  package func jackPorts() throws(RequestError) -> JACKPortsRecord {
    guard let graph = try jackEngine().portGraph() else {
      throw RequestError(409, Self.noServer)
    }
    let stands = PortlessNodes(running.session)
    var owners: [String: String] = [:]
    let ports = graph.ports.map { port in
      let node = port.owner.flatMap { running.name(of: $0.node) }
      owners[port.name] = node
      return JACKPortRecord(
        name: port.name, kind: port.isMIDI ? "midi" : "audio",
        direction: port.isInput ? "input" : "output", isPhysical: port.isPhysical, node: node,
        bus: node == nil ? nil : port.owner?.bus, channel: node == nil ? nil : port.owner?.channel)
    }
    // A connection between two nodes belongs to the session.
    let connections = graph.connections.filter {
      owners[$0.source] == nil || owners[$0.destination] == nil
    }
    return JACKPortsRecord(
      ports: ports,
      connections: connections.map { connection in
        let (source, destination) = (owners[connection.source], owners[connection.destination])
        return JACKConnectionRecord(
          from: connection.source, to: connection.destination,
          source: source.map { stands.output(behind: $0, at: connection.destination) },
          destination: destination.map { stands.input(before: $0, at: connection.source) })
      })
  }

  package func setJACKConnection(
    _ connection: JACKConnectionRequest, isConnected: Bool
  ) throws(RequestError) {
    let engine = try jackEngine()
    do throws(HostError) {
      try engine.setConnected(isConnected, connection.from, connection.to)
    } catch {
      throw RequestError(error)
    }
  }

  private func jackEngine() throws(RequestError) -> JACKGraphEngine {
    if let engine = running.engine as? JACKGraphEngine { return engine }
    throw RequestError(409, "It plays by the clock, without JACK.")
  }
}

/// Inputs and outputs of a session without ports, since each node is a JACK client: they stand for
/// the other programs' ports that they name.
private struct PortlessNodes {
  private let session: Session

  init(_ session: Session) { self.session = session }

  /// The output that stands for another program's port, if `node` is connected to it; otherwise the
  /// node.
  func output(behind node: String, at port: String) -> String {
    let next =
      session.connections.filter { $0.source == node }.map(\.destination)
      + session.midiConnections.filter { $0.source == node }.map(\.destination)
    return next.first { stands($0, for: port) } ?? node
  }

  /// The input that stands for another program's port, if it is connected to `node`; otherwise the
  /// node.
  func input(before node: String, at port: String) -> String {
    let previous =
      session.connections.filter { $0.destination == node }.map(\.source)
      + session.midiConnections.filter { $0.destination == node }.map(\.source)
    return previous.first { stands($0, for: port) } ?? node
  }

  private func stands(_ name: String, for port: String) -> Bool {
    let patterns = session.node(named: name)?.kind.ports ?? []
    return patterns.contains { PortGlob($0.description).matches(port) }
  }
}

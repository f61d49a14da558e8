internal import Synchronization
internal import TenutoJACK
package import TenutoRender
package import TenutoSystem

/// All ports of a JACK server with their connections, as a patchbay shows them.
package struct JACKPortGraph: Sendable, Equatable {
  /// A port of any client.
  package struct Port: Sendable, Equatable {
    /// The full name, such as `system:playback_1`.
    package var name: String
    /// Whether it carries MIDI; otherwise audio.
    package var isMIDI: Bool
    /// Whether its client reads from it.
    package var isInput: Bool
    /// Whether it is a physical connector.
    package var isPhysical: Bool
    /// The node of the engine that it belongs to; nil for a port of another program.
    package var owner: Owner?
  }

  /// The role of a port in its node.
  package struct Owner: Sendable, Equatable {
    /// The node.
    package var node: Graph.NodeID
    /// The audio bus from 0; 0 for MIDI.
    package var bus: Int
    /// The audio channel of the bus, or the MIDI port, from 0.
    package var channel: Int
  }

  /// The ports of the engine's nodes and of other programs, in the server's order, without the
  /// ports with which the engine listens, records or filters.
  package var ports: [Port] = []
  /// The connections of these ports.
  package var connections: [JACKEngineConnection] = []
}

extension JACKGraphEngine {
  /// All ports of the server; nil while there is no server.
  ///
  /// Thread: control.
  package func portGraph() -> JACKPortGraph? { control.portGraph() }

  /// Calls `receive` whenever ports or connections of the server have changed; nil stops the calls.
  ///
  /// Thread: control. `receive` is called on the engine's control thread.
  package func watchPorts(_ receive: (@Sendable () -> Void)?) {
    control.portWatcher.withLock { $0 = receive }
  }

  /// Connects an output to an input, given by their full names, or disconnects them.
  ///
  /// A connection of a node's port counts as an edit by the user in JACK, and `onPatch` reports it.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.engineFailed` without a server, `.refused` if JACK refuses.
  package func setConnected(
    _ isConnected: Bool, _ source: String, _ destination: String
  ) throws(HostError) {
    guard let jack = control.main.client.client, isOpen else {
      throw HostError(.engineFailed, "The JACK server has ended.")
    }
    do throws(JACKError) {
      if isConnected {
        try jack.connect(from: source, to: destination)
      } else {
        try jack.disconnect(from: source, to: destination)
      }
    } catch {
      throw HostError(.refused, error.description)
    }
  }
}

extension GraphControl {
  /// Reads the server's ports.
  func portGraph() -> JACKPortGraph? {
    guard isOpen, let jack = main.client.client else { return nil }
    let (owners, ownClients) = work.withLock { work in
      (portOwners(work), clients(work).compactMap(\.client.name).map { "\($0):" })
    }
    do throws(JACKError) {
      return try portGraph(jack, owners) { name in ownClients.contains { name.hasPrefix($0) } }
    } catch {
      return nil
    }
  }

  private func portGraph(
    _ jack: JACKClient, _ owners: [String: JACKPortGraph.Owner], isOwn: (String) -> Bool
  ) throws(JACKError) -> JACKPortGraph {
    var graph = JACKPortGraph()
    for kind in JACKPortKind.allCases {
      for name in try jack.ports(kind: kind) where owners[name] != nil || !isOwn(name) {
        // The port may have disappeared meanwhile.
        guard let flags = try? jack.flags(ofPortNamed: name) else { continue }
        graph.ports.append(
          JACKPortGraph.Port(
            name: name, isMIDI: kind == .midi, isInput: flags.contains(.input),
            isPhysical: flags.contains(.physical), owner: owners[name]))
      }
    }
    let known = Set(graph.ports.map(\.name))
    for port in graph.ports where !port.isInput {
      for other in (try? jack.connections(of: port.name)) ?? [] where known.contains(other) {
        graph.connections.append(JACKEngineConnection(source: port.name, destination: other))
      }
    }
    return graph
  }

  /// The roles of ports in nodes, by the ports' full names.
  private func portOwners(_ work: Work) -> [String: JACKPortGraph.Owner] {
    var owners: [String: JACKPortGraph.Owner] = [:]
    for client in hasClientForEach ? Array(work.clients.values) : [main] {
      for (node, ends) in client.layout.ends {
        func add(_ port: String?, _ bus: Int, _ channel: Int) {
          guard let port else { return }
          owners[client.client.fullName(port)] = JACKPortGraph.Owner(
            node: node, bus: bus, channel: channel)
        }
        for busses in [ends.inputs, ends.outputs] {
          for (bus, ports) in busses.enumerated() {
            for (channel, port) in ports.enumerated() { add(port, bus, channel) }
          }
        }
        add(ends.midiInput, 0, 0)
        for (number, port) in ends.midiOutputs.enumerated() { add(port, 0, number) }
      }
    }
    return owners
  }
}

internal import Synchronization
internal import TenutoJACK

/// A source or destination created by a client of this process: a port of its JACK client.
final class VirtualEndpoint: Sendable {
  /// The role of the port.
  enum Role: Sendable {
    case source(isUMP: Bool)
    case destination(Reception, isUMP: Bool)
  }

  private struct State: Sendable {
    var shortName: String
    var traits: MIDIPortTraits
  }

  let client: ClientObject
  /// The output of a source.
  let transmission: Transmission
  private let role: Role
  private let port: MIDIPort
  private let state: Mutex<State>

  /// Creates the port.
  ///
  /// - Parameters:
  ///   - client: The client of the port.
  ///   - name: The display name.
  ///   - shortName: The preferred port name in JACK; nil for `name`.
  ///   - group: The group of a device's ports; nil for a single port.
  ///   - role: The role of the port.
  ///   - directory: The directory that assigns the id.
  /// - Throws: As `MIDIPortClient.addInput`.
  init(
    client: ClientObject, name: String, shortName: String?, group: String?, role: Role,
    directory: MIDIDirectory
  ) throws(JACKError) {
    self.client = client
    self.role = role
    let shortName = client.reserveName(shortName ?? name)
    var traits = MIDIPortTraits()
    traits.prettyName = name
    traits.group = group
    traits.byteCapacity = Reception.byteCapacity
    traits.uniqueID = directory.reserveUniqueID(
      nil, forPortNamed: "\(client.ports.name):\(shortName)", direction: role.direction)
    do throws(JACKError) {
      port = try role.makePort(named: shortName, traits: traits, of: client)
    } catch {
      client.releaseName(shortName)
      throw error
    }
    transmission = Transmission(client: client.ports, port: port)
    state = Mutex(State(shortName: shortName, traits: traits))
  }

  /// Removes the port from the graph.
  func close() {
    if case .destination(let reception, _) = role { reception.close() }
    client.ports.remove(port)
    client.releaseName(state.withLock { $0.shortName })
  }
}

extension VirtualEndpoint {
  var direction: MIDIEndpointDirection { role.direction }

  /// The name that the program gave.
  var name: String { state.withLock { $0.traits.prettyName ?? $0.shortName } }

  var uniqueID: MIDIUniqueID { state.withLock { $0.traits.uniqueID ?? kMIDIInvalidUniqueID } }

  var manufacturer: String? { state.withLock { $0.traits.manufacturer } }

  var model: String? { state.withLock { $0.traits.model } }

  /// Whether the port carries Universal MIDI Packets.
  var isUMP: Bool { port.isUMP }

  /// The group of a device's ports; nil for a single port.
  var group: String? { state.withLock { $0.traits.group } }

  /// The full name of the port in JACK.
  var fullName: String? { client.ports.fullName(of: port) }
}

// MARK: - Changes

extension VirtualEndpoint {
  /// Changes the visible properties of the port; its connections stay.
  func change(_ edit: (inout MIDIPortTraits) -> Void) throws(JACKError) {
    let result: Result<Void, JACKError> = state.withLock { state in
      var traits = state.traits
      edit(&traits)
      guard traits != state.traits else { return .success(()) }
      return Result { () throws(JACKError) in
        try client.ports.setTraits(traits, of: port)
        state.traits = traits
      }
    }
    try result.get()
  }

  /// Renames the port, which keeps its id.
  func rename(to name: String) throws(JACKError) {
    let result: Result<Void, JACKError> = state.withLock { state in
      let shortName = client.reserveName(name)
      do throws(JACKError) {
        try client.ports.rename(port, to: shortName)
        client.releaseName(state.shortName)
        state.shortName = shortName
        state.traits.prettyName = name
        try client.ports.setTraits(state.traits, of: port)
        return .success(())
      } catch {
        client.releaseName(shortName)
        return .failure(error)
      }
    }
    try result.get()
  }
}

extension VirtualEndpoint.Role {
  var direction: MIDIEndpointDirection {
    switch self {
    case .source: .source
    case .destination: .destination
    }
  }

  func makePort(
    named name: String, traits: MIDIPortTraits, of client: ClientObject
  ) throws(JACKError) -> MIDIPort {
    switch self {
    case .source(let isUMP):
      return try client.ports.addOutput(named: name, isUMP: isUMP, traits: traits)
    case .destination(let reception, let isUMP):
      let thread = client.thread
      return try client.ports.addInput(
        named: name, isUMP: isUMP, traits: traits, on: thread,
        receiver: { reception.take($0, on: thread) })
    }
  }
}

internal import Synchronization
internal import TenutoJACK

/// A source or destination: a MIDI port in JACK's graph.
///
/// The object survives an absence of its port.
final class EndpointObject: Sendable {
  private struct State: Sendable {
    /// The directory's last record; nil until it has seen a port of this process.
    var record: MIDIEndpointRecord?
    var isPresent = true
  }

  let ref: MIDIEndpointRef
  let direction: MIDIEndpointDirection
  /// The endpoint's implementation in this process; nil for endpoints of other programs.
  let virtual: VirtualEndpoint?
  let properties = ObjectProperties()
  private let foreignID: MIDIUniqueID
  private let state: Mutex<State>

  init(ref: MIDIEndpointRef, record: MIDIEndpointRecord) {
    self.ref = ref
    direction = record.direction
    virtual = nil
    foreignID = record.uniqueID
    state = Mutex(State(record: record))
  }

  init(ref: MIDIEndpointRef, virtual: VirtualEndpoint) {
    self.ref = ref
    direction = virtual.direction
    self.virtual = virtual
    foreignID = 0
    state = Mutex(State())
  }

  /// Updates the record from the directory.
  func update(_ record: MIDIEndpointRecord) {
    state.withLock { $0 = State(record: record) }
  }

  /// Marks the port as removed.
  func leave() {
    state.withLock { $0.isPresent = false }
  }
}

extension EndpointObject {
  /// The directory's last record.
  var record: MIDIEndpointRecord? { state.withLock { $0.record } }

  /// Whether the port exists now.
  var isPresent: Bool { state.withLock { $0.isPresent } }

  /// The id that survives restarts and renames.
  var uniqueID: MIDIUniqueID { virtual?.uniqueID ?? foreignID }

  /// The full name of the port in JACK, nil while it is away.
  var portName: String? {
    if let virtual { return virtual.fullName }
    return state.withLock { $0.isPresent ? $0.record?.portName : nil }
  }

  var type: MIDIObjectType { direction == .source ? .source : .destination }

  /// Whether the program has hidden its endpoint.
  var isPrivate: Bool { properties[kMIDIPropertyPrivate]?.integer ?? 0 != 0 }

  /// The key of the endpoint's entity; nil for endpoints of this process.
  var entityKey: EntityObject.Key? {
    guard virtual == nil, let record else { return nil }
    return EntityObject.Key(client: record.clientName, group: record.properties[.portGroup])
  }
}

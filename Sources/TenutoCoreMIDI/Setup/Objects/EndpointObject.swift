internal import Synchronization
internal import TenutoJACK

/// A source or destination: a MIDI port of JACK's graph.
///
/// It stays the same object while its port is away, and when that comes back.
final class EndpointObject: Sendable {
  private struct State: Sendable {
    /// What the directory said last, nil before it has seen a port of this process.
    var record: MIDIEndpointRecord?
    var isPresent = true
  }

  let ref: MIDIEndpointRef
  let direction: MIDIEndpointDirection
  /// What this process has behind the endpoint, nil for other programs' endpoints.
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

  /// Takes over what the directory says now.
  func update(_ record: MIDIEndpointRecord) {
    state.withLock { $0 = State(record: record) }
  }

  /// Notes that the port is gone.
  func leave() {
    state.withLock { $0.isPresent = false }
  }
}

extension EndpointObject {
  /// What the directory said last.
  var record: MIDIEndpointRecord? { state.withLock { $0.record } }

  /// Whether there is a port now.
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

  /// Where in the tree of devices the endpoint is; endpoints of this process are not in it.
  var place: EntityObject.Place? {
    guard virtual == nil, let record else { return nil }
    return EntityObject.Place(client: record.clientName, group: record.properties[.portGroup])
  }
}

internal import Synchronization

/// The criteria of a connection, and its link to each matching endpoint.
final class ConnectionLinks<Endpoint: MIDIEndpoint, Service: Sendable>: Sendable {
  /// An endpoint, and the port that serves it.
  struct Link: Sendable {
    let service: Service
    /// Whether the endpoint was a UMP port when the link's port was made, which is of the same
    /// kind.
    let isUMP: Bool
    var endpoint: Endpoint
    var isConnected = false
  }

  private struct State {
    var criteria: ConnectionCriteria
    var links: [MIDIIdentifier: Link] = [:]
    var isDisposed = false
  }

  private let state: Mutex<State>

  init(_ criteria: ConnectionCriteria) { state = Mutex(State(criteria: criteria)) }

  var criteria: ConnectionCriteria { state.withLock { $0.criteria } }

  /// All links by their endpoints' numbers.
  var all: [MIDIIdentifier: Link] { state.withLock { $0.links } }

  var connected: [Link] { all.values.filter(\.isConnected) }

  var isDisposed: Bool { state.withLock { $0.isDisposed } }

  func edit(_ change: (inout ConnectionCriteria) -> Void) {
    state.withLock { change(&$0.criteria) }
  }

  /// Marks the connection as disposed, so that no endpoint matches.
  func dispose() { state.withLock { $0.isDisposed = true } }
}

extension ConnectionLinks {
  /// The existing endpoints that match.
  func wanted(among endpoints: [Endpoint], owned: Set<MIDIIdentifier>) -> [Endpoint] {
    state.withLock { state in
      state.isDisposed ? [] : state.criteria.resolve(in: endpoints, owned: owned)
    }
  }

  /// Removes the links to endpoints that no longer match, or that have changed between bytes and
  /// UMP.
  func takeUnwanted(
    _ wanted: [Endpoint], keeping isKept: (MIDIIdentifier) -> Bool = { _ in false }
  ) -> [Link] {
    let forms = Dictionary(wanted.map { ($0.uniqueID, $0.isUMP) }) { first, _ in first }
    return state.withLock { state in
      let unwanted = state.links.filter { id, link in forms[id] != link.isUMP && !isKept(id) }
      for id in unwanted.keys { state.links[id] = nil }
      return Array(unwanted.values)
    }
  }

  /// Updates an endpoint's name, and connects it if it is not connected.
  ///
  /// - Parameters:
  ///   - endpoint: A matching endpoint.
  ///   - make: Makes its port, if it has none.
  ///   - connect: Connects the port; returns false if it is removed.
  /// - Throws: The error of `make` or `connect`.
  func keep(
    _ endpoint: Endpoint, make: () throws(MIDIIOError) -> Service,
    connect: (Service) throws(MIDIIOError) -> Bool
  ) throws(MIDIIOError) {
    let known = state.withLock { state in
      state.links[endpoint.uniqueID]?.endpoint = endpoint
      return state.links[endpoint.uniqueID]
    }
    guard known?.isConnected != true else { return }
    let link =
      if let known {
        known
      } else {
        Link(service: try make(), isUMP: endpoint.isUMP, endpoint: endpoint)
      }
    state.withLock { $0.links[endpoint.uniqueID] = link }
    guard try connect(link.service) else { return }
    state.withLock { $0.links[endpoint.uniqueID]?.isConnected = true }
  }

  /// Notes that JACK has broken the connections to an endpoint; nil for all.
  func forget(_ endpoint: MIDIIdentifier?) {
    state.withLock { state in
      for id in state.links.keys where endpoint == nil || id == endpoint {
        state.links[id]?.isConnected = false
      }
    }
  }
}

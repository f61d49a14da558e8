internal import Synchronization

/// What a connection wants, and its link to each endpoint that it follows.
final class ConnectionLinks<Endpoint: MIDIEndpoint, Service: Sendable>: Sendable {
  /// An endpoint, and the port that serves it.
  struct Link: Sendable {
    let service: Service
    /// What the endpoint spoke when the port was made, which speaks the same.
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

  /// Has nothing be wanted any more.
  func dispose() { state.withLock { $0.isDisposed = true } }
}

extension ConnectionLinks {
  /// The endpoints that are wanted and there.
  func wanted(among endpoints: [Endpoint], owned: Set<MIDIIdentifier>) -> [Endpoint] {
    state.withLock { state in
      state.isDisposed ? [] : state.criteria.resolve(in: endpoints, owned: owned)
    }
  }

  /// Takes out the links that serve none of the wanted endpoints, or not as it speaks now.
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

  /// Notes what an endpoint is called now, and connects it if it is not.
  ///
  /// - Parameters:
  ///   - endpoint: What is wanted.
  ///   - make: Makes its port, if it has none.
  ///   - connect: Connects the port; false if it is gone.
  /// - Throws: What `make` or `connect` throws.
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

  /// Notes that JACK has broken the connections to an endpoint, nil for all.
  func forget(_ endpoint: MIDIIdentifier?) {
    state.withLock { state in
      for id in state.links.keys where endpoint == nil || id == endpoint {
        state.links[id]?.isConnected = false
      }
    }
  }
}

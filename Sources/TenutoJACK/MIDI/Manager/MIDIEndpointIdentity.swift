/// How an endpoint is recognised when it is looked for.
public enum MIDIEndpointIdentity: Sendable, Hashable {
  /// By its own name; several may have it, and the first one counts.
  case name(String)
  /// By its name for people; several may have it, and the first one counts.
  case displayName(String)
  /// By its number, as it should be.
  case uniqueID(MIDIIdentifier)
  /// By its number, or by its name for people if no endpoint has that number.
  case uniqueIDWithFallback(id: MIDIIdentifier, fallbackDisplayName: String)

  /// Returns how a known endpoint is recognised again.
  public static func endpoint(_ endpoint: some MIDIEndpoint) -> MIDIEndpointIdentity {
    .uniqueIDWithFallback(
      id: endpoint.uniqueID, fallbackDisplayName: endpoint.displayName)
  }

  /// Returns the first endpoint that is meant, nil if there is none.
  public func locate<Endpoint: MIDIEndpoint>(in endpoints: [Endpoint]) -> Endpoint? {
    switch self {
    case .name(let name): endpoints.first { $0.name == name }
    case .displayName(let name): endpoints.first { $0.displayName == name }
    case .uniqueID(let id): endpoints.first { $0.uniqueID == id }
    case .uniqueIDWithFallback(let id, let name):
      endpoints.first { $0.uniqueID == id }
        ?? endpoints.first { !name.isEmpty && $0.displayName == name }
    }
  }

  /// Tells whether an endpoint is meant, whatever other endpoints there are.
  public func matches(endpoint: some MIDIEndpoint) -> Bool {
    locate(in: [endpoint]) != nil
  }
}

/// Which endpoints a connection leaves out.
public struct MIDIEndpointFilter: Sendable, Hashable {
  /// Whether the manager's own endpoints are left out.
  public var owned: Bool
  /// The endpoints that are left out.
  public var criteria: Set<MIDIEndpointIdentity>

  /// Creates a filter that leaves out what is named.
  public init(owned: Bool = false, criteria: Set<MIDIEndpointIdentity> = []) {
    self.owned = owned
    self.criteria = criteria
  }

  /// Returns the filter that leaves nothing out.
  public static func `default`() -> MIDIEndpointFilter { MIDIEndpointFilter() }

  /// Returns the filter that leaves out the manager's own endpoints.
  public static func owned() -> MIDIEndpointFilter { MIDIEndpointFilter(owned: true) }

  /// Returns the endpoints that are not left out.
  func apply<Endpoint: MIDIEndpoint>(
    to endpoints: [Endpoint], owned ownIDs: Set<MIDIIdentifier>
  ) -> [Endpoint] {
    endpoints.filter { endpoint in
      !(owned && ownIDs.contains(endpoint.uniqueID))
        && !criteria.contains { $0.matches(endpoint: endpoint) }
    }
  }
}

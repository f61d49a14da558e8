/// A criterion by which an endpoint is recognised.
public enum MIDIEndpointIdentity: Sendable, Hashable {
  /// By its own name; of several, the first one counts.
  case name(String)
  /// By its display name; of several, the first one counts.
  case displayName(String)
  /// By its number, which is the usual way.
  case uniqueID(MIDIIdentifier)
  /// By its number, or by its display name if no endpoint has that number.
  case uniqueIDWithFallback(id: MIDIIdentifier, fallbackDisplayName: String)

  /// Returns the identity of a known endpoint.
  public static func endpoint(_ endpoint: some MIDIEndpoint) -> MIDIEndpointIdentity {
    .uniqueIDWithFallback(
      id: endpoint.uniqueID, fallbackDisplayName: endpoint.displayName)
  }

  /// Returns the first matching endpoint, or nil.
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

  /// Returns whether an endpoint matches, whatever other endpoints there are.
  public func matches(endpoint: some MIDIEndpoint) -> Bool {
    locate(in: [endpoint]) != nil
  }
}

/// The endpoints that a connection excludes.
public struct MIDIEndpointFilter: Sendable, Hashable {
  /// Whether the manager's own endpoints are excluded.
  public var owned: Bool
  /// The excluded endpoints.
  public var criteria: Set<MIDIEndpointIdentity>

  /// Creates a filter.
  public init(owned: Bool = false, criteria: Set<MIDIEndpointIdentity> = []) {
    self.owned = owned
    self.criteria = criteria
  }

  /// Returns the filter that excludes nothing.
  public static func `default`() -> MIDIEndpointFilter { MIDIEndpointFilter() }

  /// Returns the filter that excludes the manager's own endpoints.
  public static func owned() -> MIDIEndpointFilter { MIDIEndpointFilter(owned: true) }

  /// Returns the endpoints that are not excluded.
  func apply<Endpoint: MIDIEndpoint>(
    to endpoints: [Endpoint], owned ownIDs: Set<MIDIIdentifier>
  ) -> [Endpoint] {
    endpoints.filter { endpoint in
      !(owned && ownIDs.contains(endpoint.uniqueID))
        && !criteria.contains { $0.matches(endpoint: endpoint) }
    }
  }
}

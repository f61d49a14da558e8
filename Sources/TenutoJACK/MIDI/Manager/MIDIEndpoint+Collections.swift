/// The kind of an endpoint.
public enum MIDIEndpointType: Sendable, Hashable, CaseIterable {
  /// Events are sent to it.
  case input
  /// Events come from it.
  case output
}

/// An endpoint of either kind.
public struct AnyMIDIEndpoint: MIDIEndpoint {
  /// JACK's information about it.
  public let record: MIDIEndpointRecord

  /// Creates an endpoint of either kind.
  public init(_ endpoint: some MIDIEndpoint) { record = endpoint.record }

  /// Its kind.
  public var endpointType: MIDIEndpointType {
    record.direction == .destination ? .input : .output
  }
}

extension MIDIEndpoint {
  /// Returns the endpoint in type-erased form.
  public func asAnyEndpoint() -> AnyMIDIEndpoint { AnyMIDIEndpoint(self) }
}

extension Collection where Element: MIDIEndpoint {
  /// Returns the endpoints in type-erased form.
  public func asAnyEndpoints() -> [AnyMIDIEndpoint] { map { $0.asAnyEndpoint() } }

  /// Returns identities that recognise the endpoints by their numbers.
  public func asIdentities() -> Set<MIDIEndpointIdentity> {
    Set(map { .uniqueID($0.uniqueID) })
  }

  /// Returns the endpoints sorted by their own names, ignoring case.
  public func sortedByName() -> [Element] { sorted { Self.precedes($0.name, $1.name) } }

  /// Returns the endpoints sorted by their display names, ignoring case.
  public func sortedByDisplayName() -> [Element] {
    sorted { Self.precedes($0.displayName, $1.displayName) }
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.lowercased() < right.lowercased()
  }
}

// MARK: - Finding

extension Collection where Element: MIDIEndpoint {
  /// Returns the first endpoint with a name.
  public func first(whereName name: String) -> Element? {
    MIDIEndpointIdentity.name(name).locate(in: Array(self))
  }

  /// Returns the first endpoint with a display name.
  public func first(whereDisplayName name: String) -> Element? {
    MIDIEndpointIdentity.displayName(name).locate(in: Array(self))
  }

  /// Returns the endpoint with a number.
  public func first(whereUniqueID id: MIDIIdentifier) -> Element? {
    MIDIEndpointIdentity.uniqueID(id).locate(in: Array(self))
  }

  /// Returns the endpoint with a number, or else the first one with a display name.
  public func first(
    whereUniqueID id: MIDIIdentifier, fallbackDisplayName name: String
  ) -> Element? {
    MIDIEndpointIdentity.uniqueIDWithFallback(id: id, fallbackDisplayName: name)
      .locate(in: Array(self))
  }

  /// Returns whether there is an endpoint with a name.
  public func contains(whereName name: String) -> Bool { first(whereName: name) != nil }

  /// Returns whether there is an endpoint with a display name.
  public func contains(whereDisplayName name: String) -> Bool {
    first(whereDisplayName: name) != nil
  }

  /// Returns whether there is an endpoint with a number.
  public func contains(whereUniqueID id: MIDIIdentifier) -> Bool {
    first(whereUniqueID: id) != nil
  }

  /// Returns the endpoints with a name.
  public func filter(whereName name: String) -> [Element] { filter { $0.name == name } }

  /// Returns the endpoints with a display name.
  public func filter(whereDisplayName name: String) -> [Element] {
    filter { $0.displayName == name }
  }
}

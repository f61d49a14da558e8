/// Which of the two kinds an endpoint is.
public enum MIDIEndpointType: Sendable, Hashable, CaseIterable {
  /// Events are sent to it.
  case input
  /// Events come from it.
  case output
}

/// An endpoint of either kind.
public struct AnyMIDIEndpoint: MIDIEndpoint {
  /// What JACK knows of it.
  public let record: MIDIEndpointRecord

  /// Creates an endpoint of either kind.
  public init(_ endpoint: some MIDIEndpoint) { record = endpoint.record }

  /// Which kind it is.
  public var endpointType: MIDIEndpointType {
    record.direction == .destination ? .input : .output
  }
}

extension MIDIEndpoint {
  /// Returns the endpoint as one of either kind.
  public func asAnyEndpoint() -> AnyMIDIEndpoint { AnyMIDIEndpoint(self) }
}

extension Collection where Element: MIDIEndpoint {
  /// Returns the endpoints as ones of either kind.
  public func asAnyEndpoints() -> [AnyMIDIEndpoint] { map { $0.asAnyEndpoint() } }

  /// Returns how the endpoints are recognised again, by their numbers.
  public func asIdentities() -> Set<MIDIEndpointIdentity> {
    Set(map { .uniqueID($0.uniqueID) })
  }

  /// Returns the endpoints in the order of their own names, without regard to case.
  public func sortedByName() -> [Element] { sorted { Self.precedes($0.name, $1.name) } }

  /// Returns the endpoints in the order of their names for people, without regard to case.
  public func sortedByDisplayName() -> [Element] {
    sorted { Self.precedes($0.displayName, $1.displayName) }
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.lowercased() < right.lowercased()
  }
}

// MARK: - Finding

extension Collection where Element: MIDIEndpoint {
  /// Returns the first endpoint of a name.
  public func first(whereName name: String) -> Element? {
    MIDIEndpointIdentity.name(name).locate(in: Array(self))
  }

  /// Returns the first endpoint of a name for people.
  public func first(whereDisplayName name: String) -> Element? {
    MIDIEndpointIdentity.displayName(name).locate(in: Array(self))
  }

  /// Returns the endpoint of a number.
  public func first(whereUniqueID id: MIDIIdentifier) -> Element? {
    MIDIEndpointIdentity.uniqueID(id).locate(in: Array(self))
  }

  /// Returns the endpoint of a number, or the first one of a name for people.
  public func first(
    whereUniqueID id: MIDIIdentifier, fallbackDisplayName name: String
  ) -> Element? {
    MIDIEndpointIdentity.uniqueIDWithFallback(id: id, fallbackDisplayName: name)
      .locate(in: Array(self))
  }

  /// Tells whether there is an endpoint of a name.
  public func contains(whereName name: String) -> Bool { first(whereName: name) != nil }

  /// Tells whether there is an endpoint of a name for people.
  public func contains(whereDisplayName name: String) -> Bool {
    first(whereDisplayName: name) != nil
  }

  /// Tells whether there is an endpoint of a number.
  public func contains(whereUniqueID id: MIDIIdentifier) -> Bool {
    first(whereUniqueID: id) != nil
  }

  /// Returns the endpoints of a name.
  public func filter(whereName name: String) -> [Element] { filter { $0.name == name } }

  /// Returns the endpoints of a name for people.
  public func filter(whereDisplayName name: String) -> [Element] {
    filter { $0.displayName == name }
  }
}

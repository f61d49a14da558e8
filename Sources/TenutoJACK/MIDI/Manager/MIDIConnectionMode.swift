/// The outputs that an input connection listens to.
public enum MIDIInputConnectionMode: Sendable, Hashable {
  /// Those that match, now and whenever they appear; each criterion selects one endpoint.
  case outputs(matching: Set<MIDIEndpointIdentity>)
  /// All outputs, including future ones.
  case allOutputs

  /// No outputs, until some are added.
  public static var none: MIDIInputConnectionMode { .outputs(matching: []) }

  /// Returns the mode for these endpoints.
  public static func outputs(_ endpoints: [MIDIOutputEndpoint]) -> MIDIInputConnectionMode {
    .outputs(matching: Set(endpoints.map { .endpoint($0) }))
  }
}

/// The inputs that an output connection sends to.
public enum MIDIOutputConnectionMode: Sendable, Hashable {
  /// Those that match, now and whenever they appear; each criterion selects one endpoint.
  case inputs(matching: Set<MIDIEndpointIdentity>)
  /// All inputs, including future ones.
  case allInputs

  /// No inputs, until some are added.
  public static var none: MIDIOutputConnectionMode { .inputs(matching: []) }

  /// Returns the mode for these endpoints.
  public static func inputs(_ endpoints: [MIDIInputEndpoint]) -> MIDIOutputConnectionMode {
    .inputs(matching: Set(endpoints.map { .endpoint($0) }))
  }
}

/// The criteria of a connection, in either direction.
struct ConnectionCriteria: Sendable, Hashable {
  var isAll: Bool
  var identities: Set<MIDIEndpointIdentity>
  var filter: MIDIEndpointFilter

  /// Returns the matching endpoints, each once.
  func resolve<Endpoint: MIDIEndpoint>(
    in endpoints: [Endpoint], owned: Set<MIDIIdentifier>
  ) -> [Endpoint] {
    let allowed = filter.apply(to: endpoints, owned: owned)
    guard !isAll else { return allowed }
    let wanted = Set(identities.compactMap { $0.locate(in: allowed)?.uniqueID })
    return allowed.filter { wanted.contains($0.uniqueID) }
  }

  /// Removes some endpoints from the criteria.
  mutating func remove(_ endpoints: [some MIDIEndpoint]) {
    identities = identities.filter { identity in
      !endpoints.contains { identity.matches(endpoint: $0) }
    }
  }

  /// Removes all endpoints from the criteria.
  mutating func removeAll() {
    identities = []
    isAll = false
  }
}

extension ConnectionCriteria {
  init(_ mode: MIDIInputConnectionMode, _ filter: MIDIEndpointFilter) {
    switch mode {
    case .allOutputs: self.init(isAll: true, identities: [], filter: filter)
    case .outputs(let identities):
      self.init(isAll: false, identities: identities, filter: filter)
    }
  }

  init(_ mode: MIDIOutputConnectionMode, _ filter: MIDIEndpointFilter) {
    switch mode {
    case .allInputs: self.init(isAll: true, identities: [], filter: filter)
    case .inputs(let identities):
      self.init(isAll: false, identities: identities, filter: filter)
    }
  }

  var inputMode: MIDIInputConnectionMode { isAll ? .allOutputs : .outputs(matching: identities) }

  var outputMode: MIDIOutputConnectionMode { isAll ? .allInputs : .inputs(matching: identities) }
}

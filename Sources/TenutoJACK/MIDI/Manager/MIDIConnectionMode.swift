/// Which outputs an input connection listens to.
public enum MIDIInputConnectionMode: Sendable, Hashable {
  /// Those that match, now and whenever they come; each criterion means one endpoint.
  case outputs(matching: Set<MIDIEndpointIdentity>)
  /// All of them, also those that come later.
  case allOutputs

  /// None, until some are added.
  public static var none: MIDIInputConnectionMode { .outputs(matching: []) }

  /// Returns the mode of these endpoints.
  public static func outputs(_ endpoints: [MIDIOutputEndpoint]) -> MIDIInputConnectionMode {
    .outputs(matching: Set(endpoints.map { .endpoint($0) }))
  }
}

/// Which inputs an output connection sends to.
public enum MIDIOutputConnectionMode: Sendable, Hashable {
  /// Those that match, now and whenever they come; each criterion means one endpoint.
  case inputs(matching: Set<MIDIEndpointIdentity>)
  /// All of them, also those that come later.
  case allInputs

  /// None, until some are added.
  public static var none: MIDIOutputConnectionMode { .inputs(matching: []) }

  /// Returns the mode of these endpoints.
  public static func inputs(_ endpoints: [MIDIInputEndpoint]) -> MIDIOutputConnectionMode {
    .inputs(matching: Set(endpoints.map { .endpoint($0) }))
  }
}

/// Which endpoints a connection wants, whatever its direction.
struct ConnectionCriteria: Sendable, Hashable {
  var isAll: Bool
  var identities: Set<MIDIEndpointIdentity>
  var filter: MIDIEndpointFilter

  /// Returns the endpoints that are wanted, each once.
  func resolve<Endpoint: MIDIEndpoint>(
    in endpoints: [Endpoint], owned: Set<MIDIIdentifier>
  ) -> [Endpoint] {
    let allowed = filter.apply(to: endpoints, owned: owned)
    guard !isAll else { return allowed }
    let wanted = Set(identities.compactMap { $0.locate(in: allowed)?.uniqueID })
    return allowed.filter { wanted.contains($0.uniqueID) }
  }

  /// Asks for some endpoints no longer.
  mutating func remove(_ endpoints: [some MIDIEndpoint]) {
    identities = identities.filter { identity in
      !endpoints.contains { identity.matches(endpoint: $0) }
    }
  }

  /// Asks for none of the endpoints any more.
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

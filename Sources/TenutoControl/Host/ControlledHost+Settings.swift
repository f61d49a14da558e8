internal import TenutoCore
package import TenutoRender
package import TenutoSession

/// Default implementations.
extension ControlledHost {
  /// Does nothing: the default `schedule` has already waited.
  package func settle() throws(RequestError) {}

  /// Returns the levels in the status.
  package func levels() -> [String: Double] {
    status().nodes.reduce(into: [:]) { $0[$1.name] = $1.level }
  }

  /// Refuses: it has nothing that takes messages.
  package func send(message: [UInt8], to node: String) throws(RequestError) -> [UInt8] {
    throw RequestError(409, "Nodes take no messages here.")
  }

  /// Refuses: it has nothing that sends messages.
  package func observeMessages(
    of node: String, _ receive: @escaping @Sendable (ComponentMessage) -> Void
  ) throws(RequestError) -> @Sendable () -> Void {
    throw RequestError(409, "Nodes take no messages here.")
  }

  /// None.
  package var filesFolder: (path: String, prefix: String)? { nil }

  /// Refuses: it has no JACK.
  package func jackPorts() throws(RequestError) -> JACKPortsRecord {
    throw RequestError(409, "It plays without JACK.")
  }

  /// Refuses: it has no JACK.
  package func setJACKConnection(
    _ connection: JACKConnectionRequest, isConnected: Bool
  ) throws(RequestError) {
    throw RequestError(409, "It plays without JACK.")
  }

  /// Throws 409: this host gives no access to the MIDI of its nodes.
  package func attach(
    _ monitor: GraphMonitor, toMIDIOf node: String
  ) throws(RequestError) -> @Sendable () -> Void {
    throw RequestError(409, "This host gives no access to the MIDI of nodes.")
  }
}

/// The default implementations.
extension ControlledSession {
  /// Refuses: it has no places.
  package func setPlaces(_ places: [String: [Int]]) throws(RequestError) {
    throw RequestError(409, "Nodes have no places here.")
  }
}

/// Default implementations.
extension ControlledNode {
  /// Refuses: it has no presets of the user's.
  package func save(preset name: String, overwrites: Bool) throws(RequestError) {
    throw RequestError(409, "Presets cannot be saved here.")
  }

  /// Refuses: it has no presets of the user's.
  package func delete(preset name: String) throws(RequestError) {
    throw RequestError(409, "Presets cannot be deleted here.")
  }

  /// Refuses: it has one setting.
  package func compare() throws(RequestError) -> String {
    throw RequestError(409, "Settings cannot be compared here.")
  }

  /// Refuses: it has one setting.
  package func copyComparison() throws(RequestError) -> String { try compare() }

  /// None.
  package var pageFolder: String? { nil }

  /// Sets the parameter, and waits.
  package func schedule(_ parameter: String, to value: Double) throws(RequestError) -> Double {
    try set(parameter, to: value)
  }

  /// Parses a text by the parameter's unit and value names.
  package func value(ofText text: String, for parameter: String) throws(RequestError) -> Double {
    let known = try parameters()
    guard let record = known.first(where: { $0.id == parameter }) else {
      let names = known.map(\.id).joined(separator: ", ")
      throw RequestError(404, "There is no parameter '\(parameter)'; known are: \(names).")
    }
    guard let value = record.value(ofText: text) else {
      throw RequestError(
        400, "'\(text)' is not a value of '\(parameter)', which accepts \(record.choices).")
    }
    return value
  }
}

extension ControlledHost {
  /// Returns the node of that name.
  ///
  /// - Throws: 404 with the names of the existing nodes.
  func knownNode(_ name: String) throws(RequestError) -> any ControlledNode {
    if let node = node(named: name) { return node }
    let known = nodeNames.joined(separator: ", ")
    throw RequestError(
      404,
      "There is no node '\(name)'; \(known.isEmpty ? "the session has none" : "known are: \(known)")."
    )
  }

  /// Schedules values for the next cycle, and returns them clamped to their ranges.
  ///
  /// - Throws: The error of the first invalid setting; the settings before it are applied.
  func leave(_ settings: [NodeSetting]) throws(RequestError) -> [Double] {
    var nodes: [String: any ControlledNode] = [:]
    var values: [Double] = []
    values.reserveCapacity(settings.count)
    for setting in settings {
      let node = if let known = nodes[setting.node] { known } else { try knownNode(setting.node) }
      nodes[setting.node] = node
      let value = try node.number(setting.value, for: setting.parameter)
      values.append(try node.schedule(setting.parameter, to: value))
    }
    return values
  }
}

extension ControlledNode {
  /// Returns the number of a value.
  func number(_ value: SettingValue, for parameter: String) throws(RequestError) -> Double {
    switch value {
    case .number(let number) where number.isFinite: return number
    case .number: throw RequestError(400, "The value of '\(parameter)' is not a number.")
    case .text(let text): return try self.value(ofText: text, for: parameter)
    }
  }
}

extension ControlledNode {
  /// Mutes or unmutes an input of a mixer; inputs count from 1.
  ///
  /// - Throws: 404 if the input does not exist, 409 if the node is not a mixer.
  func setMute(_ isMuted: Bool, input: Int) throws(RequestError) {
    let status = status()
    guard status.kind == "mixer" else {
      throw RequestError(409, "'\(status.name)' is not a mixer; mute the whole node.")
    }
    let switches = try parameters().map(\.id).filter { $0.hasPrefix("mute") }
    let name = "mute\(input)"
    guard switches.contains(name) else {
      throw RequestError(
        404, "'\(status.name)' has no input \(input); it has \(switches.count), counted from 1.")
    }
    _ = try set(name, to: isMuted ? 1 : 0)
  }
}

extension ParameterRecord {
  /// Returns the value that a text means, clamped to the range; nil if the text is invalid.
  func value(ofText text: String) -> Double? {
    let (lower, upper) = (Float(minimum), Float(maximum))
    guard lower <= upper, lower.isFinite, upper.isFinite else { return nil }
    let known = ParameterUnit.allCases.first { "\($0)" == unit }
    let parameter = Parameter(
      0, id, name: name, range: lower...upper, unit: known ?? .custom,
      unitName: known == nil ? unit : "", default: lower, valueNames: valueNames)
    return parameter.value(forText: text).map(Double.init)
  }

  /// The accepted values, for the error message.
  fileprivate var choices: String {
    valueNames.isEmpty ? "\(minimum) to \(maximum) \(unit)" : valueNames.joined(separator: ", ")
  }
}

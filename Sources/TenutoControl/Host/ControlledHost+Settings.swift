internal import TenutoCore
package import TenutoRender

/// What a host that knows no better way does.
extension ControlledHost {
  /// Nothing: `schedule` has waited.
  package func settle() throws(RequestError) {}

  /// What the status says.
  package func levels() -> [String: Double] {
    status().nodes.reduce(into: [:]) { $0[$1.name] = $1.level }
  }

  /// Refuses: it hears none.
  package func attach(
    _ monitor: GraphMonitor, toMIDIOf node: String
  ) throws(RequestError) -> @Sendable () -> Void {
    throw RequestError(409, "The MIDI of nodes cannot be heard here.")
  }
}

/// What a node that knows no better way does.
extension ControlledNode {
  /// Sets it, and waits.
  package func schedule(_ parameter: String, to value: Double) throws(RequestError) -> Double {
    try set(parameter, to: value)
  }

  /// Reads a text as the parameter's unit and names say.
  package func value(ofText text: String, for parameter: String) throws(RequestError) -> Double {
    let known = try parameters()
    guard let record = known.first(where: { $0.id == parameter }) else {
      let names = known.map(\.id).joined(separator: ", ")
      throw RequestError(404, "There is no parameter '\(parameter)'; known are: \(names).")
    }
    guard let value = record.value(ofText: text) else {
      throw RequestError(
        400, "'\(text)' is no value of '\(parameter)', which takes \(record.choices).")
    }
    return value
  }
}

extension ControlledHost {
  /// The node of that name.
  ///
  /// - Throws: 404 with the names that there are.
  func knownNode(_ name: String) throws(RequestError) -> any ControlledNode {
    if let node = node(named: name) { return node }
    let known = nodeNames.joined(separator: ", ")
    throw RequestError(
      404, "There is no node '\(name)'; \(known.isEmpty ? "there is none" : "known are: \(known)")."
    )
  }

  /// Leaves values for the next cycle; what they are, put into their ranges.
  ///
  /// - Throws: What is wrong with one of them; those before it are set.
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
  /// The number that a value stands for.
  func number(_ value: SettingValue, for parameter: String) throws(RequestError) -> Double {
    switch value {
    case .number(let number) where number.isFinite: return number
    case .number: throw RequestError(400, "'\(parameter)' cannot be set to what is no number.")
    case .text(let text): return try self.value(ofText: text, for: parameter)
    }
  }
}

extension ControlledNode {
  /// Silences an input of a mixer, counted from 1, or lets it be heard again.
  ///
  /// - Throws: 404 where there is no such input, 409 for what is no mixer.
  func setMute(_ isMuted: Bool, input: Int) throws(RequestError) {
    let status = status()
    guard status.kind == "mixer" else {
      throw RequestError(409, "'\(status.name)' is no mixer: it is muted as a whole.")
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
  /// The value that a text means, put into the range; nil where it means none.
  func value(ofText text: String) -> Double? {
    let (lower, upper) = (Float(minimum), Float(maximum))
    guard lower <= upper, lower.isFinite, upper.isFinite else { return nil }
    let known = ParameterUnit.allCases.first { "\($0)" == unit }
    let parameter = Parameter(
      0, id, name: name, range: lower...upper, unit: known ?? .custom,
      unitName: known == nil ? unit : "", default: lower, valueNames: valueNames)
    return parameter.value(forText: text).map(Double.init)
  }

  /// What it takes, for people.
  fileprivate var choices: String {
    valueNames.isEmpty ? "\(minimum) to \(maximum) \(unit)" : valueNames.joined(separator: ", ")
  }
}

public import TenutoCore
internal import TenutoProcess
public import TenutoSystem
internal import TenutoTransport

extension Instance {
  /// Values per message.
  private static let batchCount = 2048

  /// Asks the extension for the values of all parameters, in the order of addresses.
  ///
  /// - Throws: `.extensionDied` and similar errors.
  public func values() throws(HostError) -> [ParameterValue] {
    try converse { conversation throws(HostError) in
      try refresh(conversation)
      return center.values
    }
  }

  /// Returns the host's value of a parameter without asking the extension; 0 if it is unknown.
  ///
  /// The host knows the defaults, the values that it has set or scheduled, and the extension's
  /// reports.
  public func value(of address: ParameterAddress) -> Float { center.value(of: address) }

  /// Sets parameters, clamped to their ranges, from the next cycle on.
  ///
  /// To set one at a frame, send an event through the engine. Observers are notified of each value.
  ///
  /// - Parameters:
  ///   - values: The values to set.
  ///   - originator: The caller's observation, which is not notified; nil to notify all.
  /// - Throws: `.unknownParameter`, or `.refused` for a read-only parameter, and none is set then;
  ///   `.extensionDied` and similar errors.
  public func set(
    _ values: [ParameterValue], originator: Observation? = nil
  ) throws(HostError) {
    var clamped: [ParameterValue] = []
    for value in values {
      let parameter = try parameter(at: value.address)
      guard !parameter.flags.contains(.readOnly) else {
        throw HostError(
          .refused, "'\(parameter.identifier)' of \(label) is read-only.")
      }
      clamped.append(ParameterValue(value.address, parameter.clamped(value.value)))
    }
    try converse { conversation throws(HostError) in
      divert()
      for start in stride(from: 0, to: clamped.count, by: Self.batchCount) {
        let batch = Array(clamped[start...].prefix(Self.batchCount))
        try conversation.ask(SetParametersRequest(values: batch)) { _ in
          center.learn(batch)
          center.notify(batch.map { .parameter($0) }, originator: originator)
        }
      }
    }
  }

  /// Sets one parameter, clamped to its range.
  ///
  /// The corresponding method is `setValue(_:originator:)`.
  ///
  /// - Parameters:
  ///   - address: The parameter's address.
  ///   - value: Its value, in its unit.
  ///   - originator: The caller's observation, which is not notified; nil to notify all.
  /// - Throws: As `set(_:originator:)`.
  public func set(
    _ address: ParameterAddress, to value: Float, originator: Observation? = nil
  ) throws(HostError) {
    try set([ParameterValue(address, value)], originator: originator)
  }

  /// Returns the text of a value, such as `"440 Hz"` (`string(fromValue:)`).
  ///
  /// - Throws: `.unknownParameter`, `.extensionDied` and similar errors.
  public func text(for parameter: ParameterValue) throws(HostError) -> String {
    let value = try self.parameter(at: parameter.address).clamped(parameter.value)
    return try converse { conversation throws(HostError) in
      try conversation.ask(TextRequest(parameter: ParameterValue(parameter.address, value))).text
    }
  }

  /// Returns the value of a text of at most 255 bytes, in the parameter's range (`value(from:)`).
  ///
  /// - Throws: `.unknownParameter`, `.refused` if the text has no value, `.extensionDied` and
  ///   similar errors.
  public func value(
    forText text: String, of address: ParameterAddress
  ) throws(HostError) -> Float {
    let parameter = try parameter(at: address)
    guard text.utf8.count <= WireLimits.stringBytes else {
      throw HostError(
        .refused, "A text of \(text.utf8.count) bytes is not a value of '\(parameter.identifier)'.")
    }
    return try converse { conversation throws(HostError) in
      let answer = try conversation.ask(ValueRequest(address: address, text: text))
      guard answer.address == address else {
        throw conversation.violation("gave the value of another parameter")
      }
      return parameter.clamped(answer.value)
    }
  }

  /// Asks for all values, stores them, and notifies observers of those that have changed.
  func refresh(_ conversation: Conversation, originator: Observation? = nil) throws(HostError) {
    try conversation.ask(ParametersRequest()) { answer in
      let changes = center.learn(answer.values)
      center.notify(changes.map { .parameter($0) }, originator: originator)
    }
  }

  private func parameter(at address: ParameterAddress) throws(HostError) -> Parameter {
    guard let parameter = center.parameters[address] else {
      throw HostError(.unknownParameter, "\(label) has no parameter at address \(address).")
    }
    return parameter
  }
}

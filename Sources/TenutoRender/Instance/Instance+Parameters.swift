public import TenutoCore
internal import TenutoProcess
public import TenutoSystem
internal import TenutoTransport

extension Instance {
  /// Values that are set in one message.
  private static let batchCount = 2048

  /// Asks the extension for the values of all parameters, in the order of addresses.
  ///
  /// - Throws: `.extensionDied` and the like.
  public func values() throws(HostError) -> [ParameterValue] {
    try converse { conversation throws(HostError) in
      try refresh(conversation)
      return center.values
    }
  }

  /// The value of a parameter as far as the host knows, without asking; 0 for an unknown one.
  ///
  /// It knows the defaults, what it has set or scheduled itself, and what the extension has told.
  public func value(of address: ParameterAddress) -> Float { center.value(of: address) }

  /// Sets parameters, each put into its range; they take effect before the next cycle.
  ///
  /// To set one at a frame, send an event through the engine. Observers are told of each.
  ///
  /// - Parameters:
  ///   - values: What to set.
  ///   - originator: The observation of the caller, which is not told; nil to tell all.
  /// - Throws: `.unknownParameter`, or `.refused` for a read-only parameter: then none is set;
  ///   `.extensionDied` and the like.
  public func set(
    _ values: [ParameterValue], originator: Observation? = nil
  ) throws(HostError) {
    var clamped: [ParameterValue] = []
    for value in values {
      let parameter = try parameter(at: value.address)
      guard !parameter.flags.contains(.readOnly) else {
        throw HostError(
          .refused, "'\(parameter.identifier)' of \(label) is read-only: it only tells something.")
      }
      clamped.append(ParameterValue(value.address, parameter.clamped(value.value)))
    }
    try converse { conversation throws(HostError) in
      for start in stride(from: 0, to: clamped.count, by: Self.batchCount) {
        let batch = Array(clamped[start...].prefix(Self.batchCount))
        try conversation.ask(SetParametersRequest(values: batch)) { _ in
          center.learn(batch)
          center.tell(batch.map { .parameter($0) }, originator: originator)
        }
      }
    }
  }

  /// Sets one parameter, put into its range.
  ///
  /// The corresponding method is `setValue(_:originator:)`.
  ///
  /// - Parameters:
  ///   - address: Which parameter.
  ///   - value: Its value, in its unit.
  ///   - originator: The observation of the caller, which is not told; nil to tell all.
  /// - Throws: As `set(_:originator:)`.
  public func set(
    _ address: ParameterAddress, to value: Float, originator: Observation? = nil
  ) throws(HostError) {
    try set([ParameterValue(address, value)], originator: originator)
  }

  /// How a value reads, such as `"440 Hz"` (`string(fromValue:)`).
  ///
  /// - Throws: `.unknownParameter`, `.extensionDied` and the like.
  public func text(for parameter: ParameterValue) throws(HostError) -> String {
    let value = try self.parameter(at: parameter.address).clamped(parameter.value)
    return try converse { conversation throws(HostError) in
      try conversation.ask(TextRequest(parameter: ParameterValue(parameter.address, value))).text
    }
  }

  /// The value that a text of at most 255 bytes means, in the parameter's range
  /// (`value(from:)`).
  ///
  /// - Throws: `.unknownParameter`, `.refused` where it means none, `.extensionDied` and the like.
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

  /// Asks for all values, so that the host knows them, and tells which have changed.
  func refresh(_ conversation: Conversation, originator: Observation? = nil) throws(HostError) {
    try conversation.ask(ParametersRequest()) { answer in
      let changes = center.learn(answer.values)
      center.tell(changes.map { .parameter($0) }, originator: originator)
    }
  }

  private func parameter(at address: ParameterAddress) throws(HostError) -> Parameter {
    guard let parameter = center.parameters[address] else {
      throw HostError(.unknownParameter, "\(label) has no parameter at address \(address).")
    }
    return parameter
  }
}

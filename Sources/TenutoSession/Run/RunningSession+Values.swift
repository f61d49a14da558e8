internal import Glibc
internal import Synchronization
internal import TenutoCore
internal import TenutoRender
internal import TenutoSystem
internal import TenutoTransport

extension RunningSession {
  /// Sets a parameter by its identifier, clamped to its range.
  ///
  /// It `waits` until the value is heard and is a step that can be undone, unless stated otherwise.
  ///
  /// - Returns: The resulting value.
  @discardableResult
  public func set(
    _ identifier: String, of name: String, to value: Float, waits: Bool = true,
    isStep: Bool = true
  ) throws(SessionEditError) -> Float {
    let value = try move(identifier, of: name, to: value, isStep: isStep) { parameter, value in
      .parameter(address: parameter.address, value: value)
    }
    if waits { try awaitEffect() }
    return value
  }

  /// Ramps a parameter linearly to a value in `seconds`; returns when the ramp has begun.
  ///
  /// - Returns: The target value.
  @discardableResult
  public func ramp(
    _ identifier: String, of name: String, to value: Float, seconds: Double
  ) throws(SessionEditError) -> Float {
    guard seconds.isFinite, (0...Self.longestRamp).contains(seconds) else {
      throw SessionEditError(.invalid, "A ramp takes from 0 to \(Int(Self.longestRamp)) seconds.")
    }
    let frameCount = UInt32(max(1, seconds * engine.format.sampleRate))
    let value = try move(identifier, of: name, to: value, isStep: true) { parameter, value in
      .ramp(address: parameter.address, value: value, frameCount: frameCount)
    }
    try awaitEffect()
    return value
  }

  private static var longestRamp: Double { 3600 }

  private func move(
    _ identifier: String, of name: String, to value: Float, isStep: Bool,
    _ payload: (Parameter, Float) -> TimedEvent.Payload
  ) throws(SessionEditError) -> Float {
    guard value.isFinite else {
      throw SessionEditError(.invalid, "\(value) is not a value for '\(identifier.printable)'.")
    }
    let (node, parameter) = try settable(identifier, of: name)
    let clamped = parameter.clamped(value)
    let before = (
      written: session(of: name)?.parameters[identifier], value: self.value(parameter, of: name)
    )
    try schedule(payload(parameter, clamped), to: node)
    write(clamped, identifier, of: name)
    if isStep {
      let move = ParameterMove(
        node: name, parameter: identifier, before: before,
        after: (written: clamped, value: clamped))
      let title = "Set '\(identifier)' of '\(name)'".printable
      state.withLock { $0.history.add(title, .parameter(move)) }
    }
    changes.notify(.parameter(node: name, parameter: identifier, value: clamped))
    return clamped
  }

  private func session(of name: String) -> SessionNode? {
    state.withLock { state in state.session.nodes.first { $0.name == name } }
  }

  /// Returns the parameter value of a text, such as `1 kHz`, or nil.
  ///
  /// The component is asked if its description does not suffice.
  public func value(
    ofText text: String, for identifier: String, of name: String
  ) throws(SessionEditError) -> Float? {
    let parameter = try parameter(identifier, of: name)
    if let value = parameter.value(forText: text) { return value }
    guard let component = state.withLock({ $0.nodes[name] })?.component else { return nil }
    do throws(HostError) {
      return try component.slot.instance.value(forText: text, of: parameter.address)
    } catch {
      if error.code == .refused { return nil }
      throw SessionEditError(error)
    }
  }

  /// The host's value of a parameter.
  func value(_ parameter: Parameter, of name: String) -> Float {
    let (written, node) = state.withLock { state in
      (
        state.session.nodes.first { $0.name == name }?.parameters[parameter.identifier],
        state.nodes[name]
      )
    }
    if let component = node?.component { return component.value(of: parameter.address) }
    return written.map(parameter.clamped) ?? parameter.defaultValue
  }

  /// Stores a parameter's value in the session.
  func write(_ value: Float?, _ identifier: String, of name: String) {
    state.withLock { state in
      guard let index = state.session.nodes.firstIndex(where: { $0.name == name }) else { return }
      state.session.nodes[index].parameters[identifier] = value
    }
    noteChange()
  }

  // MARK: - Finding parameters and sending

  /// The parameter with an identifier.
  ///
  /// - Throws: An error with the existing names if there is no such parameter.
  func parameter(_ identifier: String, of name: String) throws(SessionEditError) -> Parameter {
    let node = state.withLock { $0.nodes[name] }
    guard let node else {
      _ = try session.index(of: name)
      throw SessionEditError(.conflict, "'\(name)' is not there yet.")
    }
    if let parameter = node.parameters.first(where: { $0.identifier == identifier }) {
      return parameter
    }
    if let missing = node.missing {
      throw SessionEditError(.conflict, "'\(name)' does not play: \(missing.error.message)")
    }
    let known = node.parameters.map(\.identifier).joined(separator: ", ")
    throw SessionEditError(
      .unknown,
      "There is no parameter '\(identifier)' of '\(name)'; "
        .printable + (known.isEmpty ? "it has none." : "known are: \(known)."))
  }

  func settable(
    _ identifier: String, of name: String
  ) throws(SessionEditError) -> (Graph.NodeID, Parameter) {
    let parameter = try parameter(identifier, of: name)
    guard !parameter.flags.contains(.readOnly) else {
      throw SessionEditError(.conflict, "'\(identifier)' of '\(name)' is read-only.")
    }
    guard let node = state.withLock({ $0.nodes[name] }) else {
      throw SessionEditError(.conflict, "'\(name)' no longer exists.")
    }
    return (node.id, parameter)
  }

  func schedule(
    _ payload: TimedEvent.Payload, to node: Graph.NodeID
  ) throws(SessionEditError) {
    let end = MonotonicTime.after(milliseconds: options.effectTimeout)
    while !engine.schedule(payload, to: node, at: .immediately) {
      guard MonotonicTime.now < end else {
        throw SessionEditError(.late, "Too many changes wait already; try again.")
      }
      usleep(1000)
    }
  }

  /// Waits until everything posted for the next cycle is heard.
  public func awaitEffect() throws(SessionEditError) {
    guard options.effectTimeout > 0 else { return }
    let goal = engine.reading.cycles + 2
    let end = MonotonicTime.after(milliseconds: options.effectTimeout)
    while engine.reading.cycles < goal {
      guard MonotonicTime.now < end else {
        throw SessionEditError(
          .late, "It is left for the next cycle, but nothing is played at present.")
      }
      usleep(1000)
    }
  }
}

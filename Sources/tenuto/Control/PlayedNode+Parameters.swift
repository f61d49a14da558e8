import Glibc
import TenutoCore
import TenutoHost
import TenutoWeb

// MARK: - Parameters and presets

extension PlayedNode {
  /// Looks for room in the queue of what is left for the next cycle, 1 ms between two.
  private static let attemptCount = 2000

  func set(_ parameter: String, to value: Double) throws(RequestError) -> Double {
    let result = try schedule(parameter, to: value)
    try EffectWait.cycles(of: performance)
    return result
  }

  func schedule(_ parameter: String, to value: Double) throws(RequestError) -> Double {
    let parameter = try writable(parameter)
    let clamped = parameter.clamped(Float(value))
    try leave(.parameter(address: parameter.address, value: clamped))
    changes.post(care.node.key, parameter.identifier, Double(clamped))
    return Double(clamped)
  }

  func ramp(_ parameter: String, to value: Double, seconds: Double) throws(RequestError) -> Double {
    let parameter = try writable(parameter)
    let clamped = parameter.clamped(Float(value))
    let frames = UInt32(max(1, min(seconds * performance.sampleRate, 4e9)))
    try leave(.ramp(address: parameter.address, value: clamped, frameCount: frames))
    try EffectWait.cycles(of: performance)
    changes.post(care.node.key, parameter.identifier, Double(clamped))
    return Double(clamped)
  }

  func value(ofText text: String, for parameter: String) throws(RequestError) -> Double {
    let instance = care.seat.instance
    let parameter = try known(parameter)
    if let value = parameter.value(forText: text) { return Double(value) }
    do throws(HostError) {
      // The component may read more than its description says.
      return Double(try instance.value(forText: text, of: parameter.address))
    } catch {
      guard error.code == .refused else { throw RequestError(error) }
      throw RequestError(
        400,
        "'\(text)' is no value of '\(parameter.identifier)', which takes \(parameter.choiceText)."
          .printable)
    }
  }

  func load(preset name: String) throws(RequestError) {
    let instance = care.seat.instance
    do throws(HostError) {
      guard let preset = try PresetChoice(name, of: instance.description) else {
        let known = PresetChoice.known(of: instance.description)
        throw HostError(.componentNotFound, "There is no preset '\(name)'; \(known).".printable)
      }
      try preset.applyAloud(to: instance)
    } catch {
      throw RequestError(error)
    }
    try EffectWait.cycles(of: performance)
    for record in parameters() { changes.post(care.node.key, record.id, record.value) }
  }

  func parameters() -> [ParameterRecord] {
    let instance = care.seat.instance
    return instance.description.parameters.map { parameter in
      let value = instance.value(of: parameter.address)
      return ParameterRecord(
        id: parameter.identifier, name: parameter.name.printable,
        unit: parameter.unit == .custom ? parameter.unitName.printable : "\(parameter.unit)",
        minimum: Double(parameter.range.lowerBound), maximum: Double(parameter.range.upperBound),
        initial: Double(parameter.defaultValue), value: Double(value),
        text: parameter.text(for: value).printable,
        isReadOnly: parameter.flags.contains(.readOnly),
        valueNames: parameter.valueNames.map(\.printable))
    }
  }

  private func known(_ name: String) throws(RequestError) -> Parameter {
    let description = care.seat.instance.description
    if let parameter = description.parameter(named: name) { return parameter }
    let known = description.parameters.map(\.identifier).joined(separator: ", ")
    throw RequestError(404, "There is no parameter '\(name)'; known are: \(known).".printable)
  }

  private func writable(_ name: String) throws(RequestError) -> Parameter {
    let parameter = try known(name)
    guard !parameter.flags.contains(.readOnly) else {
      throw RequestError(409, "'\(parameter.identifier)' only tells something.")
    }
    return parameter
  }

  /// Leaves a change for the next cycle; where too many wait, until there is room.
  private func leave(_ payload: TimedEvent.Payload) throws(RequestError) {
    for _ in 0..<Self.attemptCount {
      if care.seat.schedule(payload, at: .immediately) { return }
      usleep(1000)
    }
    throw RequestError(503, "Too many changes wait already, and nothing is played at present.")
  }
}

internal import TenutoCore

/// Texts of values, values of texts, and messages; the unit's own conversion has priority.
extension ComponentInstance {
  func text(for value: ParameterValue) throws(RequestFailure) -> String {
    let parameter = try parameter(value.address)
    let clamped = ParameterValue(value.address, parameter.clamped(value.value))
    return unit?.text(for: clamped) ?? parameter.text(for: clamped.value)
  }

  func value(for text: String, of address: ParameterAddress) throws(RequestFailure) -> Float {
    let parameter = try parameter(address)
    let value = unit?.value(for: text, of: address) ?? parameter.value(forText: text)
    guard let value, value.isFinite else {
      throw RequestFailure("'\(text)' is not a value of \(parameter.name)")
    }
    return parameter.clamped(value)
  }

  func answer(_ message: [UInt8]) throws(RequestFailure) -> [UInt8] {
    guard let unit else { throw RequestFailure("\(component.name) takes no messages") }
    do throws(MessageRefusal) {
      return try unit.answer(message)
    } catch {
      throw RequestFailure(error.reason)
    }
  }

  private func parameter(_ address: ParameterAddress) throws(RequestFailure) -> Parameter {
    guard let parameter = component.parameter(at: address) else {
      throw RequestFailure("\(component.name) has no parameter \(address)")
    }
    return parameter
  }
}

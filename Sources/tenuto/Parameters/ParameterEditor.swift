import TenutoComponents
import TenutoCore
import TenutoRender
import TenutoSystem

/// An instance for reading and setting parameters.
struct ParameterEditor {
  let instance: Instance
  private var values: [ParameterAddress: Float] = [:]

  /// Starts `component` in a separate process, and applies the user's values.
  ///
  /// - Throws: An error if it cannot start, or if a value is invalid.
  init(_ component: Component, _ options: ValueOptions) throws {
    instance = try Instance(component, sandbox: options.sandbox.policy)
    SandboxOptions.note(instance)
    do {
      if let name = options.preset {
        try PresetChoice.find(name, of: instance.description).applyAloud(to: instance)
      }
      try instance.set(options.changes.map(value))
      try refresh()
    } catch {
      instance.terminate()
      throw error
    }
  }

  /// Reads all values again.
  mutating func refresh() throws(HostError) {
    values = Dictionary(
      try instance.values().map { ($0.address, $0.value) }, uniquingKeysWith: { $1 })
  }

  func value(of parameter: Parameter) -> Float {
    values[parameter.address] ?? parameter.defaultValue
  }

  /// Returns the display text of the value, by the component.
  func text(of parameter: Parameter) throws(HostError) -> String {
    try instance.text(for: ParameterValue(parameter.address, value(of: parameter))).printable
  }

  mutating func set(_ parameter: Parameter, to value: Float) throws(HostError) {
    try instance.set(parameter.address, to: value)
    try refresh()
  }

  /// Returns the value that a text means, by the component.
  ///
  /// - Throws: A `Failure` with the range.
  func value(_ text: String, of parameter: Parameter) throws -> Float {
    if let number = Float(text), number.isFinite {
      guard parameter.range.contains(number) else { throw outOfRange(text, parameter) }
      return number
    }
    do throws(HostError) {
      return try instance.value(forText: text, of: parameter.address)
    } catch {
      guard error.code == .refused else { throw error }
      throw Failure.usage(
        "'\(text)' is not a value of '\(parameter.identifier)', which accepts "
          + "\(parameter.rangeText).")
    }
  }

  private func outOfRange(_ text: String, _ parameter: Parameter) -> Failure {
    .usage("'\(parameter.identifier)=\(text)' is out of range: it accepts \(parameter.rangeText).")
  }

  private func value(_ change: ParameterChange) throws -> ParameterValue {
    guard let parameter = instance.description.parameter(named: change.name) else {
      let names = instance.description.parameters.map(\.identifier).joined(separator: ", ")
      throw Failure.usage(
        "There is no parameter '\(change.name)' to set; "
          + (names.isEmpty ? "it has none." : "known are: \(names)."))
    }
    return ParameterValue(parameter.address, try value(change.text, of: parameter))
  }
}

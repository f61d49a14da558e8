import TenutoCore
import TenutoSession

extension SettingArgument {
  /// Sets the parameter in every node that has it, or in the named node.
  ///
  /// - Throws: A `Failure` with the known names or the range.
  func apply(to chain: inout ChainSession) throws(Failure) {
    var isFound = false
    for member in chain.members {
      for parameter in member.description.parameters
      where name == parameter.identifier || name == "\(member.name).\(parameter.identifier)" {
        let number = try number(of: parameter)
        chain.edit(member) { $0.parameters[parameter.identifier] = number }
        isFound = true
      }
    }
    guard isFound else { throw .usage(unknown(chain)) }
  }

  /// Returns the value as a number, or as the parameter parses its text.
  private func number(of parameter: Parameter) throws(Failure) -> Float {
    if let number = Float(value), number.isFinite {
      guard !parameter.range.contains(number) else { return number }
      throw .usage("'--set \(text)' is out of range: \(name) accepts \(parameter.rangeText).")
    }
    if let number = parameter.value(forText: value) { return number }
    throw .usage("'--set \(text)' is not a value: \(name) accepts \(parameter.rangeText).")
  }

  private func unknown(_ chain: ChainSession) -> String {
    let known = chain.members.flatMap { member in
      member.description.parameters.map { "\(member.name).\($0.identifier)" }
    }
    let list = known.isEmpty ? "nothing here has parameters" : known.joined(separator: ", ")
    return "There is no parameter '\(name)' to set; known are: \(list)."
  }
}

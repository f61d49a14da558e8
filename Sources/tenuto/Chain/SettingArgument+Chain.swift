import TenutoCore
import TenutoSession

extension SettingArgument {
  /// Sets the parameters that are meant: of every node that has one of that name, or of one node.
  ///
  /// - Throws: A `Failure` that lists the known names, or says the range.
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

  /// The number that is meant: as it stands, or as the parameter reads it.
  private func number(of parameter: Parameter) throws(Failure) -> Float {
    if let number = Float(value), number.isFinite {
      guard !parameter.range.contains(number) else { return number }
      throw .usage("'--set \(text)' is out of range: \(name) takes \(parameter.rangeText).")
    }
    if let number = parameter.value(forText: value) { return number }
    throw .usage("'--set \(text)' is no value: \(name) takes \(parameter.rangeText).")
  }

  private func unknown(_ chain: ChainSession) -> String {
    let known = chain.members.flatMap { member in
      member.description.parameters.map { "\(member.name).\($0.identifier)" }
    }
    let list = known.isEmpty ? "nothing here has parameters" : known.joined(separator: ", ")
    return "There is no parameter '\(name)' to set; known are: \(list)."
  }
}

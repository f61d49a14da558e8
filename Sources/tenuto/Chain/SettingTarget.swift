import TenutoCore
import TenutoHost

/// A parameter of a node, and what it is set to.
struct ParameterSetting: Equatable {
  let node: Graph.NodeID
  let address: ParameterAddress
  let value: Float
}

/// A node whose parameters can be set.
struct SettingTarget {
  let node: Graph.NodeID
  /// How `--set` calls the node.
  let key: String
  let parameters: [Parameter]
}

extension SettingArgument {
  /// Finds the parameters that are meant: of every node that has one of that name, or of one node.
  ///
  /// - Throws: A `Failure` that lists the known names, or says the range.
  func resolve(_ targets: [SettingTarget]) throws(Failure) -> [ParameterSetting] {
    var settings: [ParameterSetting] = []
    for target in targets {
      for parameter in target.parameters
      where name == parameter.identifier || name == "\(target.key).\(parameter.identifier)" {
        settings.append(
          ParameterSetting(
            node: target.node, address: parameter.address, value: try number(of: parameter)))
      }
    }
    guard !settings.isEmpty else { throw .usage(unknown(targets)) }
    return settings
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

  private func unknown(_ targets: [SettingTarget]) -> String {
    let known = targets.flatMap { target in
      target.parameters.map { "\(target.key).\($0.identifier)" }
    }
    let list = known.isEmpty ? "nothing here has parameters" : known.joined(separator: ", ")
    return "There is no parameter '\(name)' to set; known are: \(list)."
  }
}

extension Parameter {
  /// The range and the unit, such as "20 to 20000 Hz", or the names of the values.
  var rangeText: String {
    guard valueNames.isEmpty else { return valueNames.joined(separator: ", ") }
    return
      "\(Numbers.short(Double(range.lowerBound))) to \(Numbers.short(Double(range.upperBound)))"
      + (unitText.isEmpty ? "" : " \(unitText)")
  }
}

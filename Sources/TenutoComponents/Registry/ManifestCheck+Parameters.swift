internal import TenutoCore

extension ManifestCheck {
  static func parameters(
    _ entries: [Noted<ParameterEntry>], _ place: @autoclosure () -> String
  ) throws(ManifestFault) -> [Parameter] {
    var parameters: [Parameter] = []
    var addresses = Set<ParameterAddress>(minimumCapacity: entries.count)
    var identifiers = Set<String>(minimumCapacity: entries.count)
    parameters.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      func item() -> String { "\(place())[\(index)]" }
      let parameter = try self.parameter(entry.content, item())
      guard addresses.insert(parameter.address).inserted else {
        throw ManifestFault("\(item()).address", "is that of another parameter")
      }
      guard identifiers.insert(parameter.identifier).inserted else {
        throw ManifestFault("\(item()).identifier", "is that of another parameter")
      }
      parameters.append(parameter)
    }
    for (index, parameter) in parameters.enumerated() {
      try known(parameter.dependents, in: addresses, "\(place())[\(index)].dependents")
    }
    return parameters
  }

  static func parameter(
    _ entry: ParameterEntry, _ place: @autoclosure () -> String
  ) throws(ManifestFault) -> Parameter {
    let address = try self.address(entry.address, "\(place()).address")
    try name(entry.identifier, "\(place()).identifier")
    try text(entry.name, "\(place()).name")
    try text(entry.group ?? "", "\(place()).group")
    try text(entry.unitName ?? "", "\(place()).unitName")
    let range = try self.range(entry, place())
    guard range.contains(entry.default.value) else {
      throw ManifestFault(
        "\(place()).default", "is out of \(range.lowerBound)...\(range.upperBound)")
    }
    return Parameter(
      address, entry.identifier, name: entry.name, group: entry.group ?? "", range: range,
      unit: try unit(entry.unit, "\(place()).unit"), unitName: entry.unitName ?? "",
      default: entry.default.value, flags: try flags(entry.flags ?? [], "\(place()).flags"),
      valueNames: try valueNames(entry.valueNames ?? [], of: range, "\(place()).valueNames"),
      dependents: try addresses(entry.dependents ?? [], "\(place()).dependents"))
  }

  private static func range(
    _ entry: ParameterEntry, _ place: @autoclosure () -> String
  ) throws(ManifestFault) -> ClosedRange<Float> {
    let (minimum, maximum) = (entry.minimum.value, entry.maximum.value)
    for (value, key) in [(minimum, "minimum"), (maximum, "maximum")] {
      guard value.isFinite else { throw ManifestFault("\(place()).\(key)", "is out of range") }
    }
    guard minimum <= maximum else {
      throw ManifestFault("\(place()).minimum", "is greater than the maximum")
    }
    return minimum...maximum
  }

  private static func unit(
    _ word: String?, _ place: @autoclosure () -> String
  ) throws(ManifestFault) -> ParameterUnit {
    guard let word else { return .generic }
    guard let unit = ParameterUnit(word: word) else {
      let words = ParameterUnit.allCases.map(\.word).joined(separator: ", ")
      throw ManifestFault(place(), "must be one of \(words)")
    }
    return unit
  }

  private static func flags(
    _ words: [String], _ place: @autoclosure () -> String
  ) throws(ManifestFault) -> ParameterFlags {
    var flags: ParameterFlags = []
    for (index, word) in words.enumerated() {
      guard let flag = ParameterFlags(word: word) else {
        let known = ParameterFlags.named.map(\.word).joined(separator: ", ")
        throw ManifestFault("\(place())[\(index)]", "must be one of \(known)")
      }
      flags.insert(flag)
    }
    return flags
  }

  /// At most as many names as whole values.
  private static func valueNames(
    _ names: [String], of range: ClosedRange<Float>, _ place: @autoclosure () -> String
  ) throws(ManifestFault) -> [String] {
    let last = Double(range.upperBound) - Double(range.lowerBound)
    guard names.isEmpty || Double(names.count - 1) <= last else {
      throw ManifestFault(place(), "has \(names.count) names, more than there are values")
    }
    for (index, name) in names.enumerated() { try text(name, "\(place())[\(index)]") }
    return names
  }
}

// MARK: - Addresses

extension ManifestCheck {
  static func address(_ text: String, _ place: @autoclosure () -> String) throws(ManifestFault)
    -> ParameterAddress
  {
    guard let address = ParameterAddress(text), String(address) == text else {
      throw ManifestFault(place(), "is not a decimal number in 0...\(UInt64.max)")
    }
    return address
  }

  static func addresses(
    _ texts: [String], _ place: @autoclosure () -> String
  ) throws(ManifestFault) -> [ParameterAddress] {
    var addresses: [ParameterAddress] = []
    for (index, text) in texts.enumerated() {
      addresses.append(try address(text, "\(place())[\(index)]"))
    }
    return addresses
  }

  /// Addresses of `parameters`.
  static func addresses(
    _ texts: [String], of parameters: [Parameter], _ place: @autoclosure () -> String
  ) throws(ManifestFault) -> [ParameterAddress] {
    let addresses = try addresses(texts, place())
    try known(addresses, in: Set(parameters.map(\.address)), place())
    return addresses
  }

  /// Refuses addresses without a parameter, and duplicates.
  private static func known(
    _ addresses: [ParameterAddress], in all: Set<ParameterAddress>,
    _ place: @autoclosure () -> String
  ) throws(ManifestFault) {
    var seen: Set<ParameterAddress> = []
    for (index, address) in addresses.enumerated() {
      guard all.contains(address) else {
        throw ManifestFault("\(place())[\(index)]", "is not a parameter's address")
      }
      guard seen.insert(address).inserted else {
        throw ManifestFault("\(place())[\(index)]", "is there twice")
      }
    }
  }
}

internal import TenutoCore

extension ManifestCheck {
  /// Keeps groups whose whole path is described: the tree cannot hold others.
  static func groups(
    _ entries: [Noted<GroupEntry>], _ place: @autoclosure () -> String
  ) throws(ManifestFault) -> [ParameterGroup] {
    var groups: [ParameterGroup] = []
    var paths: Set<String> = []
    for (index, entry) in entries.enumerated() {
      func item() -> String { "\(place())[\(index)]" }
      let group = ParameterGroup(entry.content.path, name: entry.content.name)
      try name(group.path, "\(item()).path")
      try text(group.name, "\(item()).name")
      guard
        group.path.split(separator: ".", omittingEmptySubsequences: false)
          .allSatisfy({ !$0.isEmpty })
      else { throw ManifestFault("\(item()).path", "is not identifiers with dots between them") }
      guard paths.insert(group.path).inserted else {
        throw ManifestFault("\(item()).path", "is that of another group")
      }
      groups.append(group)
    }
    for (index, group) in groups.enumerated() {
      guard group.parentPath.isEmpty || paths.contains(group.parentPath) else {
        throw ManifestFault("\(place())[\(index)].path", "is in a group that is not described")
      }
    }
    return groups
  }

  static func presets(
    _ entries: [Noted<PresetEntry>], of parameters: [Parameter], _ place: @autoclosure () -> String
  ) throws(ManifestFault) -> [FactoryPreset] {
    let ranges = Dictionary(uniqueKeysWithValues: parameters.map { ($0.address, $0.range) })
    var presets: [FactoryPreset] = []
    var numbers: Set<Int32> = []
    for (index, entry) in entries.enumerated() {
      func item() -> String { "\(place())[\(index)]" }
      let preset = entry.content
      let number: Int32 = try whole(preset.number, "\(item()).number")
      guard number >= 0 else { throw ManifestFault("\(item()).number", "is less than 0") }
      guard numbers.insert(number).inserted else {
        throw ManifestFault("\(item()).number", "is that of another preset")
      }
      try name(preset.name, "\(item()).name")
      let values = try values(preset.values ?? [], of: ranges, "\(item()).values")
      presets.append(FactoryPreset(number, name: preset.name, values: values))
    }
    return presets
  }

  private static func values(
    _ entries: [Noted<ValueEntry>], of ranges: [ParameterAddress: ClosedRange<Float>],
    _ place: @autoclosure () -> String
  ) throws(ManifestFault) -> [ParameterValue] {
    var values: [ParameterValue] = []
    var seen = Set<ParameterAddress>(minimumCapacity: entries.count)
    values.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      func item() -> String { "\(place())[\(index)]" }
      let address = try self.address(entry.content.address, "\(item()).address")
      guard let range = ranges[address] else {
        throw ManifestFault("\(item()).address", "is not a parameter's address")
      }
      guard seen.insert(address).inserted else {
        throw ManifestFault("\(item()).address", "is there twice")
      }
      let value = entry.content.value.value
      guard range.contains(value) else {
        throw ManifestFault(
          "\(item()).value", "is out of \(range.lowerBound)...\(range.upperBound)")
      }
      values.append(ParameterValue(address, value))
    }
    return values
  }
}

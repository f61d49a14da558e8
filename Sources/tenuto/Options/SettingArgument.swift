import ArgumentParser

/// A parameter's value as it is written on a command line: `cutoff=800` or `delay.sync=1/8`.
struct SettingArgument {
  /// What stands before the `=`.
  let name: String
  /// What stands behind it: a number in the parameter's unit, or what the parameter shows.
  let value: String
  /// As it was written.
  let text: String

  @Sendable static func parse(_ text: String) throws -> SettingArgument {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw ValidationError("write NAME=VALUE, such as cutoff=800")
    }
    return SettingArgument(name: String(parts[0]), value: String(parts[1]), text: text)
  }
}

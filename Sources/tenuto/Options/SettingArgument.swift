import ArgumentParser

/// A parameter argument: `cutoff=800` or `delay.sync=1/8`.
struct SettingArgument {
  /// The text before the `=`.
  let name: String
  /// The text after it: a number in the parameter's unit, or a displayed value.
  let value: String
  /// The argument itself.
  let text: String

  @Sendable static func parse(_ text: String) throws -> SettingArgument {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw ValidationError("write NAME=VALUE, such as cutoff=800")
    }
    return SettingArgument(name: String(parts[0]), value: String(parts[1]), text: text)
  }
}

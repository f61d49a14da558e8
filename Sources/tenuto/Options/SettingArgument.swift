import ArgumentParser

/// A parameter's value as it is written on a command line: `cutoff=800` or `delay.mix=30`.
struct SettingArgument {
  /// What stands before the `=`.
  let name: String
  /// What stands behind it, in the parameter's unit.
  let value: Float

  /// As it was written.
  let text: String

  @Sendable static func parse(_ text: String) throws -> SettingArgument {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw ValidationError("write NAME=VALUE, such as cutoff=800")
    }
    guard let value = Float(String(parts[1])), value.isFinite else {
      throw ValidationError("'\(parts[1])' is no number; write such as cutoff=800")
    }
    return SettingArgument(name: String(parts[0]), value: value, text: text)
  }
}

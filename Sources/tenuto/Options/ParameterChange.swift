import ArgumentParser

/// A parameter argument: `cutoff=800` or `cutoff=1.5 kHz`.
struct ParameterChange {
  /// The parameter's identifier.
  let name: String
  /// The value, which the component parses.
  let text: String

  @Sendable static func parse(_ text: String) throws -> ParameterChange {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw ValidationError("write NAME=VALUE, such as cutoff=800")
    }
    return ParameterChange(name: String(parts[0]), text: String(parts[1]))
  }
}

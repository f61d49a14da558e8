import FoundationEssentials

/// The output of `--json`.
enum JSON {
  /// Returns `value` in several lines, with its keys in alphabetical order.
  static func text(_ value: some Encodable) throws(Failure) -> String {
    try text(value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
  }

  /// Returns `value` in one line.
  static func line(_ value: some Encodable) throws(Failure) -> String {
    try text(value, [.sortedKeys, .withoutEscapingSlashes])
  }

  private static func text(
    _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting
  ) throws(Failure) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    do {
      return try String(decoding: encoder.encode(value), as: UTF8.self)
    } catch {
      throw .work("The output cannot be written as JSON; omit '--json'.")
    }
  }
}

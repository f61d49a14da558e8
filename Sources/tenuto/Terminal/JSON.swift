import FoundationEssentials

/// What `--json` prints.
enum JSON {
  /// `value` for people and programs to read: keys in alphabetical order.
  static func text(_ value: some Encodable) throws(Failure) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return try String(decoding: encoder.encode(value), as: UTF8.self)
    } catch {
      throw .work("The output cannot be written as JSON; leave '--json' out.")
    }
  }
}

internal import FoundationEssentials

/// JSON as it goes over the wire.
package enum WireJSON {
  /// `value` in one line, its keys in alphabetical order.
  ///
  /// - Throws: 500 for what cannot be written.
  package static func bytes(_ value: some Encodable) throws(RequestError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A level or a time may be no number after a division.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return try Array(encoder.encode(value))
    } catch {
      throw RequestError(500, "The answer cannot be written as JSON.")
    }
  }

  /// The value that a host's answer holds, in which a number may be none; nil as `value`.
  package static func answer<T: Decodable>(_ bytes: [UInt8], as type: T.Type) -> T? {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try? decoder.decode(T.self, from: Data(bytes))
  }

  /// The value that `bytes` hold; nil where they hold none of that type.
  package static func value<T: Decodable>(_ bytes: [UInt8], as type: T.Type) -> T? {
    try? JSONDecoder().decode(T.self, from: Data(bytes))
  }
}

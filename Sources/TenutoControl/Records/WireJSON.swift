internal import FoundationEssentials

/// The JSON encoding of requests and answers.
package enum WireJSON {
  /// Encodes `value` in one line, with its keys in alphabetical order.
  ///
  /// - Throws: 500 if it cannot be encoded.
  package static func bytes(_ value: some Encodable) throws(RequestError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A level or a time may be NaN or infinite after a division.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return try Array(encoder.encode(value))
    } catch {
      throw RequestError(500, "The answer cannot be encoded as JSON.")
    }
  }

  /// Decodes a host's answer, in which a number may be NaN or infinite; nil as `value`.
  package static func answer<T: Decodable>(_ bytes: [UInt8], as type: T.Type) -> T? {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try? decoder.decode(T.self, from: Data(bytes))
  }

  /// Decodes the value in `bytes`; nil if they hold no value of that type.
  package static func value<T: Decodable>(_ bytes: [UInt8], as type: T.Type) -> T? {
    try? JSONDecoder().decode(T.self, from: Data(bytes))
  }
}

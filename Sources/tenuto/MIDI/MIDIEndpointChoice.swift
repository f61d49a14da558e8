import TenutoJACK

/// Finds the port that a user names.
enum MIDIEndpointChoice {
  /// Finds one port.
  ///
  /// - Parameters:
  ///   - word: Its number, full name, display name, or a part that is unique to it.
  ///   - direction: The required direction.
  ///   - endpoints: All ports.
  /// - Returns: The port.
  /// - Throws: A `Failure` that names the existing ports.
  static func find(
    _ word: String, _ direction: MIDIEndpointDirection, among endpoints: [MIDIEndpointRecord]
  ) throws(Failure) -> MIDIEndpointRecord {
    let all = endpoints.filter { $0.direction == direction && !$0.isPrivate }
    for test in tests(word) {
      let found = all.filter(test)
      if found.count == 1 { return found[0] }
      if found.count > 1 { throw ambiguous(word, found) }
    }
    throw missing(word, direction, all)
  }

  /// Matching rules, from exact to approximate.
  private static func tests(_ word: String) -> [(MIDIEndpointRecord) -> Bool] {
    let small = word.lowercased()
    return [
      { "\($0.uniqueID)" == word },
      { $0.portName == word || $0.aliases.contains(word) },
      { $0.displayName == word },
      { $0.clientName == word },
      { "\($0.portName)\n\($0.displayName)".lowercased().contains(small) },
    ]
  }

  private static func ambiguous(_ word: String, _ found: [MIDIEndpointRecord]) -> Failure {
    .work("'\(word)' matches \(names(found)); give more of the name, or the number.")
  }

  private static func missing(
    _ word: String, _ direction: MIDIEndpointDirection, _ all: [MIDIEndpointRecord]
  ) -> Failure {
    let kind = direction == .source ? "source" : "destination"
    guard !all.isEmpty else {
      return .work("There is no MIDI \(kind); start a program that has one.")
    }
    return .work("There is no MIDI \(kind) '\(word)'; there are \(names(all)).")
  }

  private static func names(_ endpoints: [MIDIEndpointRecord]) -> String {
    let names = endpoints.prefix(8).map { "'\($0.portName)'" }.joined(separator: ", ")
    return endpoints.count > 8 ? names + " and others" : names
  }
}

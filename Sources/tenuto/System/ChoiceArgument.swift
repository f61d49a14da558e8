import ArgumentParser

/// Parses one of a set of words.
enum ChoiceArgument {
  /// Returns the case with the raw value `text`.
  ///
  /// - Throws: An error with the accepted words.
  @Sendable static func parse<Choice: RawRepresentable<String> & CaseIterable>(
    _ text: String
  ) throws -> Choice {
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("choose one of \(known)")
    }
    return choice
  }
}

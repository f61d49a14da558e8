import ArgumentParser

/// One of a few words on a command line.
enum ChoiceArgument {
  /// The case that `text` names.
  ///
  /// - Throws: Which words there are.
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

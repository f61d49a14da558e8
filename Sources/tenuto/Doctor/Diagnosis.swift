/// The result of one check of `tenuto doctor`.
struct Diagnosis: Sendable {
  enum Condition: String, Encodable, Sendable {
    /// Nothing is to be done.
    case fine
    /// It works, at a cost.
    case costly
    /// Something that Tenuto needs does not work.
    case broken
  }

  /// A remedy that needs no rights of root.
  struct Fix: Sendable {
    /// What it does, in a sentence.
    let deed: String
    /// Does it, and throws why it cannot.
    let apply: @Sendable () throws -> Void
  }

  /// The check's identifier for programs, such as `realtime`.
  let identifier: String
  /// The check's name, such as `Realtime priority`.
  let title: String
  let condition: Condition
  /// What was found, in one sentence.
  let finding: String
  /// What it costs, in one sentence; nil if it is fine.
  private(set) var cost: String?
  /// The shell command that mends it; nil if there is none.
  private(set) var command: String?
  /// The remedy that `--fix` applies; nil if only the command helps.
  private(set) var fix: Fix?

  /// Nothing is to be done.
  static func fine(_ identifier: String, _ title: String, _ finding: String) -> Diagnosis {
    Diagnosis(identifier: identifier, title: title, condition: .fine, finding: finding)
  }

  /// It works, at a cost.
  static func costly(
    _ identifier: String, _ title: String, _ finding: String, cost: String, command: String?,
    fix: Fix? = nil
  ) -> Diagnosis {
    Diagnosis(
      identifier: identifier, title: title, condition: .costly, finding: finding, cost: cost,
      command: command, fix: fix)
  }

  /// Something does not work.
  static func broken(
    _ identifier: String, _ title: String, _ finding: String, cost: String, command: String?,
    fix: Fix? = nil
  ) -> Diagnosis {
    Diagnosis(
      identifier: identifier, title: title, condition: .broken, finding: finding, cost: cost,
      command: command, fix: fix)
  }
}

extension Diagnosis: Encodable {
  private enum Key: String, CodingKey {
    case identifier, title, condition, finding, cost, command, isFixable
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(title, forKey: .title)
    try container.encode(condition, forKey: .condition)
    try container.encode(finding, forKey: .finding)
    try container.encodeIfPresent(cost, forKey: .cost)
    try container.encodeIfPresent(command, forKey: .command)
    try container.encode(fix != nil, forKey: .isFixable)
  }
}

/// The result of one check of `tenuto doctor`.
struct Diagnosis: Sendable {
  enum Condition: String, Encodable, Sendable {
    /// No action is needed.
    case fine
    /// It works, at a cost.
    case costly
    /// Something that Tenuto needs does not work.
    case broken
  }

  /// A remedy that needs no root permission.
  struct Fix: Sendable {
    /// The applied remedy, in a sentence.
    let deed: String
    /// Applies it; throws the reason if that fails.
    let apply: @Sendable () throws -> Void
  }

  /// The check's identifier for programs, such as `realtime`.
  let identifier: String
  /// The check's name, such as `Realtime priority`.
  let title: String
  let condition: Condition
  /// The finding, in one sentence.
  let finding: String
  /// The effect, in one sentence; nil if none exists.
  private(set) var cost: String?
  /// The shell command that fixes it; nil if none exists.
  private(set) var command: String?
  /// The remedy that `--fix` applies; nil if there is only the command.
  private(set) var fix: Fix?

  /// No action is needed.
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

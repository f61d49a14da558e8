/// Which checks are done.
public struct CheckSelection: Sendable {
  /// The level, and all below it; `fuzz` stands for itself alone.
  public var level = Level.usual
  /// Names or beginnings of names, in addition to the level's; empty for none.
  public var included: [String] = []
  /// Names or beginnings of names that are left out.
  public var excluded: [String] = []

  /// Selects the usual checks.
  public init(level: Level = .usual, included: [String] = [], excluded: [String] = []) {
    self.level = level
    self.included = included
    self.excluded = excluded
  }

  /// The checks in question; only those that are included, of any level, where some are.
  public var checks: [Check] {
    CheckList.all.filter { check in
      let isWanted =
        included.isEmpty ? isAtLevel(check) : Self.names(included, check.id)
      return isWanted && !Self.names(excluded, check.id)
    }
  }

  private func isAtLevel(_ check: Check) -> Bool {
    level == .fuzz ? check.level == .fuzz : check.level <= level
  }

  /// What stands for no check.
  public var unknown: [String] {
    (included + excluded).filter { word in !CheckList.all.contains { Self.names([word], $0.id) } }
  }

  private static func names(_ words: [String], _ id: String) -> Bool {
    words.contains { id.lowercased().hasPrefix($0.lowercased()) && !$0.isEmpty }
  }
}

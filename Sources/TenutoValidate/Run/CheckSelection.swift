/// The selection of checks.
public struct CheckSelection: Sendable {
  /// The level, including all below it; `fuzz` selects only itself.
  public var level = Level.usual
  /// Names or prefixes of names to run in place of the level's; empty for the level's checks.
  public var included: [String] = []
  /// Names or prefixes of names to exclude.
  public var excluded: [String] = []

  /// Creates a selection, by default of the usual checks.
  public init(level: Level = .usual, included: [String] = [], excluded: [String] = []) {
    self.level = level
    self.included = included
    self.excluded = excluded
  }

  /// The selected checks: only the included ones, of any level, if there are any.
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

  /// Names that match no check.
  public var unknown: [String] {
    (included + excluded).filter { word in !CheckList.all.contains { Self.names([word], $0.id) } }
  }

  private static func names(_ words: [String], _ id: String) -> Bool {
    words.contains { id.lowercased().hasPrefix($0.lowercased()) && !$0.isEmpty }
  }
}

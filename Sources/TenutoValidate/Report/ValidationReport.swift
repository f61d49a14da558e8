/// The results of a validation.
public struct ValidationReport: Sendable {
  /// The component.
  public let target: ValidationTarget
  /// One result for each check, in the order of the list.
  public let results: [CheckResult]
  /// The duration of all checks in seconds.
  public let seconds: Double
  /// The seed of the random numbers: the same seed gives the same numbers.
  public let seed: UInt64

  /// Returns the number of results with the outcome `word`.
  public func count(_ word: String) -> Int { results.count { $0.outcome.word == word } }

  /// The exit code of the worst result: 0 passed, 2 failed, 3 crashed, 4 hung, 5 all skipped.
  public var exitCode: Int32 {
    if count("hung") > 0 { return 4 }
    if count("crashed") > 0 { return 3 }
    if count("failed") > 0 { return 2 }
    return count("skipped") == results.count ? 5 : 0
  }

  /// One line about all results.
  public var summary: String {
    let words = ["passed", "failed", "crashed", "hung", "warned", "skipped"]
    let counts = words.filter { count($0) > 0 }.map { "\(count($0)) \($0)" }
    return "\(results.count) checks: \(counts.joined(separator: ", ")) in "
      + "\((seconds * 10).rounded() / 10) s (seed \(seed))"
  }
}

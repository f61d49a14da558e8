internal import TenutoTransport

/// What a check has found.
public struct CheckResult: Sendable, Equatable {
  /// The check.
  public let id: String
  /// What became of it.
  public let outcome: Outcome
  /// How long it took, in seconds.
  public let seconds: Double
  /// Processes that were left of it and had to be ended; empty where all went by themselves.
  public var remains: [Int32] = []
  /// Whether it was looked for processes that are left of it, and there is none now.
  public var isProvenClean = false
}

extension Check {
  /// Seconds for which a fuzzer goes on where nothing is said.
  public static let usualBudget = 10.0

  /// Does the check in this process; it may hang where the extension does worse than expected.
  ///
  /// A fuzzer goes on for `budget` seconds, and does at least one round.
  ///
  /// Thread: control, one that lives as long as the check.
  public func run(
    on target: ValidationTarget, seed: UInt64, budget: Double = Check.usualBudget
  ) -> CheckResult {
    let start = MonotonicTime.now.nanoseconds
    let outcome = outcome(CheckContext(target: target, seed: seed, budget: budget, id: id))
    let seconds = Double(MonotonicTime.now.nanoseconds - start) / 1e9
    return CheckResult(id: id, outcome: outcome, seconds: seconds)
  }

  private func outcome(_ context: CheckContext) -> Outcome {
    do {
      if let reason = try reasonToSkip(context) { return .skipped(reason) }
      return try body(context)
    } catch let fault as BenchFault {
      return fault.outcome
    } catch {
      return .failed("\(error)")
    }
  }

  private func reasonToSkip(_ context: CheckContext) throws -> String? {
    switch applicability {
    case .always: nil
    case .bundles: context.target.bundlePath == nil ? "not in a bundle" : nil
    default: applicability.reason(against: try context.bench().description)
    }
  }
}

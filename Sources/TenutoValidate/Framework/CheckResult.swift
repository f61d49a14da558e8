internal import TenutoTransport

/// The result of a check.
public struct CheckResult: Sendable, Equatable {
  /// The check.
  public let id: String
  /// The outcome of the check.
  public let outcome: Outcome
  /// The duration in seconds.
  public let seconds: Double
  /// Remaining processes that were ended; empty if all ended on their own.
  public var remains: [Int32] = []
  /// Whether remaining processes were searched for and none is left.
  public var isProvenClean = false
}

extension Check {
  /// Seconds that a fuzzer runs by default.
  public static let usualBudget = 10.0

  /// Runs the check in this process; it may hang if the extension behaves worse than expected.
  ///
  /// A fuzzer runs for `budget` seconds, and for at least one round.
  ///
  /// Thread: control, a thread that lives as long as the check.
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

internal import TenutoTransport

/// Rounds of random input, each with a different seed and in a new process of the extension.
enum FuzzRounds {
  /// Runs rounds until the budget is used up or one finds a fault, and at least one.
  ///
  /// Round n starts from the seed of the check and n: with the seed of a failed round, the first
  /// round repeats it.
  static func run(
    _ context: CheckContext, _ round: (CheckContext) throws -> Outcome
  ) -> Outcome {
    let deadline = MonotonicTime.after(milliseconds: UInt64(context.budget * 1000))
    var count: UInt64 = 0
    repeat {
      let own = context.reseeded(context.seed &+ count)
      let outcome = outcome(own, round)
      if outcome.isFault { return outcome.naming(seed: own.seed) }
      if case .skipped = outcome { return outcome }
      count += 1
    } while MonotonicTime.now < deadline
    let last = context.seed &+ (count - 1)
    return .passed(count == 1 ? "seed \(last)" : "seeds \(context.seed) to \(last)")
  }

  private static func outcome(
    _ context: CheckContext, _ round: (CheckContext) throws -> Outcome
  ) -> Outcome {
    do {
      return try round(context)
    } catch let fault as BenchFault {
      return fault.outcome
    } catch {
      return .failed("\(error)")
    }
  }
}

extension Outcome {
  /// The same fault, with the command-line options that repeat it.
  fileprivate func naming(seed: UInt64) -> Outcome {
    Outcome(word: word, text: "\(text); '--seed \(seed)' repeats it") ?? self
  }
}

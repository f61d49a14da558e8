internal import TenutoTransport

/// Rounds of random input, each from a seed of its own and in a new process of the extension.
enum FuzzRounds {
  /// Does rounds until the budget is used up, or one finds a fault; at least one.
  ///
  /// Round n begins from the seed of the check and n: the seed of a round that found something
  /// repeats it in the first round.
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
  /// The same fault, with the words of the command line that repeat it.
  fileprivate func naming(seed: UInt64) -> Outcome {
    Outcome(word: word, text: "\(text); '--seed \(seed)' repeats it") ?? self
  }
}

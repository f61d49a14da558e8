import TenutoRender
import TenutoTransport
import TenutoControl

/// Reports chains that are late or exceed their share of the period, once for each chain.
///
/// A chain is late if it misses a tenth of the cycles in two consecutive seconds; many chains do so
/// only in their first second.
struct ChainWatch {
  private var reported: Set<[String]> = []
  private var wereLate: Set<[String]> = []
  private var readings: [String: NodeReading] = [:]
  private var due = MonotonicTime.now

  /// Milliseconds between two checks, and the share of missed cycles between them above which a
  /// chain is late.
  private static let interval: UInt64 = 1000
  private static let lateShare = 0.1

  /// Checks all chains, at most once a second, and returns a sentence on each new problem.
  mutating func look(
    _ chains: () -> [ChainRecord], _ nodes: () -> [String: NodeReading]
  ) -> [String] {
    let now = MonotonicTime.now
    guard now >= due else { return [] }
    due = .after(milliseconds: Self.interval)
    let chains = chains()
    let before = readings
    readings = nodes()
    reported.formIntersection(chains.map(\.nodes))
    let areLate = Set(
      chains.map(\.nodes).filter { nodes in nodes.contains { isLate($0, since: before) } })
    let late = areLate.intersection(wereLate)
    wereLate = areLate
    return chains.compactMap { chain in
      guard late.contains(chain.nodes) || chain.need > chain.limit,
        reported.insert(chain.nodes).inserted
      else { return nil }
      return Self.sentence(chain)
    }
  }

  private func isLate(_ node: String, since before: [String: NodeReading]) -> Bool {
    guard let old = before[node], let new = readings[node], new.misses >= old.misses,
      new.cycles >= old.cycles
    else { return false }
    let misses = Double(new.misses - old.misses)
    let cycles = misses + Double(new.cycles - old.cycles)
    return misses > 0 && misses >= Self.lateShare * cycles
  }

  private static func sentence(_ chain: ChainRecord) -> String {
    let rest =
      chain.need > chain.limit
      ? "a longer period or fewer nodes would let it fit"
      : "it is late because it waits for a core"
    return "The chain \(chain.title) \(chain.balance); \(rest)".printable
  }
}

extension ChainRecord {
  /// The names of its nodes.
  var title: String {
    guard nodes.count > 4, let first = nodes.first, let last = nodes.last else {
      return nodes.joined(separator: " -> ")
    }
    return "\(first) -> ... -> \(last) (\(nodes.count) nodes)"
  }

  /// Its need and its limit, in percent.
  var balance: String {
    "needs \(Numbers.percent(need)) of a period and has \(Numbers.percent(limit))"
  }
}

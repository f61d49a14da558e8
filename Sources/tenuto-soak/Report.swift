import Foundation
import TenutoSupervision

/// The result of a soak.
struct Report {
  /// The exit codes.
  enum Verdict: Int32 {
    case good = 0
    case leak = 1
    case lost = 2
    /// Offline sound differs: `SoundComparison`.
    case differs = 4
  }

  /// The faults that the soak caused.
  enum Load {
    /// Faults of the chains themselves, `interval` seconds apart.
    case faults([JournalEntry], interval: Double)
    /// Faults of attackers next to the chains.
    case attack([Attack.Tally])
  }

  let load: Load
  let reports: [FaultReport]
  let heard: ListenerReport
  let quiet: [String]
  let machine: ListenerReport
  let before: ResourceCounts
  let after: ResourceCounts

  /// The length of a cycle in ms: 128 frames at 48 kHz.
  private static let period = 128 / 48.0

  // MARK: - Judgement

  /// Whether nothing leaked and no chain lost more cycles than the quiet host's.
  var verdict: Verdict {
    guard after.isAtMost(before) else { return .leak }
    guard blamed.isEmpty else { return .lost }
    return (0..<Soak.chainCount).allSatisfy { lost(in: $0) <= allowance } ? .good : .lost
  }

  /// Cycles that a chain may lose: those of the undisturbed chain, plus a margin for chance.
  ///
  /// Gaps occur independently, so the squares of their lengths add up to the variance of the loss;
  /// equal chains stay within three standard deviations of each other.
  private var allowance: Int {
    let control = max(lost(in: Soak.chainCount), heard.counts.lost, machine.counts.lost)
    let lengths = unexplainedGaps(of: Soak.chainCount).map(\.cycles)
    let variance = 2 * lengths.reduce(1) { $0 + $1 * $1 }
    return control + Int(3 * Double(variance).squareRoot())
  }

  /// Nodes of chains that were reported for faults of the attackers.
  private var blamed: [FaultReport] {
    guard case .attack = load else { return [] }
    let attackers = Set(Attacker.allCases.map(\.rawValue))
    return reports.filter { !attackers.contains($0.node) }
  }

  private func lost(in chain: Int) -> Int {
    unexplainedGaps(of: chain).reduce(0) { $0 + $1.cycles }
  }

  private func unexplainedGaps(of chain: Int) -> [Gap] {
    gaps(of: chain).filter { cause(of: $0) == nil }
  }

  private func gaps(of chain: Int) -> [Gap] { heard.gaps.filter { $0.chain == chain } }

  /// The fault of the same chain that caused a gap, if any.
  private func cause(of gap: Gap) -> Int? {
    guard case .faults(let journal, let interval) = load else { return nil }
    return journal.indices.last { index in
      let entry = journal[index]
      return entry.chain == gap.chain && entry.time <= gap.began + 10_000_000
        && gap.began < entry.time + UInt64(interval * 1e9)
    }
  }

  // MARK: - Text

  var text: String {
    [loadTable, gapTable, controls, resources, "verdict: \(verdict)"].joined(separator: "\n\n")
  }

  private var loadTable: String {
    switch load {
    case .faults(let journal, _): faultTable(journal)
    case .attack(let tallies): attackTable(tallies)
    }
  }

  private func attackTable(_ tallies: [Attack.Tally]) -> String {
    var lines = ["attacker  faults  retried  ended as"]
    for (attacker, tally) in zip(Attacker.allCases, tallies) {
      lines.append(
        attacker.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
          + "  \(pad(tally.triggered, 6))  \(pad(tally.retries, 7))  \(endings(of: attacker.rawValue))"
      )
    }
    for report in blamed { lines.append("blamed: \(report.node): \(report.cause)") }
    return lines.joined(separator: "\n")
  }

  /// The end causes of a node's instances, the most frequent first.
  private func endings(of node: String) -> String {
    let causes = reports.filter { $0.node == node }.map(\.cause.word)
    let counts = Dictionary(causes.map { ($0, 1) }, uniquingKeysWith: +)
    let list = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return list.isEmpty ? "-" : list.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  private func faultTable(_ journal: [JournalEntry]) -> String {
    var lines = ["fault     done  heard  silence: median, 95 %, longest (ms)"]
    for fault in SoakFault.allCases {
      let entries = journal.indices.filter { journal[$0].fault == fault && journal[$0].isDone }
      let silences = entries.compactMap { silence(after: $0, in: journal[$0].chain) }.sorted()
      lines.append(
        fault.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
          + "  \(pad(entries.count, 4))  \(pad(silences.count, 5))  \(percentiles(silences))")
    }
    let refused = journal.count { !$0.isDone }
    lines.append(
      "\(journal.count) faults, \(refused) could not be sent, \(reports.count) reported")
    return lines.joined(separator: "\n")
  }

  /// The total silence of the chain after a fault, in ms.
  private func silence(after index: Int, in chain: Int) -> Double? {
    let gaps = gaps(of: chain).filter { cause(of: $0) == index }
    guard !gaps.isEmpty else { return nil }
    return Double(gaps.reduce(0) { $0 + $1.cycles }) * Self.period
  }

  private func percentiles(_ values: [Double]) -> String {
    guard !values.isEmpty else { return "-" }
    let places = [0.5, 0.95, 1].map { Int((Double(values.count - 1) * $0).rounded()) }
    return places.map { String(format: "%.1f", values[$0]) }.joined(separator: ", ")
  }

  private var gapTable: String {
    var lines = ["gaps not caused by a chain's own fault, by cycles: 1, 2, 3-4, 5-8, more; lost"]
    for chain in 0...Soak.chainCount {
      let gaps = unexplainedGaps(of: chain)
      let limits = [1...1, 2...2, 3...4, 5...8, 9...Int.max]
      let counts = limits.map { range in gaps.count { range.contains($0.cycles) } }
      let name = chain == Soak.chainCount ? "quiet host" : "chain \(chain)   "
      let list = counts.map { pad($0, 4) }.joined(separator: " ")
      lines.append("\(name) \(list); \(lost(in: chain))")
    }
    return lines.joined(separator: "\n")
  }

  private var controls: String {
    """
    a chain may lose: \(allowance)
    control client next to the chains: \(text(heard.counts))
    control client on a separate server: \(text(machine.counts))
    quiet host: \(quiet.last ?? "ended early")
    """
  }

  private func text(_ counts: ListenerReport.Counts) -> String {
    "\(counts.cycles) cycles, \(counts.lost) lost in \(counts.jumps) jumps of its time"
  }

  private var resources: String {
    """
    descriptors \(before.descriptors) → \(after.descriptors), threads \(before.threads) → \
    \(after.threads), children \(before.children) → \(after.children), memory \
    \(before.residentBytes >> 10) → \(after.residentBytes >> 10) KiB
    """
  }

  private func pad(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

extension FaultCause {
  /// Its name in the article Supervision.
  fileprivate var word: String {
    switch self {
    case .crashed: "crashed"
    case .exited: "exited"
    case .hung: "hung"
    case .stopped: "stopped"
    case .protocolFault: "protocolFault"
    case .memoryLimit: "memoryLimit"
    case .processorLimit: "processorLimit"
    case .forbiddenCall: "forbiddenCall"
    case .killed: "killed"
    case .notStarted: "notStarted"
    }
  }
}

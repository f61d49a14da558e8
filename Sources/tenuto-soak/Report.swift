import Foundation
import TenutoSupervision

/// What a soak has found.
struct Report {
  /// What it comes to.
  enum Verdict: Int32 {
    case good = 0
    case leak = 1
    case lost = 2
    /// What is rendered offline differs: `SoundComparison`.
    case differs = 4
  }

  /// What went wrong.
  enum Deeds {
    /// Faults of the chains themselves, so many seconds apart.
    case faults([JournalEntry], interval: Double)
    /// What the attackers beside the chains did.
    case attack([Attack.Tally])
  }

  let deeds: Deeds
  let reports: [FaultReport]
  let heard: Heard
  let quiet: [String]
  let machine: Heard
  let before: Holdings
  let after: Holdings

  /// A cycle of 128 frames at 48 kHz, in ms.
  private static let period = 128 / 48.0

  // MARK: - Judgement

  /// Whether nothing has leaked and no chain has lost what the quiet host's has not.
  var verdict: Verdict {
    guard after.isNoMore(than: before) else { return .leak }
    guard blamed.isEmpty else { return .lost }
    return (0..<Soak.chainCount).allSatisfy { lost(in: $0) <= allowance } ? .good : .lost
  }

  /// Cycles that a chain may lose: as many as nobody disturbed has lost, and what chance adds.
  ///
  /// Gaps come by themselves, so that the squares of their lengths add up to the variance of what is
  /// lost; chains that fare alike stay within three deviations of each other.
  private var allowance: Int {
    let control = max(lost(in: Soak.chainCount), heard.counts.lost, machine.counts.lost)
    let lengths = unexplainedGaps(of: Soak.chainCount).map(\.cycles)
    let variance = 2 * lengths.reduce(1) { $0 + $1 * $1 }
    return control + Int(3 * Double(variance).squareRoot())
  }

  /// Nodes of the chains that were reported although it was others that did wrong.
  private var blamed: [FaultReport] {
    guard case .attack = deeds else { return [] }
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

  /// The fault of the chain itself that a gap comes from, if it comes from one.
  private func cause(of gap: Gap) -> Int? {
    guard case .faults(let journal, let interval) = deeds else { return nil }
    return journal.indices.last { index in
      let entry = journal[index]
      return entry.chain == gap.chain && entry.time <= gap.began + 10_000_000
        && gap.began < entry.time + UInt64(interval * 1e9)
    }
  }

  // MARK: - Text

  var text: String {
    [deedTable, gapTable, controls, holdings, "verdict: \(verdict)"].joined(separator: "\n\n")
  }

  private var deedTable: String {
    switch deeds {
    case .faults(let journal, _): faultTable(journal)
    case .attack(let tallies): attackTable(tallies)
    }
  }

  private func attackTable(_ tallies: [Attack.Tally]) -> String {
    var lines = ["attacker  deeds  taken in again  ended as"]
    for (attacker, tally) in zip(Attacker.allCases, tallies) {
      lines.append(
        attacker.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
          + "  \(pad(tally.triggered, 5))  \(pad(tally.retries, 14))  \(endings(of: attacker.rawValue))"
      )
    }
    for report in blamed { lines.append("blamed: \(report.node): \(report.cause)") }
    return lines.joined(separator: "\n")
  }

  /// The causes for which a node's instances were ended, the most frequent first.
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
      "\(journal.count) faults, \(refused) could not be told, \(reports.count) reported")
    return lines.joined(separator: "\n")
  }

  /// Milliseconds for which nothing was heard of the chain after a fault, all gaps together.
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
    var lines = ["gaps without a fault of one's own, by cycles: 1, 2, 3-4, 5-8, more; lost"]
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
    control client beside the chains: \(text(heard.counts))
    control client in a server of its own: \(text(machine.counts))
    quiet host: \(quiet.last ?? "ended early")
    """
  }

  private func text(_ counts: Heard.Counts) -> String {
    "\(counts.cycles) cycles, \(counts.lost) lost in \(counts.jumps) jumps of its time"
  }

  private var holdings: String {
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
  /// Its name, as the article Supervision has it.
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

import TenutoHost

/// Notices extensions that die or come late while the rest plays on.
struct NodeWatch {
  private let chain: Chain
  private var isReported: [Bool]
  private var lateness: [Lateness]

  private struct Lateness {
    var misses: UInt64 = 0
    /// Looks until the next report may come, so that there is not one at every cycle.
    var pause = 0
  }

  /// Looks between two reports on the same node: 10 s at ten a second.
  private static let pauseLookCount = 100

  init(_ chain: Chain) {
    self.chain = chain
    isReported = chain.nodes.map { _ in false }
    lateness = chain.nodes.map { _ in Lateness() }
  }

  /// Whether every process has ended, so that nothing can sound any more.
  var isAllDead: Bool { isReported.allSatisfy { $0 } }

  /// Whether a process has ended.
  var hasDeath: Bool { isReported.contains(true) }

  /// A sentence on each node that has died or was late since the last look.
  mutating func look(_ status: PlayStatus) -> [String] {
    chain.nodes.indices.compactMap { index in
      if isReported[index] { return nil }
      if let death = NodeNotes.death(chain.nodes[index].instance) {
        isReported[index] = true
        return isAllDead ? death : "\(death). The rest plays on"
      }
      return lateNote(index, misses: status.nodes[index].misses)
    }
  }

  private mutating func lateNote(_ index: Int, misses: UInt64) -> String? {
    lateness[index].pause = max(0, lateness[index].pause - 1)
    // A node that was made anew counts anew.
    lateness[index].misses = min(misses, lateness[index].misses)
    guard misses > lateness[index].misses, lateness[index].pause == 0 else { return nil }
    let count = misses - lateness[index].misses
    lateness[index] = Lateness(misses: misses, pause: Self.pauseLookCount)
    return "\(chain.nodes[index].instance.label) was too late in \(count) "
      + "\(count == 1 ? "cycle" : "cycles") and faded out there; the rest plays on"
  }
}

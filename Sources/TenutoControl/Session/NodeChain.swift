internal import TenutoSupervision

/// Extensions in series: each takes all its audio from the previous one, so they render in turn.
struct NodeChain: Sendable {
  /// Their names, in processing order.
  let names: [String]

  /// Returns the chains of two or more extensions that `links` form.
  ///
  /// If several extensions take all their audio from the same one, the first in `extensions`
  /// continues its chain.
  static func all(
    of extensions: [String], _ links: [(source: String, destination: String)]
  ) -> [NodeChain] {
    let known = Set(extensions)
    let sources = Dictionary(grouping: links, by: \.destination).mapValues {
      Set($0.map(\.source))
    }
    var next: [String: String] = [:]
    var followers: Set<String> = []
    for name in extensions {
      guard let all = sources[name], all.count == 1, let source = all.first,
        known.contains(source), next[source] == nil
      else { continue }
      next[source] = name
      followers.insert(name)
    }
    // A cycle has no head, so it is not a chain.
    return extensions.filter { !followers.contains($0) && next[$0] != nil }.map { head in
      NodeChain(names: Array(sequence(first: head) { next[$0] }))
    }
  }

  /// Measures the share of a period that the chain needs.
  ///
  /// - Parameters:
  ///   - limit: The share of a period that it may use.
  ///   - usage: The processor time of processes.
  ///   - process: Returns the process of a node; nil if none runs.
  /// - Returns: The chain's record; nil until processor time has been measured.
  func record(
    limit: Double, _ usage: UsageReader, process: (String) -> Int32?
  ) -> ChainRecord? {
    let shares = names.map { process($0).flatMap(usage.processorShare) ?? 0 }
    let need = shares.reduce(0, +)
    return need > 0 ? ChainRecord(nodes: names, need: need, limit: limit) : nil
  }
}

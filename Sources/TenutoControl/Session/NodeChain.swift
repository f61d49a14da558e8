internal import TenutoSupervision

/// Extensions of which each gets all its sound from the one before: they render one after the other.
struct NodeChain: Sendable {
  /// Their names, in the order of the sound.
  let names: [String]

  /// The chains of two extensions and more that `links` make of `extensions`.
  ///
  /// Where several get their sound from one, the first of `extensions` among them goes on its chain.
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
    // A circle has no head: it is none.
    return extensions.filter { !followers.contains($0) && next[$0] != nil }.map { head in
      NodeChain(names: Array(sequence(first: head) { next[$0] }))
    }
  }

  /// What it needs of a period.
  ///
  /// - Parameters:
  ///   - limit: The share of a period that it has.
  ///   - usage: What processes use.
  ///   - process: The process of a node, nil where none runs.
  /// - Returns: Nil while it is not known.
  func record(
    limit: Double, _ usage: UsageReader, process: (String) -> Int32?
  ) -> ChainRecord? {
    let shares = names.map { process($0).flatMap(usage.processorShare) ?? 0 }
    let need = shares.reduce(0, +)
    return need > 0 ? ChainRecord(nodes: names, need: need, limit: limit) : nil
  }
}

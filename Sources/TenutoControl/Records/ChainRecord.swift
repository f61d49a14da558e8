/// Extensions in series: each takes all its audio from the previous one, so they render in turn.
package struct ChainRecord: Codable, Sendable, Equatable {
  /// Their names, in processing order.
  package var nodes: [String]
  /// Processor time of all of them together in a cycle as a share of the period, 0...1 and more.
  package var need: Double
  /// The share of the period after which the host stops waiting for them, 0...1.
  package var limit: Double

  /// Creates a record of a chain.
  package init(nodes: [String], need: Double, limit: Double) {
    self.nodes = nodes
    self.need = need
    self.limit = limit
  }
}

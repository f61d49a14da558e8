/// Extensions that render one after the other, because each gets its sound from the one before.
package struct ChainRecord: Codable, Sendable, Equatable {
  /// Their names, in the order of the sound.
  package var nodes: [String]
  /// The share of a period that their processors' time takes in a cycle, all together, 0...1 and more.
  package var need: Double
  /// The share of a period after which they are not waited for, 0...1.
  package var limit: Double

  /// States what a chain needs.
  package init(nodes: [String], need: Double, limit: Double) {
    self.nodes = nodes
    self.need = need
    self.limit = limit
  }
}

/// One change in a running host, as sent by `/v1/changes`.
package struct ChangeRecord: Codable, Sendable, Equatable {
  /// Counts from 1.
  package var number: UInt64
  /// `parameter`, `node-added`, `node-removed`, `node-changed`, `connected`, `disconnected`,
  /// `condition`, `map`, `learned`, `saved`, `undone`, `recording`, `xrun`, `web-midi` (a page asks
  /// for MIDI, or withdraws its request) or `level`.
  package var kind: String
  /// The node; nil for changes of the whole host.
  package var node: String?
  /// The parameter's identifier.
  package var parameter: String?
  /// The parameter's value; for `level` the level in dB, for `learned` the controller, for `xrun`
  /// the number of xruns so far.
  package var value: Double?
  /// A sentence for the user; for `condition` the name of the condition.
  package var message: String?
  /// The connection.
  package var link: LinkRecord?

  /// Creates a change; `ChangeFeed` numbers it.
  package init(_ kind: String, node: String? = nil) {
    number = 0
    self.kind = kind
    self.node = node
  }
}

/// One thing that has changed in a running host, as `/v1/changes` tells it.
package struct ChangeRecord: Codable, Sendable, Equatable {
  /// Counts from 1.
  package var number: UInt64
  /// `parameter`, `node-added`, `node-removed`, `node-changed`, `connected`, `disconnected`,
  /// `condition`, `map`, `learned`, `saved`, `undone`, `recording`, `xrun`,
  /// `web-midi` (a page asks for MIDI, or asks no more) or `level`.
  package var kind: String
  /// The node, where it is about one.
  package var node: String?
  /// The parameter's identifier.
  package var parameter: String?
  /// The parameter's value; a level in dB; of `learned` the controller, of `xrun` how many so far.
  package var value: Double?
  /// What happened, for people; the condition's word for `condition`.
  package var message: String?
  /// The connection.
  package var link: LinkRecord?

  /// States a change; whoever sends it numbers it.
  package init(_ kind: String, node: String? = nil) {
    number = 0
    self.kind = kind
    self.node = node
  }
}

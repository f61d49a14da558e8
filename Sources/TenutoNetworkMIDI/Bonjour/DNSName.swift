/// A domain name: labels from the host to the top level, without the empty root label.
///
/// Names that differ in the case of ASCII letters are equal (RFC 1035, 2.3.3).
package struct DNSName: Hashable, Sendable, CustomStringConvertible {
  /// The labels, each of 1 to 63 bytes.
  package let labels: [[UInt8]]
  /// The labels in lower case, for comparison.
  private let folded: [[UInt8]]

  /// Maximum length of a label in bytes.
  package static let maximumLabelBytes = 63
  /// Maximum length of a name in bytes, including lengths and the root label.
  static let maximumBytes = 255

  /// Creates a name; nil if a label is empty, or a label or the name is too long.
  package init?(labels: [[UInt8]]) {
    guard labels.allSatisfy({ (1...Self.maximumLabelBytes).contains($0.count) }),
      labels.reduce(1, { $0 + 1 + $1.count }) <= Self.maximumBytes
    else { return nil }
    self.labels = labels
    folded = labels.map { $0.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
  }

  /// Creates a name from a first label, which may contain dots, and the remaining labels.
  ///
  /// A label that is too long is cut between characters.
  package init?(_ first: String, _ rest: String) {
    let label = first.utf8(atMost: Self.maximumLabelBytes)
    self.init(labels: [label] + rest.split(separator: ".").map { Array($0.utf8) })
  }

  /// Parses labels separated by dots, for example `_apple-midi._udp.local`.
  package init?(_ text: String) {
    self.init(labels: text.split(separator: ".").map { Array($0.utf8) })
  }

  /// The first label as a text.
  package var first: String { String(decoding: labels.first ?? [], as: UTF8.self) }

  /// The name without its first label.
  package var parent: DNSName? { DNSName(labels: Array(labels.dropFirst())) }

  /// The labels separated by dots.
  package var description: String {
    labels.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
  }

  package static func == (one: DNSName, other: DNSName) -> Bool { one.folded == other.folded }

  package func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

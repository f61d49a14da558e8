/// The last bytes of what a process printed.
struct OutputTail: Sendable {
  /// Bytes that are kept.
  static let limit = 65536
  private(set) var bytes: [UInt8] = []

  mutating func append(_ more: some Collection<UInt8>) {
    bytes += more
    if bytes.count > Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
  }

  /// The last `count` lines that are not empty, made printable: an extension's text may not steer
  /// the terminal.
  func lastLines(_ count: Int) -> [String] {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      String(
        String.UnicodeScalarView(
          line.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }
    return Array(lines.suffix(count))
  }
}

internal import TenutoCore

/// The last bytes of what a process printed.
package struct OutputTail: Sendable {
  /// Bytes that are kept.
  package static let limit = 65536
  /// Up to twice the limit, so that not every piece moves all bytes.
  private var kept: [UInt8] = []

  /// The last bytes, `limit` at most.
  var bytes: ArraySlice<UInt8> { kept.suffix(Self.limit) }

  mutating func append(_ more: some Collection<UInt8>) {
    kept += more.suffix(Self.limit)
    if kept.count > 2 * Self.limit { kept.removeFirst(kept.count - Self.limit) }
  }

  /// The last `count` lines that are not empty, made printable: an extension's text may not steer
  /// the terminal.
  ///
  /// The note of its signal handler is not among them: it is for programs.
  func lastLines(_ count: Int) -> [String] {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix(FaultNote.prefix) }
    return lines.suffix(count).map { String($0).printable }
  }
}

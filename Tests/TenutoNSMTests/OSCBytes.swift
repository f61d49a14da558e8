@testable import TenutoNSM

/// Writes OSC by hand, including invalid messages.
enum OSCBytes {
  static func text(_ text: String) -> [UInt8] { padded(Array(text.utf8) + [0]) }

  static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }

  static func number(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  static func message(_ path: String, types: String, _ arguments: [[UInt8]] = []) -> [UInt8] {
    text(path) + text("," + types) + arguments.joined()
  }

  static func message(_ path: String, _ strings: [String]) -> [UInt8] {
    message(path, types: String(repeating: "s", count: strings.count), strings.map(text))
  }
}
